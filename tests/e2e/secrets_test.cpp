// What lets somebody in is known to whom it was given, and to nobody and nothing else.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/complete_log.hpp"
#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"

namespace pentad::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// A link that keeps every byte it is told, and the secrets that it was given or brought.
class Ear {
  public:
    Ear(std::string name, std::uint16_t port, json auth) : name_(std::move(name)), socket_(port) {
        heard_ = join(socket_.upgrade().headers);
        for (const char* secret : {"token", "key", "code"})
            if (auth.contains(secret)) secrets_.insert(auth[secret]);
        hello_ = ask(
            "hello",
            {{"protocol", {1}}, {"client", {{"name", "ear"}, {"version", "1"}}}, {"auth", std::move(auth)}});
        for (const char* secret : {"resumeToken", "playerToken"})
            if (hello_.contains(secret)) secrets_.insert(hello_[secret]);
    }

    /// The answer's data. What it is about is a room's or a match's id.
    json ask(const std::string& type, json data = json::object(), const std::string& about = "") {
        const int id = ++last_id_;
        json request{{"type", type}, {"id", id}, {"data", std::move(data)}};
        if (!about.empty()) request[about.starts_with("m_") ? "match" : "room"] = about;
        socket_.send_text(request.dump());
        const json reply = until([&](const json& it) { return it.contains("re") && it["re"] == id; });
        EXPECT_EQ(reply.at("type"), "ok") << name_ << ": " << request << "\n" << reply;
        return reply.value("data", json::object());
    }
    /// The next of this type; others that came before it are passed over.
    json event(const std::string& type) {
        const auto wanted = [&](const json& it) { return it["type"] == type; };
        const auto found = std::find_if(events_.begin(), events_.end(), wanted);
        json event = found != events_.end() ? *found : until(wanted);
        events_.erase(events_.begin(), found == events_.end() ? found : found + 1);
        return event;
    }
    void leave() { socket_.reset(); }
    void keep(const std::string& secret) { secrets_.insert(secret); }

    const std::string& name() const { return name_; }
    const json& hello() const { return hello_; }
    const std::string& heard() const { return heard_; }
    const std::set<std::string>& secrets() const { return secrets_; }
    std::string player_token() const { return hello_.at("playerToken"); }

  private:
    static std::string join(const std::map<std::string, std::string>& headers) {
        std::string all;
        for (const auto& [header, value] : headers) all += header + ": " + value + "\n";
        return all;
    }
    template <class Wanted>
    json until(const Wanted& wanted) {
        for (;;) {
            const Frame frame = socket_.read_frame();
            heard_ += frame.payload;
            if (frame.opcode == RawSocket::closing)
                throw std::runtime_error(name_ + " was sent away with " + std::to_string(frame.close_code()));
            if (frame.opcode != RawSocket::text) continue;
            json message = json::parse(frame.payload);
            if (wanted(message)) return message;
            events_.push_back(std::move(message));
        }
    }

    const std::string name_;
    RawSocket socket_;
    std::string heard_;
    std::set<std::string> secrets_;
    std::deque<json> events_;  ///< that nobody has asked for
    json hello_;
    int last_id_ = 0;
};

json by_token(const std::string& token) { return {{"kind", "token"}, {"token", token}}; }
json as_guest(const std::string& name) { return {{"kind", "guest"}, {"name", name}}; }

