#include "server/room/my_matches.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

#include "server/base/log/throttled_log.hpp"
#include "server/gateway/router.hpp"
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

}  // namespace

tl::expected<protocol::MyMatches, StoreError> matches_page(Store& store, const PlayerId& player,
                                                           const std::optional<MatchId>& before) {
    auto found = store.matches_of(player, before, matches_a_page + 1);
    if (!found) return tl::unexpected(std::move(found.error()));
    protocol::MyMatches page;
    const bool more = std::ssize(*found) > matches_a_page;
    if (more) found->pop_back();
    for (const StoredMatchSummary& match : *found) page.matches.push_back(view_summary(match));
    if (more) page.before = page.matches.back().match;
    return page;
}

// The router's part that asks for them.
void Router::on(const protocol::MatchesMine& message, const std::shared_ptr<Session>& session,
                const protocol::RequestId& id) {
    std::optional<MatchId> before;
    if (message.before) before = MatchId{*message.before};
    const PlayerId player = session->player_id();
    const bool taken = services_.store.read([this, session, player, id, before](Store& store) {
        asio::post(services_.io, [session, player, id, page = matches_page(store, player, before)] {
            if (page) {
                session->reply({id, *page});
            } else {
                static ThrottledLog unread;
                unread.error(
                    fmt::format("the matches of {} cannot be read: {}", player.text, page.error().text),
                    {.player = player});
                session->refuse(id, protocol::ErrorCode::storage);
            }
        });
    });
    if (!taken) session->refuse(id, protocol::ErrorCode::storage);
}

}  // namespace pentad::server
