#include "engine/game.hpp"

#include "engine/games/claustro/state.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine::claustro {

std::map<std::string, std::string> rules_text();  // from RULES.md and its translations
std::map<std::string, GameTexts> texts();         // from TEXTS.txt and its translations

namespace {

GameInfo describe() {
    GameInfo info;
    info.id = "claustro";
    info.name = "Claustro";
    info.credit = {"Federico Latini", "2023",
                   "The author asks whoever publishes a digital version to write to him first."};
    info.sides = {"Green", "Blue"};
    info.sizes.default_id = "5x5";
    for (int columns = shortest_edge; columns <= longest_edge; ++columns)
        for (int rows = shortest_edge; rows <= longest_edge; ++rows) {
            const std::string wide = std::to_string(columns);
            const std::string high = std::to_string(rows);
            info.sizes.values.push_back({wide + "x" + high, wide + " × " + high + " squares"});
        }
    info.variants = {"standard",
                     {{"standard", "Standard"},
                      {"original", "Original program: repeated directions win, no putting back"},
                      {"open_goals", "Open goals: captured pawns may be put on goals"}}};
    info.kinds = {{"pawn", "pawn", "P", "pawn"}};
    info.layouts = {"square", "diamond"};
    info.rules_text = rules_text();
    info.texts = texts();
    return info;
}

Variant variant_of(const Options& options) {
    return options.variant == "original"     ? Variant::original
           : options.variant == "open_goals" ? Variant::open_goals
                                             : Variant::standard;
}

/// Calls use(field) with the board of the options.
template <class Use>
auto with_field(const Options& options, Use&& use) {
    const Size size = parse_size(options.size);
    switch (words_for(size)) {
        case 1:
            return use(field<1>(size));
        case 2:
            return use(field<2>(size));
        default:
            return use(field<3>(size));
    }
}

class Claustro final : public Game, public SolvedGame {
  public:
    const GameInfo& info() const override { return info_; }

    Board board(const Options& options) const override {
        const auto [columns, rows] = parse_size(options.size);
        Board board;
        board.columns = columns;
        board.rows = rows;
        board.marks = {{square_name({0, 0}), "goal", Side::second},
                       {square_name({columns - 1, 0}), "blocked", std::nullopt},
                       {square_name({0, rows - 1}), "blocked", std::nullopt},
                       {square_name({columns - 1, rows - 1}), "goal", Side::first}};
        return board;
    }

    Position initial(const Options& options) const override {
        return with_field(options, [&]<int Words>(const Field<Words>& field) {
            return make_position(*this, State<Words>(field, variant_of(options)));
        });
    }

    tl::expected<Position, std::string> decode(const Options& options, std::string_view text) const override {
        return with_field(options, [&]<int Words>(const Field<Words>& field) {
            return decode_position<State<Words>>(*this, text, [&](const EncodedPosition& parts) {
                return State<Words>::decode(field, variant_of(options), parts);
            });
        });
    }

    Tablebase* tablebase(const Options& options) const override {
        const bool solved = options.size == "5x5" && variant_of(options) == Variant::standard;
        return solved ? &solved_table() : nullptr;
    }

  private:
    const GameInfo info_ = describe();
};

}  // namespace

const Game& game() {
    static const Claustro claustro;
    return claustro;
}

}  // namespace pentad::engine::claustro
