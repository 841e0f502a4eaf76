// The list of public rooms, from the clients' point of view and over HTTP.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/http/site.hpp"
#include "tests/server/support/gateway_world.hpp"

namespace pentad::server {
namespace {

using namespace protocol;
using namespace std::chrono_literals;

RoomCreate new_room(Visibility visibility = Visibility::public_) {
    RoomCreate create;
    create.game = "pile";
    create.visibility = visibility;
    return create;
}

/// The lobby as somebody sees it who has only what they were sent, over connections that break.
struct SeenLobby {
    GatewayWorld& world;
    LobbySubscribe what;
    std::unique_ptr<Caller> caller;
    std::map<std::string, RoomSummary> rooms;
    int players = 0;
    RoomCounts counts;
    std::int64_t seq = 0;
    int replays = 0, snapshots = 0;

    SeenLobby(GatewayWorld& where, LobbySubscribe wanted)
        : world(where), what(std::move(wanted)), caller(std::make_unique<Caller>(where)) {
        const auto subscribed = caller->request<LobbySubscribed>(what);
        show(subscribed.snapshot, subscribed.seq);
    }
    void show(const LobbySnapshot& lobby, std::int64_t number) {
        rooms.clear();
        for (const RoomSummary& room : lobby.rooms) rooms[room.room] = room;
        players = lobby.players;
        counts = lobby.counts.value();
        seq = number;
    }
    std::string stream() const { return what.game ? "lobby:" + *what.game : "lobby"; }
    /// The connection breaks, and what has not been read is lost.
    void come_back() {
        caller->cut();
        world.rooms.services.lobby.flush();
        const ResumeAuth auth{caller->hello.session, caller->hello.resume_token, {{stream(), seq}}};
        caller = std::make_unique<Caller>(world, auth);
        const protocol::Resumed how = caller->hello.resumed.at(stream());
        ASSERT_NE(how, protocol::Resumed::gone);
        ++(how == protocol::Resumed::replay ? replays : snapshots);
    }
    void read() {
        for (const Event& event : caller->events()) {
            if (const auto* whole = std::get_if<LobbySnapshot>(&event.body)) show(*whole, *event.seq);
            if (!event.seq || std::holds_alternative<LobbySnapshot>(event.body)) continue;
            ASSERT_EQ(*event.seq, ++seq);
            const auto* delta = std::get_if<LobbyDelta>(&event.body);
            if (delta == nullptr) continue;
            for (const std::string& room : delta->remove) rooms.erase(room);
            for (const RoomSummary& room : delta->upsert) rooms[room.room] = room;
            players = delta->players;
            counts = delta->counts.value();
        }
        caller->forget();
    }
};

std::string text(const std::map<std::string, RoomSummary>& rooms) {
    RoomPage page;
    for (const auto& [id, room] : rooms) page.rooms.push_back(room);
    return nlohmann::json::parse(encode(page)).at("rooms").dump();
}

/// The list over HTTP, all pages of it.
struct ListedRooms {
    std::map<std::string, nlohmann::json> rooms;
    nlohmann::json first;

    ListedRooms(Site& site, const std::string& query, bool all = true) {
        std::string cursor;
        do {
            nlohmann::json page;
            site.answer("/api/v1/rooms?" + query + cursor,
                        [&](const HttpResponse& answer) { page = nlohmann::json::parse(*answer.body); });
            for (const auto& room : page.at("rooms")) rooms[room.at("room")] = room;
            cursor = page.contains("next") ? "&cursor=" + page.at("next").get<std::string>() : "";
            if (first.is_null()) first = std::move(page);
        } while (all && !cursor.empty());
    }
    std::string text() const {
        nlohmann::json list = nlohmann::json::array();
        for (const auto& [id, room] : rooms) list.push_back(room);
        return list.dump();
    }
};

/// People who do anything to rooms, also those of others, and whose connections break.
class RestlessPeople {
  public:
    explicit RestlessPeople(GatewayWorld& world) : world_(world) {
        for (int i = 0; i < 8; ++i)
            people_.push_back(std::make_unique<Caller>(
                world, GuestAuth{"Player " + std::string(1, static_cast<char>('A' + i))}));
        for (std::size_t i = 0; i < people_.size(); ++i) tokens_[i] = people_[i]->hello.player_token.value();
        here_.fill(true);
    }
    std::size_t roll(std::size_t sides) {
        dice_ = dice_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::size_t>(dice_ >> 33) % sides;
    }
    /// People, each once however many tabs they have open.
    int here() const {
        int count = 0;
        for (std::size_t i = 0; i < people_.size(); ++i) count += here_[i] || tabs_[i] ? 1 : 0;
        return count;
    }
    int broken() const { return broken_; }

