#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "protocol/codec.hpp"

/// The examples of tests/protocol/golden: `request/`, `ok/`, `error/` and `event/`. A file is named after its
/// message, with a further word where there are several of one.
namespace pentad::protocol::golden {

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline std::filesystem::path folder() {
    return std::filesystem::path(PENTAD_TESTS_DIR) / "protocol" / "golden";
}

/// `move.play.hotseat` -> text, of one of the four folders.
inline std::map<std::string, std::string> files(const std::string& kind) {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder() / kind))
        all[entry.path().stem().string()] = read_file(entry.path());
    return all;
}

/// Reads `data` of an ok and writes it again.
using Rewrite = std::function<tl::expected<OkBody, std::string>(const std::string& data)>;

template <class Body>
Rewrite rewrite() {
    return [](const std::string& data) -> tl::expected<OkBody, std::string> {
        auto body = read_ok<Body>(data);
        if (!body) return tl::unexpected(body.error());
        return OkBody(std::move(*body));
    };
}

template <class... Bodies>
std::map<std::string, Rewrite> rewrites(const std::variant<Bodies...>*) {
    return {{std::string(Bodies::name), rewrite<Bodies>()}...};
}

/// The first word of a file's name in `ok/` -> its type.
inline const std::map<std::string, Rewrite>& ok_bodies() {
    static const auto all = rewrites(static_cast<const OkBody*>(nullptr));
    return all;
}

/// The names on the wire of all messages of a variant.
template <class... Messages>
std::vector<std::string> type_names(const std::variant<Messages...>*) {
    std::vector<std::string> names;
    const auto add = [&]<class Message>(const Message*) {
        if constexpr (!std::is_same_v<Message, UnknownEvent>) names.emplace_back(Message::type);
    };
    (add(static_cast<const Messages*>(nullptr)), ...);
    return names;
}
inline std::vector<std::string> request_types() {
    return type_names(static_cast<const ClientMessage*>(nullptr));
}
inline std::vector<std::string> event_types() { return type_names(static_cast<const EventBody*>(nullptr)); }

}  // namespace pentad::protocol::golden
