#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/config/config.hpp"

/// A setting, and the kinds of settings there are; private to config/.
namespace pentad::server {

using Values = std::vector<std::string>;

/// What is wrong with a value and what to do; empty if it is good.
using Fault = std::optional<std::string>;

/// One setting: a flag, a key of the file and an environment variable (PENTAD_NAME).
struct Setting {
    std::string name;
    std::string value_name;
    std::string help;
    bool many = false;  ///< a list, separated by commas or given several times
    std::function<Fault(Config&, const Values&)> set;
    std::function<Values(const Config&)> get;
    bool number = false;
    bool secret = false;      ///< never printed; may also be read from a file, `NAME-file`
    bool reloadable = false;  ///< a running server applies a new value
};

/// The table of settings, in the order of --help.
std::vector<Setting> settings();

using Check = Fault (*)(const std::string&);

Setting text_setting(std::string name, std::string value_name, std::string help, std::string Config::*field,
                     Check check);
Setting list_setting(std::string name, std::string value_name, std::string help, Values Config::*field,
                     Check check);
Setting number_setting(std::string name, std::string help, int Config::*field, std::int64_t least,
                       std::int64_t most);
Setting number_setting(std::string name, std::string help, std::uint16_t Config::*field, std::int64_t least,
                       std::int64_t most);
Setting switch_setting(std::string name, std::string help, bool Config::*field);
Setting durability_setting();
Setting reloadable(Setting setting);
Setting secret(Setting setting);

std::string environment_name(std::string name);

/// The values on one line, separated by commas.
std::string joined(const Values& values);

/// The value for people; asterisks for a secret.
std::string shown(const Setting& setting, const Config& config);

}  // namespace pentad::server
