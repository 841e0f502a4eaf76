#include "server/room/match_history.hpp"

#include "server/base/log/log_line.hpp"
#include "server/match/match_view.hpp"

namespace pentad::server {
namespace {

protocol::MatchSummary view_summary(const StoredMatchSummary& stored) {
    protocol::MatchSummary view;
    view.match = stored.setup.id.text;
    view.game = stored.setup.game;
    view.options = stored.setup.options;
    for (std::size_t i = 0; i < 2; ++i) {
        const MatchSeat& seat = stored.setup.seats[i];
        const bool bot = seat.kind == MatchSeat::Kind::bot;
        view.seats[i].player = view_player(seat);
        if (bot) view.seats[i].level = seat.level;
        view.seats[i].presence = bot ? protocol::Presence::online : protocol::Presence::away;
    }
    view.ply = static_cast<int>(stored.ply);
    view.started_at = to_wire(stored.setup.started);
    if (stored.ended) {
        view.ended_at = to_wire(stored.ended->at);
        view.result = view_result(stored.ended->result);
    }
    return view;
}

using Page = tl::expected<protocol::MyMatches, StoreError>;

Page read_page(Store& store, const PlayerId& player, const std::optional<MatchId>& before) {
    auto found = store.matches_of(player, before, MatchHistory::page_size + 1);
    if (!found) return tl::unexpected(std::move(found.error()));
    protocol::MyMatches page;
    const bool more = std::ssize(*found) > MatchHistory::page_size;
    if (more) found->pop_back();
    for (const StoredMatchSummary& match : *found) page.matches.push_back(view_summary(match));
    if (more) page.before = page.matches.back().match;
    return page;
}

}  // namespace

Awaitable<tl::expected<protocol::MyMatches, protocol::ErrorReply>> MatchHistory::page(
    PlayerId player, std::optional<std::string> before) {
    std::optional<MatchId> from;
    if (before) from = MatchId{std::move(*before)};
    std::function<Page(Store&)> read = [player, from](Store& store) {
        return read_page(store, player, from);
    };
    auto asked = read_from<protocol::MyMatches>(io_, store_, std::move(read));
    Page found = co_await std::move(asked);
    if (!found) {
        unread_.error(fmt::format("the matches of {} cannot be read: {}", player.text, found.error().text),
                      {.player = player});
        co_return tl::unexpected(protocol::ErrorReply{std::nullopt, protocol::ErrorCode::storage, {}, {}});
    }
    co_return std::move(*found);
}

}  // namespace pentad::server
