// The power goes while the server writes: what it wrote and synced is looked at step by step.

#include <gmock/gmock.h>

#include <random>
#include <set>
#include <thread>

#include "server/store/sqlite_store.hpp"
#include "tests/support/crash_images.hpp"
#include "tests/support/long_run.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

/// Match -> the moves that were announced, in order.
using Announced = std::map<std::string, std::vector<std::string>>;

/// The payloads of the frames that were sent together.
std::vector<std::string> payloads(const std::string& sent) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at + 2 <= sent.size();) {
        const auto byte = [&](std::size_t i) {
            return static_cast<unsigned char>(i < sent.size() ? sent[i] : 0);
        };
        std::size_t head = 2, size = byte(at + 1) & 0x7f;
        const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (more > 0) size = 0;
        for (; head < 2 + more; ++head) size = size << 8 | byte(at + head);
        if (size > sent.size() - at) break;
        all.push_back(sent.substr(at + head, size));
        at += head + size;
    }
    return all;
}

/// What was sent may tell of moves.
void hear(Announced& announced, const std::string& sent) {
    for (const std::string& payload : payloads(sent)) {
        const auto message = decode_server_message(payload);
        if (!message) continue;
        const auto* event = std::get_if<Event>(&*message);
        if (event == nullptr) continue;
        if (const auto* moved = std::get_if<MatchMoved>(&event->body)) {
            auto& moves = announced[event->match];
            if (moves.size() < static_cast<std::size_t>(moved->ply)) moves.push_back(moved->move);
        }
    }
}

/// Has everything been synced that was written?
bool all_synced(const std::vector<DiskStep>& steps) {
    std::set<std::uint32_t> unsynced;
    for (const DiskStep& step : steps) {
        if (step.kind == DiskStep::Kind::write) unsynced.insert(step.file);
        if (step.kind == DiskStep::Kind::sync) unsynced.erase(step.file);
    }
    return unsynced.empty();
}

/// Plays on a server whose writes are written down, until it is stopped.
CrashImages recorded(const std::vector<std::string>& settings, const std::filesystem::path& log) {
    ServerProcess server(settings, {{"LD_PRELOAD", PENTAD_PRELOAD_DISK},
                                    {"PENTAD_DISK_FOLDER", "{folder}/data"},
                                    {"PENTAD_DISK_LOG", log.string()}});
    TestClient person = TestClient::guest(server.port());
    std::uint64_t dice = 5;
    std::vector<std::string> matches;
    for (const GameCard& card : std::vector<GameCard>(person.session().games)) {
        RoomCreate create;
        create.game = card.game;
        create.hotseat = true;
        const std::string room = person.create(create).room;
        person.request<Empty>(RoomReady{true}, "", room);
        matches.push_back(person
                              .wait_event(
                                  [&](const Event& it) {
                                      return std::holds_alternative<MatchStarted>(it.body) && it.room == room;
                                  },
                                  TestClient::patience, "the start")
                              .match);
    }
    for (int i = 0; i < repeats(150, 1000); ++i) {
        const std::string& match = matches[pick_index(dice, matches.size())];
        const auto& now = person.match(match).now;
        if (now.result) continue;
        person.play(match, (*now.legal)[pick_index(dice, now.legal->size())]);
    }
    const auto patience = std::chrono::steady_clock::now() + TestClient::patience;
    while (!all_synced(read_disk_log(log)) && std::chrono::steady_clock::now() < patience)
        std::this_thread::yield();
    EXPECT_EQ(server.terminate(), 0);
    return CrashImages(read_disk_log(log));
}

/// The steps that bring the log into the database's file.
std::vector<std::size_t> checkpoint_steps(const std::vector<DiskStep>& steps) {
    std::map<std::uint32_t, std::string> names;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].kind == DiskStep::Kind::name) names[steps[i].file] = steps[i].bytes;
        if (steps[i].kind == DiskStep::Kind::write && names[steps[i].file].ends_with("/pentad.db"))
            found.push_back(i);
    }
    return found;
}

struct Losses {
    int images = 0;
    int refused = 0;  ///< to be opened
    int lost = 0;     ///< an announced move
    std::size_t moves = 0;
};

std::set<std::size_t> random_points(const CrashImages& images, int times) {
    std::mt19937_64 random(62);
    std::set<std::size_t> points;
    for (int i = 0; i < times; ++i) points.insert(random() % images.steps().size());
    return points;
}

Losses lose_power(const CrashImages& images, const std::set<std::size_t>& points) {
    std::mt19937_64 random(63);
    Losses losses;
    Announced announced;
    std::size_t heard = 0;
    for (const std::size_t point : points) {
        for (; heard < point; ++heard)
            if (images.steps()[heard].kind == DiskStep::Kind::sent)
                hear(announced, images.steps()[heard].bytes);
        const TemporaryFolder folder;
        images.make(point, random(), folder.path());
        ++losses.images;
        auto store = server::open_sqlite_store(folder.path(), server::Durability::full);
        if (!store) {
            ++losses.refused;
            continue;
        }
        bool all_there = true;
        for (const auto& [id, moves] : announced) {
            const auto match = (*store)->match({id}).value();
            std::vector<std::string> stored;
            if (match)
                for (const server::MatchEvent& event : match->events)
                    if (const auto* moved = std::get_if<server::Moved>(&event)) stored.push_back(moved->move);
            all_there = all_there && stored.size() >= moves.size() &&
                        std::equal(moves.begin(), moves.end(), stored.begin());
        }
        if (!all_there) ++losses.lost;
    }
    for (const auto& [id, moves] : announced) losses.moves += moves.size();
    return losses;
}

// S62
TEST(PowerLoss, AtAnyMomentLosesNoMoveThatWasAnnounced) {
    const TemporaryFolder folder;
    // The log is worked into the file, and begun again, many times.
    const CrashImages images =
        recorded({"--durability", "full", "--checkpoint-pages", "10"}, folder.path() / "log");
    const auto checkpoints = checkpoint_steps(images.steps());
    std::set<std::size_t> points = random_points(images, repeats(150, 4000));
    points.insert(checkpoints.begin(), checkpoints.end());
    const Losses losses = lose_power(images, points);
    std::printf(
        "%zu steps, %zu of checkpoints, %d images, %zu moves announced: %d lost one, %d could not be "
        "opened\n",
        images.steps().size(), checkpoints.size(), losses.images, losses.moves, losses.lost, losses.refused);
    EXPECT_GT(checkpoints.size(), 50U);
    EXPECT_GT(losses.moves, 50U);
    EXPECT_EQ(losses.lost, 0);
    EXPECT_EQ(losses.refused, 0);
}

TEST(PowerLoss, IsNoticedHereWhereItIsAllowedToLoseMoves) {
    const TemporaryFolder folder;
    const CrashImages images = recorded({"--durability", "normal"}, folder.path() / "log");
    const Losses losses = lose_power(images, random_points(images, 60));
    std::printf("%d images: %d lost a move, %d could not be opened\n", losses.images, losses.lost,
                losses.refused);
    EXPECT_GT(losses.lost, 5);
    EXPECT_EQ(losses.refused, 0) << "the file is whole all the same";

    const Losses a_moment_later = lose_power(images, {images.steps().size()});
    EXPECT_GT(a_moment_later.moves, 50U);
    EXPECT_EQ(a_moment_later.lost, 0) << "what was written a moment ago has reached the disk";
}

}  // namespace
}  // namespace pentad::testing
