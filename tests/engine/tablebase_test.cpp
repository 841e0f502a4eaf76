#include "engine/tablebase.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "engine/search/random.hpp"
#include "engine/search/retrograde.hpp"

/// The solver on games that are made up, and the file of a table.
namespace pentad::engine {
namespace {

namespace fs = std::filesystem;

/// Positions with moves at random between them; some are ends.
class RandomGame {
  public:
    RandomGame(std::size_t positions, std::uint64_t seed) : moves_(positions), before_(positions) {
        Random random(seed);
        for (std::size_t place = 0; place < positions; ++place) {
            const auto kind = random.below(12);
            at_once_.push_back(kind == 0   ? SolvedValue::win_in(0)
                               : kind == 1 ? SolvedValue::loss_in(0)
                               : kind == 2 ? SolvedValue::win_in(1)
                                           : SolvedValue::open);
            if (at_once_[place] != SolvedValue::open) continue;
            for (auto n = 1 + random.below(4); n > 0; --n) {
                const auto to = static_cast<std::size_t>(random.below(positions));
                moves_[place].push_back(to);
                before_[to].push_back(place);
            }
        }
    }

    std::size_t positions() const { return moves_.size(); }
    std::int8_t value_at_once(std::size_t place) const { return at_once_[place]; }
    unsigned moves(std::size_t place) const { return static_cast<unsigned>(moves_[place].size()); }
    template <class Visit>
    void each_predecessor(std::size_t place, Visit&& visit) const {
        for (const std::size_t before : before_[place]) visit(before);
    }

    /// Forwards, all positions again and again, until nothing changes.
    std::vector<std::int8_t> values() const {
        std::vector<std::int8_t> values = at_once_;
        for (int plies = 1; plies < SolvedValue::most_plies; ++plies)
            for (std::size_t place = 0; place < positions(); ++place) {
                if (values[place] != SolvedValue::open) continue;
                bool all_won = true, one_lost = false;
                for (const std::size_t to : moves_[place]) {
                    const bool known =
                        values[to] != SolvedValue::open && SolvedValue::plies(values[to]) < plies;
                    one_lost = one_lost || (known && values[to] < 0);
                    all_won = all_won && known && values[to] > 0;
                }
                if (one_lost) values[place] = SolvedValue::win_in(plies);
                if (all_won) values[place] = SolvedValue::loss_in(plies);
            }
        return values;
    }

  private:
    std::vector<std::int8_t> at_once_;
    std::vector<std::vector<std::size_t>> moves_;
    std::vector<std::vector<std::size_t>> before_;
};

void say_nothing(const std::string&) {}

TEST(Retrograde, FindsWhatLookingForwardsFinds) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const RandomGame game(400, seed);
        std::vector<std::int8_t> values(game.positions());
        ASSERT_TRUE(solve_backwards(game, values, say_nothing, {}));
        EXPECT_EQ(values, game.values()) << "seed " << seed;
    }
}

/// Ten positions, each a win in as many plies as its number says.
Tablebase ten_wins(int& solved) {
    return {"ten", 10, [&solved](std::span<std::int8_t> values, const auto&, const std::stop_token& stop) {
                ++solved;
                for (std::size_t n = 0; n < values.size(); ++n)
                    values[n] = SolvedValue::win_in(static_cast<int>(n));
                return !stop.stop_requested();
            }};
}

class TableFile : public testing::Test {
  protected:
    TableFile() { fs::remove_all(folder_); }
    ~TableFile() override { fs::remove_all(folder_); }

    const fs::path folder_ = fs::temp_directory_path() / ("pentad-tables-" + std::to_string(getpid()));
    int solved_ = 0;
};

TEST_F(TableFile, IsMadeOnceAndFoundAgain) {
    {
        Tablebase table = ten_wins(solved_);
        EXPECT_FALSE(table.open(folder_));
        EXPECT_EQ(table.values(), nullptr);
        EXPECT_TRUE(table.build(folder_, say_nothing));
        EXPECT_TRUE(table.build(folder_, say_nothing));
        ASSERT_NE(table.values(), nullptr);
    }
    EXPECT_EQ(solved_, 1);
    Tablebase table = ten_wins(solved_);
    ASSERT_TRUE(table.open(folder_));
    EXPECT_EQ(SolvedValue::plies(table.values()[7]), 7);
    EXPECT_EQ(solved_, 1);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(TableFile, IsNotUsedWhenItIsDamaged) {
    {
        Tablebase table = ten_wins(solved_);
        ASSERT_TRUE(table.build(folder_, say_nothing));
    }
    std::fstream file(folder_ / "ten", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-1, std::ios::end);
    file.put('x');
    file.close();
    Tablebase table = ten_wins(solved_);
    EXPECT_FALSE(table.open(folder_));
    EXPECT_TRUE(table.build(folder_, say_nothing));
    EXPECT_EQ(SolvedValue::plies(table.values()[9]), 9);
}

TEST_F(TableFile, StaysInMemoryWithoutAFolder) {
    Tablebase table = ten_wins(solved_);
    ASSERT_TRUE(table.build("", say_nothing));
    EXPECT_EQ(SolvedValue::plies(table.values()[9]), 9);
}

TEST_F(TableFile, IsNotThereWhenTheSolvingWasStopped) {
    Tablebase table = ten_wins(solved_);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(table.build(folder_, say_nothing, stop.get_token()));
    EXPECT_EQ(table.values(), nullptr);
    EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(TableFile, SaysWhereItCannotBeWritten) {
    std::ofstream(folder_).put('x');  // a file where the folder should be
    Tablebase table = ten_wins(solved_);
    const auto built = table.build(folder_, say_nothing);
    ASSERT_FALSE(built);
    EXPECT_THAT(built.error(), testing::HasSubstr(folder_.string()));
}

}  // namespace
}  // namespace pentad::engine