    void step() {
        const std::size_t i = roll(people_.size());
        if (roll(60) == 0) return open_or_close_tab(i);
        if (!here_[i] || roll(40) == 0) return come_or_go(i);
        // Longer than any seat, and any room without people, is kept.
        if (roll(300) == 0) return world_.rooms.pass(90s);
        std::erase_if(rooms_, [&](const std::string& id) { return !world_.rooms.services.rooms.find({id}); });
        if (rooms_.empty() || roll(12) == 0) {
            const auto made = people_[i]->try_request<RoomEntered>(
                new_room(roll(5) == 0 ? Visibility::unlisted : Visibility::public_));
            if (made) rooms_.push_back(made->room);
        } else {
            change(*people_[i], rooms_[roll(rooms_.size())]);
        }
    }

  private:
    void open_or_close_tab(std::size_t i) {
        if (tabs_[i]) {
            tabs_[i]->cut();
            tabs_[i].reset();
        } else {
            tabs_[i] = std::make_unique<Caller>(world_, TokenAuth{tokens_[i]});
        }
    }

    void come_or_go(std::size_t i) {
        std::unique_ptr<Caller>& who = people_[i];
        if (here_[i]) {
            if (roll(2) == 0) who->request(Bye{});
            who->cut();
            ++broken_;
        } else if (roll(4) != 0) {
            who =
                std::make_unique<Caller>(world_, ResumeAuth{who->hello.session, who->hello.resume_token, {}});
        } else {
            // Somebody else, as far as the server knows.
            if (tabs_[i]) open_or_close_tab(i);
            who = std::make_unique<Caller>(world_);
            tokens_[i] = who->hello.player_token.value();
        }
        here_[i] = !here_[i];
    }

    void change(Caller& who, const std::string& room) {
        switch (roll(9)) {
            case 0:
                who.try_request<RoomEntered>(RoomJoin{room, "", "", JoinSeat::any, ""});
                break;
            case 1:
                who.try_request<RoomEntered>(RoomJoin{room, "", "", JoinSeat::watch, ""});
                break;
            case 2:
            case 3:
                who.try_request<Empty>(RoomLeave{}, room);
                break;
            case 4:
                who.try_request<Empty>(RoomReady{roll(2) == 0}, room);
                break;
            case 5: {
                RoomUpdate update;
                if (roll(2) == 0) update.visibility = static_cast<Visibility>(roll(3));
                if (roll(2) == 0) update.tc = TimeControl{TimeControlKind::permove, {}, {}, 9s};
                if (roll(3) == 0) update.spectators = roll(2) == 0;
                who.try_request<Empty>(update, room);
                break;
            }
            case 6: {
                ChairRequest chair;
                chair.kind = roll(2) == 0 ? ChairKind::open : ChairKind::closed;
                who.try_request<Empty>(RoomSeat{roll(2) == 0 ? Side::first : Side::second, chair}, room);
                break;
            }
            case 7:
                who.try_request<Empty>(RoomKick{people_[roll(people_.size())]->player()}, room);
                break;
            default:
                if (const auto found = world_.rooms.services.rooms.find({room}); found && found->match())
                    who.try_request<Empty>(MatchResign{}, "", found->match()->setup().id.text);
        }
    }

