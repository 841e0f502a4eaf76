#include "server/base/client_address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace pentad::server {

namespace {

/// IPv4 addresses are mapped to IPv6, to compare both alike.
using AddressBytes = std::array<std::uint8_t, 16>;

std::optional<AddressBytes> parse(std::string_view address) {
    const std::string text(address);
    AddressBytes bytes{};
    if (inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1) return bytes;
    bytes[10] = bytes[11] = 0xff;
    if (inet_pton(AF_INET, text.c_str(), bytes.data() + 12) == 1) return bytes;
    return std::nullopt;
}

struct Network {
    AddressBytes bytes;
    int bits = 128;

    bool has(const AddressBytes& address) const {
        for (int bit = 0; bit < bits; ++bit) {
            const auto mask = static_cast<std::uint8_t>(0x80 >> (bit % 8));
            const auto at = static_cast<std::size_t>(bit / 8);
            if ((bytes[at] & mask) != (address[at] & mask)) return false;
        }
        return true;
    }
};

std::optional<Network> parse_network(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto bytes = parse(text.substr(0, slash));
    if (!bytes) return std::nullopt;
    const bool short_one = text.substr(0, slash).find(':') == std::string_view::npos;
    Network network{*bytes};
    if (slash == std::string_view::npos) return network;
    const std::string_view length = text.substr(slash + 1);
    const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), network.bits);
    if (error != std::errc{} || end != length.data() + length.size()) return std::nullopt;
    if (network.bits < 0 || network.bits > (short_one ? 32 : 128)) return std::nullopt;
    if (short_one) network.bits += 96;
    return network;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

}  // namespace

std::optional<std::string> canonical_network(std::string_view text) {
    auto network = parse_network(text);
    if (!network) return std::nullopt;
    for (int bit = network->bits; bit < 128; ++bit)
        network->bytes[static_cast<std::size_t>(bit / 8)] &= static_cast<std::uint8_t>(~(0x80 >> (bit % 8)));
    constexpr AddressBytes mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const bool short_one =
        network->bits >= 96 && std::equal(mapped.begin(), mapped.begin() + 12, network->bytes.begin());
    std::array<char, INET6_ADDRSTRLEN> written{};
    inet_ntop(short_one ? AF_INET : AF_INET6, network->bytes.data() + (short_one ? 12 : 0), written.data(),
              written.size());
    if (network->bits == 128) return written.data();
    return written.data() + ("/" + std::to_string(network->bits - (short_one ? 96 : 0)));
}

bool is_in_networks(std::string_view address, const std::vector<std::string>& networks) {
    const auto bytes = parse(address);
    if (!bytes) return false;
    for (const std::string& one : networks)
        if (const auto network = parse_network(one); network && network->has(*bytes)) return true;
    return false;
}

std::string client_address(std::string_view peer, const std::vector<std::string>& forwarded,
                           const std::vector<std::string>& trusted) {
    std::string hop(peer);
    for (auto line = forwarded.rbegin(); line != forwarded.rend(); ++line) {
        std::string_view rest = *line;
        while (!rest.empty()) {
            if (!is_in_networks(hop, trusted)) return hop;
            const std::size_t comma = rest.rfind(',');
            const std::string_view next =
                trimmed(comma == std::string_view::npos ? rest : rest.substr(comma + 1));
            // A proxy writes addresses only.
            if (!parse(next)) return hop;
            hop = next;
            rest = comma == std::string_view::npos ? std::string_view() : rest.substr(0, comma);
        }
    }
    return hop;
}

}  // namespace pentad::server
