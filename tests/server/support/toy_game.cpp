#include <charconv>

#include "engine/game.hpp"
#include "engine/search/make_position.hpp"

/// The registry of the server's tests: one game, in which every position is known. The sides take one or
/// two of a pile in turn (`t1`, `t2`); who takes the last wins.
namespace pentad::engine {
namespace {

struct Pile {
    using Move = std::uint8_t;
    using Moves = MoveList<Move, 2>;
    static constexpr double win_value = 1;

    std::uint16_t left = 0;
    Side mover = Side::first;

    Side to_move() const { return mover; }
    bool over() const { return left == 0; }
    Outcome outcome() const { return {other(mover), "last_taken"}; }
    void legal_moves(Moves& moves) const {
        for (Move take = 1; take <= 2 && take <= left; ++take) moves.add(take);
    }
    std::uint64_t count_moves() const { return left < 2 ? left : 2; }
    void play(Move take) {
        left = static_cast<std::uint16_t>(left - take);
        mover = other(mover);
    }
    std::uint64_t key() const { return 2ULL * left + (mover == Side::second); }
    int repetition_limit() const { return 0; }
    Outcome repetition_outcome() const { return outcome(); }
    double evaluate(Side side) const { return !over() ? 0 : side == mover ? -1 : 1; }
    std::vector<Piece> pieces() const {
        if (over()) return {};
        return {{"a1", Side::first, "pile", left}};
    }
    std::string to_text(Move take) const { return take == 1 ? "t1" : "t2"; }
    tl::expected<Move, Refusal> read(std::string_view text) const {
        if (text != "t1" && text != "t2")
            return tl::unexpected(Refusal{Refusal::Kind::unreadable, "", "A move is t1 or t2.", {}});
        const Move take = text == "t1" ? 1 : 2;
        if (take > left)
            return tl::unexpected(Refusal{Refusal::Kind::illegal, "3.1", "So many are not left.", {"a1"}});
        return take;
    }
    std::string encode_board() const { return std::to_string(left); }
};
static_assert(GameState<Pile>);

class PileGame final : public Game {
  public:
    const GameInfo& info() const override {
        static const GameInfo info = [] {
            GameInfo made;
            made.id = "pile";
            made.name = "Pile";
            made.sides = {"First", "Second"};
            made.sizes = {"20", {{"4", "4"}, {"20", "20"}, {"400", "400"}}};
            made.variants = {"plain", {{"plain", "Plain"}}};
            made.kinds = {{"pile", "stack", "P", "pile"}};
            made.layouts = {"square"};
            made.draw_offers = true;
            return made;
        }();
        return info;
    }
    Board board(const Options&) const override { return {1, 1, BoardStyle::squares, {}, {}, "square"}; }
    Position initial(const Options& options) const override {
        Pile pile;
        std::from_chars(options.size.data(), options.size.data() + options.size.size(), pile.left);
        return make_position(*this, pile);
    }
    tl::expected<Position, std::string> decode(const Options&, std::string_view text) const override {
        return decode_position<Pile>(
            *this, text, [](const EncodedPosition& parts) -> tl::expected<Pile, std::string> {
                Pile pile{0, parts.to_move};
                std::from_chars(parts.board.data(), parts.board.data() + parts.board.size(), pile.left);
                return pile;
            });
    }
};

}  // namespace

const std::vector<const Game*>& games() {
    static const PileGame pile;
    static const std::vector<const Game*> all{&pile};
    return all;
}

const Game* find_game(std::string_view id) {
    for (const Game* game : games())
        if (game->info().id == id) return game;
    return nullptr;
}

}  // namespace pentad::engine
