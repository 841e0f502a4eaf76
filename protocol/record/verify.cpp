#include "protocol/record/verify.hpp"

#include <algorithm>
#include <array>

#include "engine/game.hpp"
#include "protocol/record/chain.hpp"
#include "protocol/record/clock_check.hpp"

namespace pentad::record {

using engine::Side;
using protocol::MatchRecord;

namespace {

using Checked = tl::expected<void, Damage>;
using Kind = Damage::Kind;

tl::unexpected<Damage> damage(Kind kind, std::string text) {
    return tl::unexpected(Damage{kind, std::move(text)});
}

/// How a match may end before the game is over, and with how many winners.
struct EarlyEnd {
    std::string_view reason;
    bool may_have_winner;
    bool may_have_none;
};
constexpr std::array early_ends{
    EarlyEnd{"resign", true, false},    EarlyEnd{"timeout", true, false},  EarlyEnd{"agreement", false, true},
    EarlyEnd{"claim", true, false},     EarlyEnd{"abandoned", true, true}, EarlyEnd{"aborted", false, true},
    EarlyEnd{"bot_failed", true, true},
};

class Replay {
  public:
    /// REQUIRES: complete options.
    Replay(const MatchRecord& record, const engine::Game& game)
        : record_(record), game_(game), clock_(record.tc, record.started_at) {
        line_.push_back(game.initial(record.options));
    }

    Checked run() {
        for (const protocol::RecordedEvent& event : record_.events) {
            ++number_;
            if (over_) return wrong(Kind::result, "comes after the end");
            auto checked = std::visit([this](const auto& what) { return take(what); }, event);
            if (!checked) return checked;
        }
        if (!over_) return damage(Kind::result, "The record does not say how the match ended.");
        return {};
    }

  private:
    Side to_move() const { return line_.back().to_move(); }

    tl::unexpected<Damage> wrong(Kind kind, const std::string& what) const {
        return damage(kind, "Event " + std::to_string(number_) + " " + what + ".");
    }
    Checked on_time(const auto& event, Side side) {
        if (const auto problem = clock_.check(event, side)) return wrong(Kind::clock, *problem);
        return {};
    }
    /// The game's own end must be the next event.
    bool game_is_over() const { return line_.back().outcome().has_value(); }

    Checked take(const protocol::RecordedMove& move) {
        if (game_is_over()) return wrong(Kind::illegal, "is a move though the game is over");
        if (move.turn != ++turn_) return wrong(Kind::illegal, "has turn " + std::to_string(move.turn));
        const Side side = to_move();
        if (move.seat != side) return wrong(Kind::illegal, "is a move of the side that is not to move");
        auto next = line_.back().after(move.move);
        if (!next) return wrong(Kind::illegal, "is an illegal move: " + next.error().reason);
        line_.push_back(std::move(*next));
        const bool of_bot = record_.seats[engine::index(side)].kind == protocol::PlayerKind::bot;
        if (move.automatic && of_bot != (move.automatic == protocol::Automatic::fallback))
            return wrong(Kind::illegal,
                         of_bot ? "is a premove of a bot" : "is a bot's fallback on a person's seat");
        if (move.automatic == protocol::Automatic::premove && move.charged.count() != 0)
            return wrong(Kind::clock, "is a premove that cost time");
        if ((move.automatic || of_bot) && move.compensated.count() != 0)
            return wrong(Kind::clock, "gives lag back where there is none");
        return on_time(move, side);
    }
    Checked take(const protocol::RecordedTakeback& takeback) {
        if (takeback.turn != ++turn_)
            return wrong(Kind::illegal, "has turn " + std::to_string(takeback.turn));
        if (takeback.plies < 1 || takeback.plies >= std::ssize(line_) || game_is_over())
            return wrong(Kind::illegal, "takes back moves that were not made");
        for (int i = 0; i < takeback.plies; ++i) line_.pop_back();
        return on_time(takeback, to_move());
    }
    Checked take(const protocol::RecordedEnd& end) {
        over_ = true;
        const auto outcome = line_.back().outcome();
        const protocol::Result& result = end.result;
        if (result != record_.result) return wrong(Kind::result, "is not the result that the record has");
        if (outcome) {
            if (result.winner != outcome->winner || result.reason != outcome->reason)
                return wrong(Kind::result, "has another result than the game");
        } else {
            const auto known = std::find_if(early_ends.begin(), early_ends.end(), [&](const EarlyEnd& one) {
                return one.reason == result.reason &&
                       (result.winner ? one.may_have_winner : one.may_have_none);
            });
            if (known == early_ends.end()) return wrong(Kind::result, "is no end, for the game is not over");
            if (result.reason == "agreement" && !game_.info().draw_offers)
                return wrong(Kind::result, "is a draw by agreement, which this game has not");
            const bool of_who_waits = result.reason == "timeout" || result.reason == "claim";
            if (of_who_waits && result.winner != engine::other(to_move()))
                return wrong(Kind::result, "is won by the side that was to move");
        }
        return on_time(end, to_move());
    }
    Checked take(const auto& event) {
        if (game_is_over()) return wrong(Kind::result, "stands between the last move and the end");
        return on_time(event, to_move());
    }

    const MatchRecord& record_;
    const engine::Game& game_;
    ClockCheck clock_;
    /// The position after each move; the first is the initial one.
    std::vector<engine::Position> line_;
    int turn_ = 0;
    std::size_t number_ = 0;
    bool over_ = false;
};

}  // namespace

tl::expected<MatchRecord, Damage> verify(std::string_view text) {
    // What readable() wrote.
    if (text.starts_with("Match: "))
        return damage(
            Kind::unreadable,
            "This is a list of moves, which has no hashes to verify: verify the record itself (.json). "
            "`pentad replay` checks the moves of a list by the rules and goes through them.");
    auto record = protocol::decode_record(text);
    if (!record) return damage(Kind::unreadable, "This is not a record. " + record.error());
    if (const auto at = first_break(*record))
        return damage(Kind::chain, "The chain of hashes breaks at " +
                                       (*at == 0 ? "the head" : "event " + std::to_string(*at)) +
                                       ": the record was changed after it was made.");
    const engine::Game* game = engine::find_game(record->game);
    if (!game) return damage(Kind::unknown_rules, "There is no game \"" + record->game + "\" here.");
    if (record->rules_version < 1 || record->rules_version > game->info().rules_version)
        return damage(Kind::unknown_rules, "Version " + std::to_string(record->rules_version) +
                                               " of the rules is not known here.");
    const auto options = game->complete(record->options);
    if (!options) return damage(Kind::unknown_rules, options.error());
    if (*options != record->options) return damage(Kind::unknown_rules, "Its options are not complete.");
    if (auto replayed = Replay(*record, *game).run(); !replayed)
        return tl::unexpected(std::move(replayed.error()));
    return std::move(*record);
}

}  // namespace pentad::record
