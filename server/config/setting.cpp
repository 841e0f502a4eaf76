#include "server/config/setting.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <utility>

namespace pentad::server {
namespace {

Fault fit_for_a_file(const std::string& value) {
    const bool plain = std::none_of(value.begin(), value.end(),
                                    [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '"'; });
    return plain ? Fault() : "must not contain double quotes or control characters";
}

template <class Number>
Setting any_number_setting(std::string name, std::string help, Number Config::*field, std::int64_t least,
                           std::int64_t most) {
    auto set = [field, least, most](Config& config, const Values& values) -> Fault {
        const std::string text = values.size() == 1 ? values[0] : "";
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most)
            return "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most);
        config.*field = static_cast<Number>(number);
        return {};
    };
    auto get = [field](const Config& config) { return Values{std::to_string(config.*field)}; };
    return {std::move(name), "NUMBER", std::move(help), false, set, get, true};
}

}  // namespace

Setting text_setting(std::string name, std::string value_name, std::string help, std::string Config::*field,
                     Check check) {
    auto set = [field, check](Config& config, const Values& values) -> Fault {
        if (values.size() != 1) return "takes one value; put it in double quotes if it contains a comma";
        if (auto fault = fit_for_a_file(values[0])) return fault;
        if (auto fault = check(values[0])) return fault;
        config.*field = values[0];
        return {};
    };
    auto get = [field](const Config& config) { return Values{config.*field}; };
    return {std::move(name), std::move(value_name), std::move(help), false, set, get};
}

Setting number_setting(std::string name, std::string help, int Config::*field, std::int64_t least,
                       std::int64_t most) {
    return any_number_setting(std::move(name), std::move(help), field, least, most);
}

Setting number_setting(std::string name, std::string help, std::uint16_t Config::*field, std::int64_t least,
                       std::int64_t most) {
    return any_number_setting(std::move(name), std::move(help), field, least, most);
}

Setting list_setting(std::string name, std::string value_name, std::string help, Values Config::*field,
                     Check check) {
    auto set = [field, check](Config& config, const Values& values) -> Fault {
        Values list;
        // --print-config prints an empty list as one empty text.
        if (values == Values{""}) {
            (config.*field).clear();
            return {};
        }
        for (const std::string& value : values)
            for (const std::string& item : CLI::detail::split(value + ",", ',')) {
                if (item.empty()) return "has an empty entry; remove the extra comma";
                if (auto fault = fit_for_a_file(item)) return fault;
                if (auto fault = check(item)) return fault;
                list.push_back(item);
            }
        config.*field = std::move(list);
        return {};
    };
    auto get = [field](const Config& config) { return config.*field; };
    return {std::move(name), std::move(value_name), std::move(help), true, set, get};
}

Setting durability_setting() {
    auto set = [](Config& config, const Values& values) -> Fault {
        const std::string text = values.size() == 1 ? values[0] : "";
        if (text != "full" && text != "normal") return "must be full or normal";
        config.durability = text == "full" ? Durability::full : Durability::normal;
        return {};
    };
    auto get = [](const Config& config) {
        return Values{config.durability == Durability::full ? "full" : "normal"};
    };
    return {"durability",
            "full|normal",
            "What an acknowledged move survives: a power loss (full), or a crash of the server (normal: "
            "faster, but a power loss costs the last tenth of a second)",
            false,
            set,
            get};
}

Setting switch_setting(std::string name, std::string help, bool Config::*field) {
    auto set = [field](Config& config, const Values& values) -> Fault {
        const std::string text = values.size() == 1 ? values[0] : "";
        if (text != "yes" && text != "no") return "must be yes or no";
        config.*field = text == "yes";
        return {};
    };
    auto get = [field](const Config& config) { return Values{config.*field ? "yes" : "no"}; };
    return {std::move(name), "yes|no", std::move(help), false, set, get};
}

Setting reloadable(Setting setting) {
    setting.reloadable = true;
    return setting;
}

Setting secret(Setting setting) {
    setting.secret = true;
    return setting;
}

std::string environment_name(std::string name) {
    for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return "PENTAD_" + name;
}

std::string joined(const Values& values) {
    std::string text;
    for (const std::string& value : values) text += (text.empty() ? "" : ",") + value;
    return text;
}

std::string shown(const Setting& setting, const Config& config) {
    const std::string value = joined(setting.get(config));
    return setting.secret && !value.empty() ? "********" : value;
}

}  // namespace pentad::server
