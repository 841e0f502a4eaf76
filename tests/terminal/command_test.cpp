#include "clients/terminal/model/command.hpp"

#include <gtest/gtest.h>

#include "clients/terminal/model/create_form.hpp"
#include "clients/terminal/model/link.hpp"
#include "clients/terminal/model/people.hpp"
#include "clients/terminal/model/room_plan.hpp"
#include "clients/terminal/model/time_text.hpp"
#include "clients/terminal/net/connection.hpp"
#include "clients/terminal/text/words.hpp"

namespace pentad::terminal {
namespace {

using namespace std::chrono_literals;
using protocol::TimeControlKind;

template <class Kind>
Kind read(std::string_view text) {
    const auto command = read_command(text);
    if (!command) {
        ADD_FAILURE() << text << ": " << command.error();
        return {};
    }
    if (const auto* kind = std::get_if<Kind>(&*command)) return *kind;
    ADD_FAILURE() << text << " is another command";
    return {};
}

std::string refusal(std::string_view text) {
    const auto command = read_command(text);
    return command ? "accepted" : command.error();
}

TEST(Command, ReadsNamesAndTheirBeginnings) {
    read<command::Help>("help");
    read<command::Help>("?");
    read<command::Nothing>("  ");
    read<command::History>("HIST");
    EXPECT_EQ(read<command::Join>("join  ABC234 ").what, "ABC234");
    EXPECT_EQ(read<command::Rules>("rules two words").game, "two words");
    EXPECT_FALSE(read<command::List>("list").count);
    EXPECT_EQ(read<command::List>("list 100").count, 100);
    EXPECT_NE(refusal("list 0"), "accepted");
    EXPECT_NE(refusal("list all"), "accepted");
    EXPECT_EQ(refusal("re"), "\"re\" could be resign, rematch, report or replay.");
}

TEST(Command, TakesEverythingElseAsAMove) {
    for (const char* text : {"a1-b2", "a 8.", "8 _ a", "b2=K", "h 3", "2"})
        EXPECT_EQ(read<command::Move>(text).text, text);
    EXPECT_EQ(read<command::Move>("move a1 b2").text, "a1 b2");
}

TEST(Command, ReadsWhomToBlockAndToReport) {
    EXPECT_TRUE(read<command::Block>("block Ann Lee").on);
    EXPECT_EQ(read<command::Block>("unblock Ann Lee").name, "Ann Lee");
    EXPECT_FALSE(read<command::Block>("unbl Ann").on);
    read<command::Blocks>("blocks");
    EXPECT_EQ(read<command::Report>("report Ann Lee chat loud").text, "Ann Lee chat loud");
    EXPECT_NE(refusal("block").find("name"), std::string::npos);
    EXPECT_NE(refusal("report").find("name"), std::string::npos);
}

TEST(People, AreFoundByTheBeginningOfWhatIsSaidOfThem) {
    const std::vector<protocol::Player> people{
        {"p_1", "Ann", {}}, {"p_2", "Ann Lee", {}}, {"p_3", "Leo", {}}};
    const auto found = [&](const char* text) {
        const auto one = find_addressed(people, text);
        return one ? one->player.id + ":" + one->rest : "";
    };
    EXPECT_EQ(found("Ann"), "p_1:");
    EXPECT_EQ(found("ann lee  chat loud"), "p_2:chat loud");
    EXPECT_EQ(found("Ann Leeds"), "p_1:Leeds");
    EXPECT_EQ(found("Annabel"), "");
    EXPECT_EQ(found(""), "");
}

TEST(People, AreThoseAtTheTableInTheChatAndInTheLobbyWithoutComputersAndOneself) {
    const protocol::Player ann{"p_1", "Ann", {}}, bob{"p_2", "Bob", {}}, cid{"p_3", "Cid", {}},
        bot{"bot_1", "Greedy", protocol::PlayerKind::bot};
    LobbyState lobby;
    Table table;
    table.chat = {{protocol::ChatChannel::room, bob, "hello", 1},
                  {protocol::ChatChannel::room, ann, "hi", 2}};
    lobby.chat = {{protocol::ChatChannel::lobby, bob, "hello", 1}};
    lobby.rooms.resize(1);
    lobby.rooms[0].seats[0].player = cid;
    lobby.rooms[0].seats[1].player = bot;
    std::string names;
    for (const protocol::Player& one : people_met(lobby, table, "p_1")) names += one.name + " ";
    EXPECT_EQ(names, "Bob Cid ");
}

TEST(Complaint, BeginsWithOneOfTheReasonsOrIsAboutSomethingElse) {
    using protocol::ReportReason;
    EXPECT_EQ(read_complaint("cheating a lot").reason, ReportReason::cheating);
    EXPECT_EQ(read_complaint("Cheating a lot").text, "a lot");
    EXPECT_EQ(read_complaint("name").reason, ReportReason::name);
    EXPECT_EQ(read_complaint("cheatings").reason, ReportReason::other);
    EXPECT_EQ(read_complaint("runs away").text, "runs away");
}

TEST(Command, SaysHowToSayIt) {
    EXPECT_NE(refusal("join").find("code"), std::string::npos);
    EXPECT_NE(refusal("create x --vs fish").find("--vs bot LEVEL"), std::string::npos);
    EXPECT_NE(refusal("create x --clock fischer 5").find("5 minutes each and 3 seconds a move"),
              std::string::npos);
    EXPECT_NE(refusal("create x --colour red").find("no option --colour"), std::string::npos);
    EXPECT_NE(refusal("flip now").find("stands alone"), std::string::npos);
}

TEST(Command, ReadsClocksPasswordsAndQuickMatches) {
    const auto clock = [](const std::string& text) { return read_time_control(text).value(); };
    EXPECT_EQ(clock("none"), protocol::TimeControl{});
    EXPECT_EQ(clock("1.5+2"), (protocol::TimeControl{TimeControlKind::fischer, 90s, 2s, 0s}));
    EXPECT_EQ(clock("30s"), (protocol::TimeControl{TimeControlKind::permove, 0s, 0s, 30s}));
    EXPECT_EQ(clock("2d"), (protocol::TimeControl{TimeControlKind::correspondence, 0s, 0s, 48h}));
    for (const char* text : {"", "5", "+", "5+", "-1+3", "s", "99999d", "5 + 3", "1e9+1"})
        EXPECT_FALSE(read_time_control(text)) << text;
    EXPECT_EQ(read<command::Create>("create x --clock 2d").tc, clock("2d"));
    EXPECT_EQ(read<command::Create>("create x --clock permove 30").tc, clock("30s"));
    EXPECT_EQ(read<command::Create>("create x --password open sesame --rated").password, "open sesame");
    EXPECT_TRUE(read<command::Create>("create x --rated").rated);
    EXPECT_EQ(read<command::Create>("create x --vs program Deep Thought --private").program, "Deep Thought");
    const auto join = read<command::Join>("join ABC234 --password open sesame");
    EXPECT_EQ(join.what + "|" + join.password, "ABC234|open sesame");
    const auto quick = read<command::Quick>("quick some game --clock 5+3 --bot-after 30 --level 2");
    EXPECT_EQ(quick.game, "some game");
    EXPECT_EQ(quick.tc, clock("5+3"));
    EXPECT_EQ(quick.bot_after, 30s);
    EXPECT_EQ(quick.level, 2);
    EXPECT_EQ(read<command::ShowBoard>("board 12").ply, 12);
}

TEST(Help, NamesWhatCanBeDoneWhereOneIs) {
    const auto names = [](const Place& place) {
        std::string all = " ";
        for (const CommandUsage& usage : commands_at(place)) all += usage.name + " ";
        return all;
    };
    Place lobby;
    EXPECT_NE(names(lobby).find(" quick "), std::string::npos);
    EXPECT_EQ(names(lobby).find(" resign "), std::string::npos);
    EXPECT_EQ(names(lobby).find(" leave "), std::string::npos);
    Place alone;
    alone.local = true;
    for (const char* name : {" join ", " quick ", " say ", " report "})
        EXPECT_EQ(names(alone).find(name), std::string::npos) << name;
    Place game;
    game.table = game.match = game.seated = true;
    for (const char* name : {" resign ", " draw ", " leave "})
        EXPECT_NE(names(game).find(name), std::string::npos) << name;
    EXPECT_EQ(names(game).find(" rematch "), std::string::npos);
    game.over = true;
    EXPECT_NE(names(game).find(" rematch "), std::string::npos);
    EXPECT_EQ(names(game).find(" resign "), std::string::npos);
}

TEST(Command, ReadsTheWholeOfCreate) {
    const auto create = read<command::Create>(
        "create some game --size 6x6 --variant odd --vs bots 2 3 --clock fischer 1.5+2 --first them "
        "--private");
    EXPECT_EQ(create.game, "some game");
    EXPECT_EQ(create.options, (engine::Options{"6x6", "odd"}));
    EXPECT_EQ(create.opponent, command::Opponent::bots);
    EXPECT_EQ(create.levels, (std::vector<int>{2, 3}));
    EXPECT_EQ(create.tc, (protocol::TimeControl{TimeControlKind::fischer, 90s, 2s, 0s}));
    EXPECT_EQ(create.first, command::First::them);
    EXPECT_TRUE(create.is_private);
    EXPECT_EQ(read<command::Create>("create x").opponent, command::Opponent::person);
    EXPECT_EQ(read<command::Create>("create x --clock permove 20").tc.per_move, 20s);
    EXPECT_EQ(read<command::Create>("create x --clock fischer 0+5").tc,
              (protocol::TimeControl{TimeControlKind::fischer, 0s, 5s, 0s}));
}

std::vector<protocol::GameCard> two_games() {
    protocol::GameCard plain;
    plain.game = "plain_one";
    plain.name = "Plain One";
    plain.sizes = {"5x5", {{"5x5", ""}}};
    plain.variants = {"usual", {{"usual", ""}}};
    plain.levels = {{1, "random"}, {2, "greedy"}};
    protocol::GameCard rich = plain;
    rich.game = "rich";
    rich.name = "Rich";
    rich.sizes = {"7x7", {{"5x5", "small"}, {"7x7", "middle"}}};
    return {plain, rich};
}

TEST(RoomPlan, TakesTheClocksThatTheServerTakes) {
    const protocol::TimeLimits least{3s, 15s, 1h};
    const auto planned = [&](const std::string& clock, const protocol::TimeLimits& limits) {
        return plan_room(two_games(), limits, read<command::Create>("create rich --clock " + clock));
    };
    EXPECT_TRUE(planned("fischer 0+5", least));
    EXPECT_TRUE(planned("fischer 0.25+0", least));
    EXPECT_TRUE(planned("permove 3", least));
    EXPECT_TRUE(planned("permove 100000", least)) << "more than a day";
    ASSERT_FALSE(planned("permove 2", least));
    EXPECT_EQ(planned("permove 2", least).error(), "Each move needs at least 3 s.");
    EXPECT_FALSE(planned("fischer 0+1", least));
    EXPECT_FALSE(planned("fischer 0+0", {}));
    EXPECT_TRUE(planned("permove 2", {})) << "what a server does not tell it may take";
}

TEST(RoomPlan, SaysInThisClientsWordsWhatThereIs) {
    std::vector<protocol::AvailableBot> bots(2);
    bots[0] = {{"p_1", "Deep", protocol::PlayerKind::bot}, {"rich"}, 2, 1};
    bots[1] = {{"p_2", "Full", protocol::PlayerKind::bot}, {"rich"}, 2, 0};
    const auto planned = [&](const std::string& text) {
        return plan_room(two_games(), {}, read<command::Create>("create rich " + text), bots);
    };
    EXPECT_EQ(planned("--vs bot 99").error(), "The levels of Rich: 1 random, 2 greedy.");
    EXPECT_EQ(planned("--vs bot 1 --rated").error(), "Only games between two people are rated.");
    EXPECT_EQ(planned("--vs program Full").error(),
              "No program Full that plays Rich is free. \"bots\" lists the programs.");
    const auto room = planned("--vs program Deep --password open sesame");
    ASSERT_TRUE(room);
    EXPECT_EQ(room->seats[1].bot, "p_1");
    EXPECT_EQ(room->password, "open sesame");
    EXPECT_TRUE(planned("--rated")->rated);
}

TEST(CreateForm, OffersOnlyTheClocksThatTheServerTakes) {
    for (const protocol::milliseconds least : {protocol::milliseconds(3s), protocol::milliseconds(8min)}) {
        CreateForm form(two_games(), {false, "", {least, 15s, 1h}, {}});
        for (const char* answer : {"plain", "bot", "2", "me"}) form.answer(answer);
        EXPECT_EQ(form.answers().size(), least == 3s ? 5U : 4U);
    }
}

TEST(CreateForm, AsksOnlyWhatThereIsToChoose) {
    CreateForm form(two_games());
    EXPECT_NE(plain(form.question()).find("1  Plain One"), std::string::npos);
    form.answer("plain");
    EXPECT_NE(plain(form.question()).find("Against whom?"), std::string::npos);
    form.answer("bot");
    form.answer("2");
    form.answer("me");
    EXPECT_NE(plain(form.question()).find("Which clock?"), std::string::npos);
    const auto step = form.answer("2");
    const auto* create = std::get_if<command::Create>(&step);
    ASSERT_NE(create, nullptr);
    EXPECT_EQ(create->game, "plain_one");
    EXPECT_EQ(create->levels, (std::vector<int>{2}));
    EXPECT_EQ(create->first, command::First::me);
    EXPECT_EQ(create->tc.kind, TimeControlKind::fischer);
    EXPECT_EQ(create->tc.initial, 5min);
    EXPECT_EQ(create->tc.increment, 3s);
}

TEST(CreateForm, OffersNobodyElseWhereNobodyElseComes) {
    CreateForm form(two_games(), {/*alone=*/true, "", {}, {}});
    form.answer("plain");
    EXPECT_EQ(form.answers(),
              (std::vector<std::string>{"computer", "two people at this keyboard", "watch two computers"}));
    for (const char* answer : {"watch", "1", "2"}) form.answer(answer);
    const auto step = form.answer("slowly");
    const auto* create = std::get_if<command::Create>(&step);
    ASSERT_NE(create, nullptr);
    EXPECT_EQ(create->levels, (std::vector<int>{1, 2}));
    EXPECT_EQ(create->pace, 2s);
}

TEST(CreateForm, GoesBackAndPutsTheDefaultFirst) {
    CreateForm form(two_games());
    form.answer("rich");
    EXPECT_NE(plain(form.question()).find("1  middle"), std::string::npos);
    form.answer("");
    EXPECT_NE(plain(form.question()).find("Against whom?"), std::string::npos);
    form.answer("back");
    EXPECT_NE(plain(form.question()).find("Which board?"), std::string::npos);
    form.answer("back");
    EXPECT_NE(plain(form.question()).find("Which game?"), std::string::npos);
    EXPECT_TRUE(std::holds_alternative<CreateForm::Cancelled>(form.answer("back")));
    const auto step = form.answer("no such game");
    EXPECT_FALSE(std::get<CreateForm::Asking>(step).complaint.empty());
}

TEST(ServerAddress, IsReadFromAUrl) {
    const auto text = [](const char* url) {
        const auto address = ServerAddress::parse(url);
        return address ? address->text() : "refused";
    };
    EXPECT_EQ(text("ws://127.0.0.1:8080/ws"), "ws://127.0.0.1:8080/ws");
    EXPECT_EQ(text("ws://example.org"), "ws://example.org:80/ws");
    EXPECT_EQ(text("ws://[::1]:9/a/ws"), "ws://[::1]:9/a/ws");
    // As the server prints it for browsers.
    EXPECT_EQ(text("http://127.0.0.1:8080/"), "ws://127.0.0.1:8080/ws");
    EXPECT_EQ(text("http://example.org/play"), "ws://example.org:80/play/ws");
    EXPECT_EQ(text("wss://example.org"), "wss://example.org:443/ws");
    EXPECT_EQ(text("https://example.org/play/"), "wss://example.org:443/play/ws");
    for (const char* url : {"ftp://x", "ws://", "wss://", "ws://x:port", "x:1"})
        EXPECT_EQ(text(url), "refused") << url;
}

TEST(ServerAddress, IsOneInEverySpelling) {
    const auto canonical = [](const std::string& url) {
        return ServerAddress::parse(url).value().canonical();
    };
    for (const char* url : {"ws://localhost:8080/ws", "ws://127.0.0.1:8080", "WS://LOCALHOST.:08080/ws",
                            "http://[::1]:8080/#/room/ABC234", "ws://127.1:8080/", "ws://0.0.0.0:8080/ws"})
        EXPECT_EQ(canonical(url), "ws://localhost:8080/ws") << url;
    EXPECT_EQ(canonical("https://Example.ORG"), "wss://example.org:443/ws");
    EXPECT_EQ(canonical("ws://[2001:DB8:0:0::7]:1/ws"), "ws://[2001:db8::7]:1/ws");
    // Other places, or others that could be asked there.
    for (const char* url : {"wss://localhost:8080/ws", "ws://localhost:8081/ws", "ws://localhost:8080/a/ws",
                            "ws://localhost.example:8080/ws", "ws://128.0.0.1:8080/ws"})
        EXPECT_NE(canonical(url), "ws://localhost:8080/ws") << url;
}

TEST(Link, NamesWhatItLeadsTo) {
    const ServerAddress here = ServerAddress::parse("ws://127.0.0.1:8080/ws").value();
    const auto named = [&](const std::string& text) {
        const auto found = named_by(text, here);
        return found ? *found : found.error();
    };
    EXPECT_EQ(named("m_1"), "m_1");
    EXPECT_EQ(named("http://localhost:8080/#/replay/m_1/12"), "m_1");
    EXPECT_EQ(named("http://localhost:8080/#/room/ABC234/watch"), "ABC234");
    EXPECT_EQ(named("http://127.0.0.1:8080/#/invite/i%5F2"), "i_2");
    EXPECT_TRUE(named("https://example.org/#/replay/m_1").starts_with("This link is for another server"));
    EXPECT_FALSE(read_link("http://localhost:8080/#/rules/sight"));
    EXPECT_FALSE(read_link("http://localhost:8080/"));
}

TEST(Words, TellTheResultWithItsReason) {
    protocol::GameCard game;
    game.sides = {"White", "Black"};
    game.texts["en"] = {{"reason.far_row", "a stone reached the far row"}};
    EXPECT_EQ(result_words({protocol::Side::second, "resign"}, &game), "Black won: by resignation.");
    EXPECT_EQ(result_words({std::nullopt, "repetition"}, &game), "A draw: the position was repeated.");
    EXPECT_EQ(result_words({std::nullopt, "aborted"}, nullptr), "Nobody won: the game was called off.");
    EXPECT_EQ(result_words({protocol::Side::first, "far_row"}, &game),
              "White won: a stone reached the far row.");
    EXPECT_EQ(result_words({protocol::Side::first, "moon_landing"}, &game), "White won: moon landing.");
}

}  // namespace
}  // namespace pentad::terminal
