#include "engine/game.hpp"

#include "engine/games/sight/state.hpp"
#include "engine/geometry/square.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine::sight {

std::map<std::string, std::string> rules_text();  // from RULES.md and its translations
std::map<std::string, GameTexts> texts();         // from TEXTS.txt and its translations

namespace {

GameInfo describe() {
    GameInfo info;
    info.id = "sight";
    info.name = "Sight";
    info.credit = {"Kanare Kato", "", ""};
    info.sides = {"White", "Black"};
    info.sizes = {
        "5x5",
        {{"3x3", "3 × 3 points"}, {"5x5", "5 × 5 points"}, {"7x7", "7 × 7 points"}, {"9x9", "9 × 9 points"}}};
    info.variants = {"standard",
                     {{"standard", "Standard"}, {"strict", "Strict: only the very tallest stacks move"}}};
    info.kinds = {{"piece", "stack", "S", "stack"}};
    info.layouts = {"square"};
    info.rules_text = rules_text();
    info.texts = texts();
    return info;
}

Variant variant_of(const Options& options) {
    return options.variant == "strict" ? Variant::strict : Variant::standard;
}

/// Calls use(lines) with the lines of the options' board.
template <class Use>
auto with_lines(const Options& options, Use&& use) {
    const int size = parse_size(options.size).columns;
    return size == 9 ? use(lines<2>(size)) : use(lines<1>(size));
}

class Sight final : public Game {
  public:
    const GameInfo& info() const override { return info_; }

    Board board(const Options& options) const override {
        return with_lines(options, [](const auto& lines) {
            Board board;
            board.columns = board.rows = lines.size;
            board.style = BoardStyle::points;
            const auto name = [&](int point) {
                return square_name({point % lines.size, point / lines.size});
            };
            for (int point = 0; point < lines.points(); ++point)
                lines.neighbours[static_cast<std::size_t>(point)].each([&](int next) {
                    if (next > point) board.lines.emplace_back(name(point), name(next));
                });
            return board;
        });
    }

    Position initial(const Options& options) const override {
        return with_lines(options, [&]<int Words>(const Lines<Words>& lines) {
            return make_position(*this, State<Words>(lines, variant_of(options)));
        });
    }

    tl::expected<Position, std::string> decode(const Options& options, std::string_view text) const override {
        return with_lines(options, [&]<int Words>(const Lines<Words>& lines) {
            return decode_position<State<Words>>(*this, text, [&](const EncodedPosition& parts) {
                return State<Words>::decode(lines, variant_of(options), parts.board, parts.to_move);
            });
        });
    }

  private:
    const GameInfo info_ = describe();
};

}  // namespace

const Game& game() {
    static const Sight sight;
    return sight;
}

}  // namespace pentad::engine::sight
