#pragma once

#include <compare>
#include <functional>
#include <string>
#include <string_view>

namespace pentad::server {

/// An opaque id. The tag makes ids of different things different types.
template <class Tag>
struct Id {
    std::string text;

    bool empty() const { return text.empty(); }
    friend auto operator<=>(const Id&, const Id&) = default;
};

using PlayerId = Id<struct PlayerTag>;
using SessionId = Id<struct SessionTag>;
using RoomId = Id<struct RoomTag>;
using MatchId = Id<struct MatchTag>;

/// A new id such as `m_7hq2k9x0c1d4`: the prefix and 60 random bits in letters and digits. Thread-safe.
std::string random_id(std::string_view prefix);

/// A room code for people to share: six letters and digits that are hard to confuse.
std::string random_code();

/// 256 random bits in URL-safe base64, for tokens and invitations. Thread-safe.
std::string random_token();

/// BLAKE2b-256 of a token in hexadecimal. Stored instead of the token.
std::string token_hash(std::string_view token);

/// Takes the same time wherever they differ, so timing reveals nothing. The length is not secret.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// 64 random bits. Thread-safe.
std::uint64_t random_seed();

}  // namespace pentad::server

template <class Tag>
struct std::hash<pentad::server::Id<Tag>> {
    std::size_t operator()(const pentad::server::Id<Tag>& id) const {
        return std::hash<std::string>{}(id.text);
    }
};
