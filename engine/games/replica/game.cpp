#include "engine/game.hpp"

#include "engine/games/replica/state.hpp"
#include "engine/geometry/square.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine::replica {

std::map<std::string, std::string> rules_text();  // from RULES.md and its translations
std::map<std::string, GameTexts> texts();         // from TEXTS.txt and its translations

namespace {

static_assert(GameState<State>);

Sight sight_of(const Options& options) {
    return options.variant == "forward" ? Sight::forward : Sight::all_around;
}

GameInfo describe() {
    GameInfo info;
    info.id = "replica";
    info.name = "Replica";
    info.credit = {"Alek Erickson", "2024", ""};
    info.sides = {"White", "Black"};
    info.sizes = {"8x8", {{"8x8", "8 by 8"}}};
    info.variants = {"standard",
                     {{"standard", "Standard: kings see all around"}, {"forward", "Kings see forward only"}}};
    info.kinds = {{"man", "man", "M", "man"}, {"king", "king", "K", "king"}};
    info.layouts = {"square", "diamond"};
    info.rules_text = rules_text();
    info.texts = texts();
    return info;
}

class Replica final : public Game {
  public:
    const GameInfo& info() const override { return info_; }

    Board board(const Options&) const override {
        Board board;
        board.columns = 8;
        board.rows = 8;
        for (const Side side : {Side::first, Side::second}) {
            const int corner = goal_corner(side);
            const std::string name = square_name({corner % 8, corner / 8});
            board.marks.push_back({name, "goal", side});
            board.marks.push_back({name, "home", other(side)});
        }
        return board;
    }

    Position initial(const Options& options) const override {
        return make_position(*this, State::initial(sight_of(options)));
    }

    tl::expected<Position, std::string> decode(const Options& options, std::string_view text) const override {
        return decode_position<State>(*this, text, [&](const EncodedPosition& position) {
            return State::decode(sight_of(options), position);
        });
    }

  private:
    const GameInfo info_ = describe();
};

}  // namespace

const Game& game() {
    static const Replica replica;
    return replica;
}

}  // namespace pentad::engine::replica
