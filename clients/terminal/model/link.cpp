#include "clients/terminal/model/link.hpp"

#include <charconv>

namespace pentad::terminal {
namespace {

std::string decoded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned byte = 0;
        const char* const digits = text.data() + i + 1;
        const bool escape = text[i] == '%' && i + 2 < text.size() &&
                            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
        result += escape ? static_cast<char>(byte) : text[i];
        if (escape) i += 2;
    }
    return result;
}

}  // namespace

std::optional<Link> read_link(const std::string& text) {
    const std::size_t hash = text.find("#/");
    if (text.find("://") == text.npos || hash == text.npos) return std::nullopt;
    std::string_view route = std::string_view(text).substr(hash + 2);
    const std::size_t slash = route.find('/');
    if (slash == route.npos) return std::nullopt;
    const std::string_view kind = route.substr(0, slash);
    if (kind != "room" && kind != "table" && kind != "replay" && kind != "invite") return std::nullopt;
    route.remove_prefix(slash + 1);
    std::string named = decoded(route.substr(0, route.find_first_of("/?")));
    if (named.empty()) return std::nullopt;
    return Link{text.substr(0, hash), std::move(named)};
}

tl::expected<std::string, std::string> named_by(const std::string& text, const ServerAddress& here) {
    const auto link = read_link(text);
    if (!link) return text;
    const auto server = ServerAddress::parse(link->server);
    if (!server) return tl::unexpected(server.error());
    if (server->canonical() != here.canonical())
        return tl::unexpected("This link is for another server: start pentad --server " + link->server +
                              " for it.");
    return link->named;
}

}  // namespace pentad::terminal
