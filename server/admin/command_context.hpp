#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/admin/admin_socket.hpp"
#include "server/base/server_clock.hpp"

namespace pentad::server {

/// A command of the operator's while it is carried out. It is answered once.
struct CommandContext {
    std::vector<std::string> words;  ///< the command's name and its arguments
    std::string who;
    AdminDone done;

    /// The words from that one on, separated by blanks.
    std::string text(std::size_t from) const;
    void answer(std::string text) const { done({0, std::move(text) + "\n"}); }
    void refuse(const std::string& text) const { done({1, "pentad-server: " + text + "\n"}); }
};

/// A number without a sign; nothing for any other word.
std::optional<std::int64_t> read_number(std::string_view word);

/// `30s`, `15m`, `12h`, `7d`; nothing for any other word.
std::optional<milliseconds> read_duration(std::string_view word);

}  // namespace pentad::server
