#include "engine/game.hpp"

#include "engine/games/bounce/state.hpp"
#include "engine/search/make_position.hpp"

namespace pentad::engine::bounce {

std::map<std::string, std::string> rules_text();  // from RULES.md and its translations
std::map<std::string, GameTexts> texts();         // from TEXTS.txt and its translations

namespace {

GameInfo make_info() {
    GameInfo info;
    info.id = "bounce";
    info.name = "Bounce";
    info.credit = {"Mark Steere", "2023", "Shown with its name and rules unchanged, as the designer asks."};
    info.sides = {"Red", "Blue"};
    info.sizes.default_id = "8x8";
    for (int n = 4; n <= 20; n += 2) {
        const std::string side = std::to_string(n);
        info.sizes.values.push_back({side + "x" + side, side + " × " + side});
    }
    info.variants = {"standard", {{"standard", "Standard"}}};
    info.kinds = {{"checker", "checker", "C", "checker"}};
    info.layouts = {"square"};
    info.rules_text = rules_text();
    info.texts = texts();
    return info;
}

/// Calls `visit` with the smallest State that has room for the board.
template <class Visit>
auto with_state_for(int size, Visit&& visit) {
    if (size <= State<1>::largest_size) return visit.template operator()<State<1>>();
    if (size <= State<2>::largest_size) return visit.template operator()<State<2>>();
    if (size <= State<4>::largest_size) return visit.template operator()<State<4>>();
    return visit.template operator()<State<7>>();
}

class Bounce final : public Game {
  public:
    const GameInfo& info() const override { return info_; }

    Board board(const Options& options) const override {
        const int size = parse_size(options.size).rows;
        Board board;
        board.columns = board.rows = size;
        return board;
    }

    Position initial(const Options& options) const override {
        const int size = parse_size(options.size).rows;
        return with_state_for(size, [&]<class S>() { return make_position(*this, S::initial(size)); });
    }

    tl::expected<Position, std::string> decode(const Options& options, std::string_view text) const override {
        const int size = parse_size(options.size).rows;
        return with_state_for(size, [&]<class S>() {
            return decode_position<S>(*this, text, [&](const EncodedPosition& parts) {
                return S::read_board(size, parts.board, parts.to_move);
            });
        });
    }

  private:
    const GameInfo info_ = make_info();
};

}  // namespace

const Game& game() {
    static const Bounce bounce;
    return bounce;
}

}  // namespace pentad::engine::bounce
