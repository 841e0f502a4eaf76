#pragma once

#include <optional>

#include "protocol/replies.hpp"
#include "server/store/store.hpp"

namespace pentad::server {

/// How many matches a reply to `matches.mine` lists.
inline constexpr int matches_a_page = 20;

/// A page of a player's matches, newest first; `before` is a match of an earlier page. People are shown as
/// away. On the store's thread.
tl::expected<protocol::MyMatches, StoreError> matches_page(Store& store, const PlayerId& player,
                                                           const std::optional<MatchId>& before);

}  // namespace pentad::server
