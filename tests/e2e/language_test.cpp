// The terminal client in the language of the person.

#include <gtest/gtest.h>

#include "tests/support/screen_player.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/terminal_process.hpp"
#include "tests/support/test_client.hpp"

namespace pentad::testing {
namespace {

TerminalProcess::Start on(const ServerProcess& server, const std::string& locale,
                          std::vector<std::string> more = {}) {
    TerminalProcess::Start start{{"--ascii", "--server", server.url(), "--name", "Ann"},
                                 (server.folder() / "ann").string(),
                                 100,
                                 40,
                                 {{"LANG", locale}}};
    start.arguments.insert(start.arguments.end(), more.begin(), more.end());
    return start;
}

TEST(Language, IsThatOfTheEnvironmentOnTheWholeScreen) {
    ServerProcess server;
    const auto game = TestClient::guest(server.port()).session().games.front();
    TerminalProcess ann(on(server, "pt_PT.UTF-8"));
    ann.see("em linha como Ann");
    ann.see("> Mesa nova");
    // The rules are those of the game's own folder.
    ann.type("/rules " + game.game);
    const std::string& rules = game.rules_text.at("pt");
    const std::string title = rules.substr(0, rules.find('\n'));
    ann.see(title);
    ann.press("\x1b");
    ann.type("/create " + game.game + " --vs bot 1 --first me");
    ann.see("A sua vez, " + game.texts.at("pt").at("side.first"));
    ann.press("\x1b");
    choose(ann, "Desistir");
    ann.see("Desistir desta partida?");
    ann.press("\x1b[B\r");
    ann.see("Fim da partida. Vit\u00f3ria: ");
    ann.see("por desist\u00eancia.");
    ann.type("/resign");
    ann.see("N\u00e3o joga aqui nenhuma partida.");
}

TEST(Language, OfTheCommandLineComesBeforeThatOfTheEnvironment) {
    ServerProcess server;
    TerminalProcess ann(on(server, "pt_PT.UTF-8", {"--lang", "en"}));
    ann.see("> New table");
    TerminalProcess bob(server.url(), (server.folder() / "bob").string(), {"--lang", "pt"});
    bob.wait_for("\"help\" mostra os comandos.");
    bob.type("join nowhere");
    bob.wait_for("N\u00e3o h\u00e1 essa mesa nem essa partida.");
    TerminalProcess nobody(server.url(), (server.folder() / "nobody").string(), {"--lang", "tlh"});
    nobody.wait_for("There is no language tlh. Choose en or pt.");
    EXPECT_EQ(nobody.wait_for_exit(), 2);
}

}  // namespace
}  // namespace pentad::testing
