// What a server makes of the store that it finds, also when it cannot be read.

#include "server/app/recovery.hpp"

#include <gmock/gmock.h>

#include "tests/server/support/failing_store.hpp"
#include "tests/server/support/room_world.hpp"

namespace pentad::server {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A store of which one thing cannot be read.
class UnreadableStore final : public ForwardingStore {
  public:
    explicit UnreadableStore(std::string what) : what_(std::move(what)) {}

    Result<std::optional<ServerTime>> last_alive() override {
        return or_fail("alive", [&] { return ForwardingStore::last_alive(); });
    }
    Result<std::vector<Sanction>> sanctions() override {
        return or_fail("sanctions", [&] { return ForwardingStore::sanctions(); });
    }
    Result<std::vector<Block>> blocks() override {
        return or_fail("blocks", [&] { return ForwardingStore::blocks(); });
    }
    Result<std::vector<StoredRoom>> open_rooms() override {
        return or_fail("rooms", [&] { return ForwardingStore::open_rooms(); });
    }
    Result<std::optional<StoredMatch>> match(const MatchId& id) override {
        return or_fail("match", [&] { return ForwardingStore::match(id); });
    }
    Result<std::vector<StoredSession>> sessions() override {
        return or_fail("sessions", [&] { return ForwardingStore::sessions(); });
    }
    Result<std::optional<StoredPlayer>> player(const PlayerId& id) override {
        return or_fail("player", [&] { return ForwardingStore::player(id); });
    }

  private:
    template <class Read>
    auto or_fail(const char* what, Read read) -> decltype(read()) {
        if (what_ == what) return tl::unexpected(StoreError{"a sector is gone"});
        return read();
    }

    const std::string what_;
};

/// What is found in a store of two rooms, one of which has a match, and a session.
RecoveredState found_without(const std::string& what) {
    StoreThread store(std::make_unique<UnreadableStore>(what), [](auto, auto) {});
    StoredRoom quiet = RoomWorld::plan(), playing = RoomWorld::plan();
    MatchSetup match;
    match.id = {"m_1"};
    match.game = playing.game;
    match.options = playing.options;
    playing.match = match.id;
    store.write(batch(StoredPlayer{{"p_1"}, "Ann", "guest", "", {}},
                      StoredSession{{"s_1"}, {"p_1"}, "", "", {}}, match, quiet, playing),
                [](const auto&) {});
    return read_recovered_state(store);
}

TEST(Recovery, FailsWhenTheStoreCannotBeRead) {
    for (const char* what : {"alive", "sanctions", "blocks", "rooms", "sessions", "player"}) {
        try {
            found_without(what);
            ADD_FAILURE() << what;
        } catch (const std::runtime_error& reason) {
            EXPECT_THAT(reason.what(),
                        HasSubstr("cannot be read: a sector is gone. Start the server again, or replace"))
                << what;
        }
    }
}

TEST(Recovery, FailsWhenTheDiskIsFull) {
    const auto full = std::make_shared<std::atomic<bool>>(true);
    RoomWorld world({}, std::make_unique<FailingStore>(full));
    try {
        recover_rooms(world.services, found_without("").rooms, {});
        ADD_FAILURE() << "the match goes on";
    } catch (const std::runtime_error& reason) {
        EXPECT_THAT(reason.what(),
                    HasSubstr("the disk is full. Free disk space and start the server again."));
    }
}

TEST(Recovery, LeavesOutARoomWhoseMatchCannotBeRead) {
    EXPECT_THAT(found_without("match").rooms, SizeIs(1));
    const RecoveredState all = found_without("");
    EXPECT_THAT(all.rooms, SizeIs(2));
    EXPECT_THAT(all.sessions, SizeIs(1));
}

}  // namespace
}  // namespace pentad::server
