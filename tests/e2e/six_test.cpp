// The server with a sixth game shows it wherever it shows the others. That it is played like them is what
// the other tests prove when they are run against this server.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/server_process.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

using namespace protocol;

TEST(SixthGame, IsOfferedToEveryKindOfClient) {
    ServerProcess server;
    TestClient person = TestClient::guest(server.port());
    const auto& games = person.session().games;
    ASSERT_EQ(games.size(), 6U) << "run with PENTAD_SERVER_PROGRAM=.../pentad-server-six";
    const auto sixth =
        std::find_if(games.begin(), games.end(), [](const GameCard& card) { return card.game == "noughts"; });
    ASSERT_NE(sixth, games.end());
    EXPECT_FALSE(sixth->levels.empty());
    EXPECT_FALSE(sixth->kinds.empty());
    EXPECT_FALSE(sixth->rules_text.at("en").empty());
    EXPECT_FALSE(person.request<EnginePosition>(EngineLegal{"noughts", {}, {}}).legal.empty());

    const auto over_http = nlohmann::json::parse(server.get("/api/v1/games")).at("games");
    EXPECT_TRUE(std::any_of(over_http.begin(), over_http.end(),
                            [](const auto& card) { return card.at("game") == "noughts"; }));

    TerminalProcess terminal(server.url(), server.folder().string(), {"--name", "Ann"});
    terminal.wait_for("as Ann");
    terminal.type("games");
    terminal.wait_for("(noughts)");
}

TEST(SixthGame, IsReadInTheLanguageOfTheTerminal) {
    ServerProcess server;
    for (const auto& [language, won] :
         {std::pair("en", "Crosses won: three marks stand in a line."),
          std::pair("pt", "Vit\u00f3ria: Cruzes: tr\u00eas marcas est\u00e3o em linha.")}) {
        TerminalProcess terminal(server.url(), (server.folder() / language).string(),
                                 {"--name", std::string("Ann ") + language, "--lang", language});
        terminal.wait_for(std::string("Ann ") + language);
        terminal.type("create noughts --vs hotseat Zoe");
        terminal.wait_for("(Zoe)");
        int ply = 0;
        for (const char* move : {"a1", "a2", "b1", "b2", "c1"}) {
            terminal.type(move);
            terminal.wait_for(std::to_string(++ply) + ". ");
        }
        terminal.wait_for(won);
    }
}

}  // namespace
}  // namespace pentad::testing
