#include <algorithm>
#include <array>
#include <bit>

#include "engine/game.hpp"
#include "engine/geometry/rows.hpp"
#include "engine/geometry/square.hpp"
#include "engine/search/make_position.hpp"
#include "engine/search/move_list.hpp"

namespace pentad::engine::noughts {

std::map<std::string, std::string> rules_text();  // from RULES.md and its translations
std::map<std::string, GameTexts> texts();         // from TEXTS.txt and its translations

namespace {

constexpr int squares = 9;
constexpr std::array<unsigned, 8> lines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
constexpr std::string_view letters = "XO";
constexpr std::array<const char*, 2> kinds{"cross", "nought"};

std::string name_of(int square) { return square_name({square % 3, square / 3}); }

struct State {
    using Move = int;
    using Moves = MoveList<int, squares>;
    static constexpr double win_value = 100;

    std::array<unsigned, 2> marks{};
    Side turn = Side::first;

    unsigned taken() const { return marks[0] | marks[1]; }
    bool has_line(Side side) const {
        const unsigned own = marks[static_cast<std::size_t>(index(side))];
        return std::any_of(lines.begin(), lines.end(), [&](unsigned line) { return (own & line) == line; });
    }

    Side to_move() const { return turn; }
    bool over() const { return has_line(other(turn)) || taken() == 0777; }
    Outcome outcome() const {
        if (has_line(other(turn))) return {other(turn), "three_in_line"};
        return {std::nullopt, "full_board"};
    }
    void legal_moves(Moves& moves) const {
        if (over()) return;
        for (int square = 0; square < squares; ++square)
            if (!(taken() >> square & 1)) moves.add(square);
    }
    std::uint64_t count_moves() const {
        return over() ? 0 : static_cast<std::uint64_t>(squares - std::popcount(taken()));
    }
    void play(int square) {
        marks[static_cast<std::size_t>(index(turn))] |= 1U << square;
        turn = other(turn);
    }
    std::uint64_t key() const { return marks[0] | marks[1] << 9; }
    int repetition_limit() const { return 0; }
    Outcome repetition_outcome() const { return {}; }
    double evaluate(Side side) const {
        if (!over()) return 0;
        const auto winner = outcome().winner;
        return !winner ? 0 : *winner == side ? win_value : -win_value;
    }
    std::vector<Piece> pieces() const {
        std::vector<Piece> all;
        for (int square = 0; square < squares; ++square)
            for (Side side : {Side::first, Side::second})
                if (const auto i = static_cast<std::size_t>(index(side)); marks[i] >> square & 1)
                    all.push_back({name_of(square), side, kinds[i], 1});
        return all;
    }
    std::string to_text(int square) const { return name_of(square); }
    tl::expected<int, Refusal> read(std::string_view text) const {
        std::string_view rest = text;
        const auto square = take_square(rest);
        if (!square || !rest.empty() || square->column > 2 || square->row > 2)
            return tl::unexpected(
                Refusal{Refusal::Kind::unreadable, "", "A move is a square from a1 to c3.", {}});
        const int number = square->row * 3 + square->column;
        if (taken() >> number & 1) {
            const std::string name = name_of(number);
            return tl::unexpected(Refusal{Refusal::Kind::illegal, "3.1", name + " is not empty.", {name}});
        }
        return number;
    }
    std::string encode_board() const {
        std::string text(squares, '.');
        for (std::size_t side : {0, 1})
            for (std::size_t square = 0; square < squares; ++square)
                if (marks[side] >> square & 1) text[square] = letters[side];
        return write_rows({3, 3}, text);
    }
};

tl::expected<State, std::string> read_board(const EncodedPosition& parts) {
    const auto text = read_rows({3, 3}, parts.board, letters);
    if (!text) return tl::unexpected(text.error());
    State state;
    state.turn = parts.to_move;
    for (std::size_t square = 0; square < text->size(); ++square)
        if (const std::size_t side = letters.find((*text)[square]); side != letters.npos)
            state.marks[side] |= 1U << square;
    const int ahead = std::popcount(state.marks[0]) - std::popcount(state.marks[1]);
    if (ahead != index(state.turn) || state.has_line(state.turn))
        return tl::unexpected<std::string>("No game comes to this board with this side to move.");
    return state;
}

class Noughts final : public Game {
  public:
    Noughts() {
        info_.id = "noughts";
        info_.name = "Noughts";
        info_.credit.designer = "nobody in particular";
        info_.sides = {"Crosses", "Noughts"};
        info_.sizes = {"3x3", {{"3x3", "3 × 3"}}};
        info_.variants = {"standard", {{"standard", "Standard"}}};
        info_.kinds = {{"cross", "cross", "X", "cross"}, {"nought", "nought", "O", "nought"}};
        info_.layouts = {"square"};
        info_.rules_text = rules_text();
        info_.texts = texts();
    }
    const GameInfo& info() const override { return info_; }
    Board board(const Options&) const override {
        Board board;
        board.columns = board.rows = 3;
        return board;
    }
    Position initial(const Options&) const override { return make_position(*this, State{}); }
    tl::expected<Position, std::string> decode(const Options&, std::string_view text) const override {
        return decode_position<State>(*this, text, read_board);
    }

  private:
    GameInfo info_;
};

}  // namespace

const Game& game() {
    static const Noughts noughts;
    return noughts;
}

}  // namespace pentad::engine::noughts
