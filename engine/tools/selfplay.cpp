#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>

#include "engine/search/random.hpp"
#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"

namespace pentad::engine::tools {
namespace {

/// A line on standard error now and then, so that a long run is seen to be alive.
class Progress {
  public:
    explicit Progress(int games) : games_(games) {}
    void finished(int game) {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::seconds(5)) return;
        last_ = now;
        std::cerr << game << " of " << games_ << " games\n";
    }

  private:
    const int games_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

void play_games(const SelfPlay& wanted, Format format) {
    const bool json = format == Format::json;
    check_level(wanted.first_level);
    check_level(wanted.second_level);
    const Position start = reach(wanted.line);
    if (std::max(wanted.first_level, wanted.second_level) == levels().back().number)
        prepare_table(wanted.line, wanted.tables);
    std::array<int, 2> wins{};
    int draws = 0;
    std::uint64_t plies = 0;
    Progress progress(wanted.games);
    Random seeds(wanted.seed);
    for (int game = 1; game <= wanted.games; ++game) {
        const std::array<std::uint64_t, 2> seed{seeds.next(), seeds.next()};
        const std::array<int, 2> level{wanted.first_level, wanted.second_level};
        if (!json) std::cout << "game " << game << ':';
        std::vector<std::string> moves;
        Position position = start;
        while (!position.outcome()) {
            const auto side = static_cast<std::size_t>(index(position.to_move()));
            const std::string move = position.choose({level[side], seed[side]}).move;
            if (json)
                moves.push_back(move);
            else
                std::cout << ' ' << move;
            position = position.after(move).value();
            ++plies;
        }
        if (json)
            print({{"game", game}, {"moves", moves}, {"outcome", outcome_json(position)}});
        else
            std::cout << " | " << outcome_text(position) << std::endl;
        if (const auto winner = position.outcome()->winner)
            ++wins[static_cast<std::size_t>(index(*winner))];
        else
            ++draws;
        progress.finished(game);
    }
    if (json)
        return print({{"games", wanted.games},
                      {"first", wins[0]},
                      {"second", wins[1]},
                      {"draws", draws},
                      {"plies", plies}});
    std::cout << "games " << wanted.games << ", first " << wins[0] << ", second " << wins[1] << ", draws "
              << draws << ", plies " << plies << '\n';
}

}  // namespace pentad::engine::tools