std::string content(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// An evening with everything in it that has to do with who somebody is: guests, two tabs, a bot with a key,
/// a room with a password, a link that comes back, a device that another one takes over from.
class Secrets : public ::testing::Test {
  protected:
    Secrets() {
        server_.terminate();
        key_ = server_.make_bot_key("Marvin");
        server_.start();
        Ear& ann = comes("Ann", as_guest("Ann"));
        Ear& tab = comes("Ann's other tab", by_token(ann.player_token()));
        Ear& bob = comes("Bob", as_guest("Bob"));
        Ear& watcher = comes("a watcher", as_guest("Wendy"));
        Ear& bot = comes("a bot", {{"kind", "bot"}, {"name", "Marvin"}, {"key", key_}});
        for (Ear* it : {&ann, &tab, &bob, &watcher}) it->ask("lobby.subscribe");
        bot.ask("bot.register", {{"games", {"sight"}}, {"slots", 2}});

        const json people = {{{"kind", "human"}}, {{"kind", "human"}}};
        json hidden{
            {"game", "bounce"}, {"seats", people}, {"password", password_}, {"visibility", "private"}};
        const json closed = tab.ask("room.create", hidden);
        tab.keep(closed.at("code"));
        room_code_ = closed.at("code");
        tab.keep(closed.at("invite"));
        tab.keep(password_);
        // A member who is not the host hears of the room, but no invitation.
        bob.keep(room_code_);
        EXPECT_EQ(bob.ask("room.join", {{"code", room_code_}, {"seat", "watch"}, {"password", password_}})
                      .at("snapshot")
                      .at("invite"),
                  "");
        bob.ask("chat.send", {{"channel", "room"}, {"text", "Hello"}}, closed.at("room"));
        // Otherwise he would become the host once Ann leaves, and the host sees it.
        bob.ask("room.leave", json::object(), closed.at("room"));

        const json room = ann.ask("room.create", {{"game", "sight"}, {"seats", people}, {"firstSeat", 0}});
        bob.ask("room.join", {{"code", room.at("code")}});
        ann.ask("room.ready", json::object(), room.at("room"));
        bob.ask("room.ready", json::object(), room.at("room"));
        match_ = ann.event("match.started").at("match");
        bob.event("match.started");
        for (Ear* it : {&tab, &watcher}) it->ask("match.watch", json::object(), match_);
        ann.ask("chat.send", {{"channel", "match"}, {"text", "Good luck!"}}, match_);
        play(ann, 0);
        bob.event("match.moved");
        play(bob, 1);

        const json with_bot = {
            {"game", "sight"},
            {"firstSeat", 1},
            {"seats", {{{"kind", "human"}}, {{"kind", "bot"}, {"bot", bot.hello().at("player").at("id")}}}}};
        watcher.ask("room.ready", json::object(), watcher.ask("room.create", with_bot).at("room"));
        bot.event("turn.request");

        // A line breaks, and a phone takes over.
        Ear& again = comes("Ann, back", {{"kind", "resume"},
                                         {"session", ann.hello().at("session")},
                                         {"token", ann.hello().at("resumeToken")},
                                         {"streams", json::object()}});
        again.keep(again.ask("handover.create").at("code"));
        Ear& phone = comes("Ann's phone", {{"kind", "handover"}, {"code", *code_of(again)}});
        phone.ask("match.watch", json::object(), match_);
        phone.ask("match.resign", json::object(), match_);
        // The device that is left is left in all its tabs.
        EXPECT_THROW(tab.event("match.ended"), std::runtime_error);
        for (Ear* it : {&bob, &watcher}) it->event("match.ended");
        for (Ear* it : {&bob, &watcher, &bot, &phone}) it->ask("ping");
    }

    Ear& comes(const std::string& name, json auth) {
        ears_.push_back(std::make_unique<Ear>(name, server_.port(), std::move(auth)));
        return *ears_.back();
    }
    void play(Ear& who, int turn) {
        const json position = who.ask("match.watch", json::object(), match_).at("snapshot");
        who.ask("move.play",
                {{"turn", turn}, {"move", position.at("legal").front()}, {"moveId", std::to_string(turn)}},
                match_);
    }
    static std::optional<std::string> code_of(const Ear& ear) {
        for (const std::string& secret : ear.secrets())
            if (secret.size() == 13 && secret[6] == '-') return secret;
        return std::nullopt;
    }
    /// Everybody's secrets but this one's.
    std::set<std::string> secrets_of_others(const Ear* one = nullptr) const {
        std::set<std::string> all;
        for (const auto& ear : ears_) all.insert(ear->secrets().begin(), ear->secrets().end());
        if (one != nullptr)
            for (const std::string& own : one->secrets()) all.erase(own);
        return all;
    }

    ServerProcess server_{{"--metrics-port", "0", "--log-level", "trace"}};
    const std::string password_ = "open-sesame-marker";
    std::string room_code_;  ///< which is no secret to those who are in the room, and stored as it is
    std::string key_, match_;
    std::vector<std::unique_ptr<Ear>> ears_;
};

// S40
TEST_F(Secrets, OccurInNothingThatAnotherClientOrAnotherTabIsSent) {
    for (const auto& ear : ears_) {
        const std::set<std::string> others = secrets_of_others(ear.get());
        EXPECT_GE(others.size(), 10U);
        for (const std::string& secret : others)
            EXPECT_THAT(ear->heard(), Not(HasSubstr(secret))) << "heard by " << ear->name();
    }
    // And what it was given itself it was: the search finds what is there.
    EXPECT_THAT(ears_.front()->heard(), HasSubstr(ears_.front()->player_token()));
    for (const std::string& target :
         {std::string("/api/v1/rooms"), std::string("/api/v1/games"), "/api/v1/matches/" + match_,
          "/api/v1/matches/" + match_ + "/record", "/api/v1/matches/" + match_ + "/analysis",
          std::string("/api/v1/leaderboard?game=sight"), std::string("/version")}) {
        RawSocket socket(server_.port());
        socket.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        const std::string answer = socket.rest();
        EXPECT_THAT(answer, HasSubstr("HTTP/1.1 200")) << target;
        for (const std::string& secret : secrets_of_others()) EXPECT_THAT(answer, Not(HasSubstr(secret)));
    }
    const std::string log = complete_log(server_);
    for (const std::string& secret : secrets_of_others()) EXPECT_THAT(log, Not(HasSubstr(secret)));
}

// S41
TEST_F(Secrets, AreInNoFileOfTheServerButAsAHash) {
    const auto backup = server_.folder() / "data" / "copy.db";
    const auto admin = [&](const std::string& words) {
        return run(ServerProcess::program() + " admin --data " + (server_.folder() / "data").string() + " " +
                   words);
    };
    EXPECT_EQ(admin("backup " + backup.string()).status, 0);
    std::set<std::string> looked_at;
    const auto look = [&] {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(server_.folder() / "data")) {
            if (!entry.is_regular_file()) continue;
            const std::string bytes = content(entry.path());
            if (bytes.find(ears_.front()->hello().at("player").at("id")) != std::string::npos)
                looked_at.insert(entry.path().filename());
            for (const std::string& secret : secrets_of_others()) {
                if (secret == room_code_) continue;
                // Behind the sign of its kind, if it has one; others may have such a character anywhere.
                const std::string bare = secret.substr(secret.find('_') == 2 ? 3 : 0);
                EXPECT_EQ(bytes.find(bare), std::string::npos) << secret << " is in " << entry.path();
            }
        }
    };
    look();
    EXPECT_THAT(looked_at, ::testing::IsSupersetOf({"pentad.db-wal", "copy.db"})) << "it finds what is there";
    for (const auto& ear : ears_) ear->leave();
    EXPECT_EQ(server_.terminate(), 0);
    look();
    EXPECT_THAT(looked_at, ::testing::Contains("pentad.db"));
}

}  // namespace
}  // namespace pentad::testing
