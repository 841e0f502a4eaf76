#pragma once

#include <optional>
#include <string>

#include "protocol/replies.hpp"
#include "server/base/log/throttled_log.hpp"
#include "server/store/await_store.hpp"

namespace pentad::server {

/// The matches that a player has played, from the store. On the I/O thread.
class MatchHistory {
  public:
    /// How many matches a page lists.
    static constexpr int page_size = 20;

    /// REQUIRES: both outlive this.
    MatchHistory(asio::io_context& io, StoreThread& store) : io_(io), store_(store) {}

    /// A page, newest first; `before` is a match of an earlier page. People are shown as away.
    Awaitable<tl::expected<protocol::MyMatches, protocol::ErrorReply>> page(
        PlayerId player, std::optional<std::string> before);

  private:
    asio::io_context& io_;
    StoreThread& store_;
    ThrottledLog unread_;
};

}  // namespace pentad::server
