#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>

namespace pentad::engine {

/// What perfect play makes of a position, in one byte. Repetition plays no part in it.
struct SolvedValue {
    static constexpr std::int8_t open = 0;  ///< neither side can force an end
    static constexpr int most_plies = 126;

    /// REQUIRES: 0 <= plies <= most_plies.
    static constexpr std::int8_t win_in(int plies) { return static_cast<std::int8_t>(plies + 1); }
    static constexpr std::int8_t loss_in(int plies) { return static_cast<std::int8_t>(-plies - 1); }
    /// REQUIRES: value != open.
    static constexpr int plies(std::int8_t value) { return (value > 0 ? value : -value) - 1; }
};

/// All positions of a game of some options, solved by going back from its ends. A game hands out one object
/// that lives as long as the program, and numbers its positions itself.
///
/// A file holds the table: a byte a position, mapped, so that processes share it. It is as good as the
/// game's rules without repetition; callers must handle repetition themselves.
/// Thread-safe; building takes seconds and is done once at a time.
class Tablebase {
  public:
    /// Fills in the values of all positions; false if stopped before the end. `told` takes sentences.
    using Told = std::function<void(const std::string&)>;
    using Solve = std::function<bool(std::span<std::int8_t> values, const Told& told, std::stop_token stop)>;

    /// `name` is the file's, and changes when what the table says does.
    Tablebase(std::string name, std::size_t positions, Solve solve);
    ~Tablebase();
    Tablebase(const Tablebase&) = delete;
    Tablebase& operator=(const Tablebase&) = delete;

    const std::string& name() const { return name_; }
    std::size_t positions() const { return positions_; }

    /// One a position; nullptr until the table is there. It then stays where it is.
    const std::int8_t* values() const { return values_.load(std::memory_order_acquire); }

    /// Maps the folder's file. False if there is no intact one.
    bool open(const std::filesystem::path& folder);

    /// Solves the game and keeps the table in the folder; in memory alone where the folder's name is empty.
    /// Does nothing when the table is there. Refuses with a sentence when the file cannot be written or
    /// the solving was stopped.
    tl::expected<void, std::string> build(const std::filesystem::path& folder, const Told& told,
                                          std::stop_token stop = {});

  private:
    struct Mapping;

    bool map(const std::filesystem::path& file);

    const std::string name_;
    const std::size_t positions_;
    const Solve solve_;
    std::mutex mutex_;  ///< guards what holds the bytes
    std::unique_ptr<Mapping> mapping_;
    std::atomic<const std::int8_t*> values_ = nullptr;
};

class Game;
struct Options;

/// What a game is besides a Game if some of its options are solved.
class SolvedGame {
  public:
    virtual ~SolvedGame() = default;

    /// nullptr where there is none. Lives as long as the program. The strongest level plays by the table once
    /// it is there. REQUIRES: options come from Game::complete().
    virtual Tablebase* tablebase(const Options& options) const = 0;
};

/// nullptr where there is none. REQUIRES: options come from game.complete().
Tablebase* tablebase_of(const Game& game, const Options& options);

}  // namespace pentad::engine
