#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/config/config.hpp"

/// The one table of settings; private to the reading of settings (config.cpp).
namespace pentad::server {

using Values = std::vector<std::string>;

/// What is wrong with a value and what to do; nothing when it is good.
using Fault = std::optional<std::string>;

/// One setting: flag, key of the file and (as PENTAD_NAME) environment variable alike.
struct Setting {
    std::string name;
    std::string value_name;
    std::string help;
    bool many = false;  ///< a list, separated by commas or given several times
    std::function<Fault(Config&, const Values&)> set;
    std::function<Values(const Config&)> get;
    bool number = false;
    bool secret = false;      ///< never printed; may also be given as the name of a file, `NAME-file`
    bool reloadable = false;  ///< a running server takes a new value over
};

/// In the order in which people are told of them.
std::vector<Setting> settings();

std::string environment_name(std::string name);

/// One line, the values separated by commas.
std::string joined(const Values& values);

/// The value for people; of a secret only that there is one.
std::string shown(const Setting& setting, const Config& config);

}  // namespace pentad::server
