#include "engine/game.hpp"

#include "engine/games/murus_gallicus/state.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine::murus_gallicus {

std::map<std::string, std::string> rules_text();  // from RULES.md and its translations
std::map<std::string, GameTexts> texts();         // from TEXTS.txt and its translations

namespace {

static_assert(GameState<State>);

Variant variant_of(const Options& options) {
    return options.variant == "advanced" ? Variant::advanced : Variant::basic;
}

int rows_of(const Options& options) { return parse_size(options.size).rows; }

GameInfo describe() {
    GameInfo info;
    info.id = "murus_gallicus";
    info.name = "Murus Gallicus";
    info.credit = {"Phil Leduc", "2009", ""};
    info.sides = {"Romans", "Gauls"};
    info.sizes = {"8x7", {{"8x7", "8 columns by 7 rows"}, {"8x8", "8 columns by 8 rows"}}};
    info.variants = {"basic", {{"basic", "Basic"}, {"advanced", "Advanced: with catapults"}}};
    info.kinds = {{"wall", "wall", "W", "wall"},
                  {"tower", "tower", "T", "tower"},
                  {"catapult", "catapult", "C", "catapult"}};
    info.layouts = {"square"};
    info.draw_offers = true;
    info.rules_text = rules_text();
    info.texts = texts();
    return info;
}

class MurusGallicus final : public Game {
  public:
    const GameInfo& info() const override { return info_; }

    Board board(const Options& options) const override {
        Board board;
        board.columns = 8;
        board.rows = rows_of(options);
        for (const Side side : {Side::first, Side::second})
            for (int column = 0; column < 8; ++column) {
                const Square square{column, side == Side::first ? board.rows - 1 : 0};
                board.marks.push_back({square_name(square), "goal", side});
            }
        return board;
    }

    Position initial(const Options& options) const override {
        return make_position(*this, State::initial(variant_of(options), rows_of(options)));
    }

    tl::expected<Position, std::string> decode(const Options& options, std::string_view text) const override {
        return decode_position<State>(*this, text, [&](const EncodedPosition& position) {
            return State::decode(variant_of(options), rows_of(options), position);
        });
    }

  private:
    const GameInfo info_ = describe();
};

}  // namespace

const Game& game() {
    static const MurusGallicus murus_gallicus;
    return murus_gallicus;
}

}  // namespace pentad::engine::murus_gallicus