    GatewayWorld& world_;
    std::vector<std::unique_ptr<Caller>> people_;
    std::array<std::unique_ptr<Caller>, 8> tabs_;
    std::array<std::string, 8> tokens_;
    std::array<bool, 8> here_{};
    int broken_ = 0;
    std::vector<std::string> rooms_;
    std::uint64_t dice_ = 3;
};

TEST(Lobby, HasTheSameRoomsInDeltasAndOverHttp) {
    Config config;
    config.max_rooms_per_player = 100;
    config.hellos_per_minute = 0;
    GatewayWorld world(config);
    Site site(world.rooms.services, StaticFiles{});
    RestlessPeople people(world);
    SeenLobby whole(world, LobbySubscribe{std::nullopt, 500}), window(world, LobbySubscribe{"pile", 10});
    std::optional<SeenLobby> late;
    std::size_t most = 0;
    for (int step = 0; step < 10'000; ++step) {
        people.step();
        if (people.roll(7) == 0) world.rooms.services.lobby.flush();
        if (step == 5000) late.emplace(world, LobbySubscribe{"pile", 500});
        if (people.roll(250) == 0) whole.come_back();
        if (people.roll(250) == 0) window.come_back();
        if (step % 250 != 249) continue;
        world.rooms.services.lobby.flush();
        for (SeenLobby* seen : {&whole, &window}) seen->read();
        const ListedRooms listed(site, "limit=7");
        ASSERT_EQ(text(whole.rooms), listed.text()) << "after " << step;
        ListedRooms part(site, "game=pile&state=open&limit=10", /*all=*/false);
        for (const char* state : {"playing", "over"})
            part.rooms.merge(
                ListedRooms(site, "limit=10&game=pile&state=" + std::string(state), /*all=*/false).rooms);
        ASSERT_EQ(text(window.rooms), part.text()) << "after " << step;
        if (late) {
            late->read();
            ASSERT_EQ(text(late->rooms), listed.text());
        }
        // What is listed is what there is, as it is now, and nobody is counted who is not here.
        std::map<std::string, RoomSummary> there;
        RoomCounts counts;
        for (const auto& [id, room] : world.rooms.services.rooms.all()) {
            if (room->settings().visibility != Visibility::public_) continue;
            there[id.text] = room->summary();
            ++(room->state() == RoomState::open      ? counts.open
               : room->state() == RoomState::playing ? counts.playing
                                                     : counts.over);
        }
        ASSERT_EQ(text(whole.rooms), text(there)) << "after " << step;
        const int players = people.here() + (late ? 3 : 2);
        for (const SeenLobby* seen : {&whole, &window}) {
            ASSERT_EQ(seen->players, players) << "after " << step;
            ASSERT_EQ(seen->counts, counts) << "after " << step;
        }
        ASSERT_EQ(listed.first.at("players"), players);
        ASSERT_EQ(listed.first.at("total"), counts.total());
        most = std::max(most, there.size());
    }
    EXPECT_GT(most, 20U);
    EXPECT_GT(people.broken(), 100);
    EXPECT_GT(whole.replays, 0);
    EXPECT_GT(window.replays, 0);
}

TEST(Lobby, ShowsNoMoreRoomsThanHelloSays) {
    GatewayWorld world;
    Caller caller(world);
    const int most = caller.hello.limits.lobby_rooms;
    EXPECT_EQ(caller.request<LobbySubscribed>(LobbySubscribe{std::nullopt, most}).snapshot.limit, most);
    for (const int limit : {most + 1, 0, -1})
        EXPECT_EQ(caller.refusal<LobbySubscribed>(LobbySubscribe{std::nullopt, limit}), "bad_request");
}

RoomSummary listed(const std::string& id, const std::string& game) {
    RoomSummary room;
    room.room = id;
    room.game = game;
    return room;
}

TEST(Lobby, RemovesARoomFromTheListOfItsOldGame) {
    const BlockList none;
    Lobby lobby(none, [] {});
    const auto connection = std::make_shared<RecordingConnection>();
    const auto session = std::make_shared<Session>(SessionId{"s"}, Player{"p", "P", {}});
    session->attach(connection);
    lobby.subscribe(session, "bounce");
    const auto told = [&] {
        lobby.flush();
        std::string text;
        for (const Bytes& sent : connection->sent) {
            const auto message = decode_server_message(*sent);
            const auto& delta = std::get<LobbyDelta>(std::get<Event>(*message).body);
            for (const auto& room : delta.upsert) text += "+" + room.room;
            for (const auto& room : delta.remove) text += "-" + room;
        }
        connection->sent.clear();
        return text;
    };
    lobby.upsert(listed("r", "bounce"));
    EXPECT_EQ(told(), "+r");
    lobby.upsert(listed("r", "sight"));
    EXPECT_EQ(told(), "-r");
    lobby.upsert(listed("r", "replica"));
    EXPECT_EQ(told(), "");
    lobby.upsert(listed("r", "bounce"));
    EXPECT_EQ(told(), "+r");
    lobby.upsert(listed("r", "sight"));
    lobby.upsert(listed("r", "bounce"));
    EXPECT_EQ(told(), "+r") << "there and back before anybody was told";
    lobby.upsert(listed("r", "sight"));
    lobby.remove("r");
    EXPECT_EQ(told(), "-r");
}

}  // namespace
}  // namespace pentad::server
