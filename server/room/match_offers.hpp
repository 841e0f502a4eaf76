#pragma once

#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "protocol/client_messages.hpp"
#include "server/bots/bot_player.hpp"
#include "server/bots/external_bots.hpp"
#include "server/match/offers.hpp"
#include "server/room/match_actions.hpp"
#include "server/room/match_host.hpp"
#include "server/room/room_request.hpp"

namespace pentad::server {

/// What the players of a match offer each other: draws, takebacks, pauses, aborts and rematches, and what
/// comes of it. Bots answer at once. On the I/O thread.
class MatchOffers {
  public:
    /// REQUIRES: what is passed by reference outlives this. `bots` is nullptr on a server without external
    /// bots.
    MatchOffers(MatchActions& match, MatchHost& host, const MatchTerms& terms, const ExternalBots* bots,
                const BotPolicy& policy)
        : match_(match), host_(host), terms_(terms), bots_(bots), policy_(policy) {}

    Awaitable<void> make(const protocol::OfferMake& message, RoomRequest& from);
    Awaitable<void> answer(const protocol::OfferAnswer& message, RoomRequest& from);
    void cancel(const protocol::OfferCancel& message, const RoomRequest& from);

    const std::vector<protocol::Offer>& open() const { return offers_.standing(); }
    std::optional<ServerTime> next_expiry() const { return offers_.next_expiry(); }
    /// Closes those whose time is over; one that an external bot has not answered is accepted.
    Awaitable<void> ring();

    void close(const std::string& id, protocol::OfferOutcome outcome);
    /// The position is another one: draws and takebacks do not stand any more.
    void position_changed();
    void match_over();
    /// The people on the room's seats have changed.
    void seats_changed();
    /// Tells a session that is in the room and does not follow the match of the rematch that is offered.
    void tell_rematch(Session& session) const;

  private:
    /// What becomes of an offer whose other side is not asked.
    enum class Reaction { wait, accept, decline };

    tl::expected<protocol::Offer, protocol::ErrorCode> plan(const protocol::OfferMake& message,
                                                            const PlayerId& player) const;
    /// Why this player may not offer it now.
    std::optional<protocol::ErrorCode> refusal(const protocol::Offer& offer, const PlayerId& player) const;
    std::optional<protocol::ErrorCode> rematch_refusal(const PlayerId& player) const;
    bool hosts_only_bots(const PlayerId& player) const;
    /// Are those who played still on the room's seats, so that they can play again?
    bool all_are_seated() const;
    Reaction reaction_to(const protocol::Offer& offer) const;
    /// An external bot that follows the match is asked about an abort; no answer means yes.
    bool asks_external_bot(const protocol::Offer& offer) const;
    Awaitable<void> accept_unanswered();
    void expire();
    /// Does what both want, or says why it could not be done.
    Awaitable<std::optional<protocol::ErrorCode>> carry_out(const protocol::Offer& offer);
    Awaitable<std::optional<protocol::ErrorCode>> rematch(const protocol::Offer& offer);
    void close_if(const std::function<bool(const protocol::Offer&)>& dies, protocol::OfferOutcome outcome);
    /// To all who follow the match, and of a rematch to the others in the room as well.
    void tell(const protocol::Offer& offer, const protocol::EventBody& body);
    void tell_outside(Session& session, protocol::EventBody body) const;

    MatchActions& match_;
    MatchHost& host_;
    const MatchTerms& terms_;
    const ExternalBots* bots_;
    const BotPolicy& policy_;
    Offers offers_;
};

}  // namespace pentad::server
