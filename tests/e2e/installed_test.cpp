// What `cmake --install` puts where.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pentad::testing {
namespace {

namespace fs = std::filesystem;

/// The clients, or the server, installed below a folder; under `prefix`, as a package for it would be.
struct Installed {
    TemporaryFolder folder;
    Ran ran;

    explicit Installed(const std::string& prefix = "/usr/local", const std::string& component = "clients")
        : ran(run("DESTDIR=" + folder.path().string() +
                  " " PENTAD_CMAKE " --install " PENTAD_BUILD " --component " + component + " --prefix " +
                  prefix)) {}
    fs::path at(const std::string& path) const { return folder.path() / path; }
};

bool is_there(const std::string& program) { return run("command -v " + program).status == 0; }

TEST(Installed, ProgramsPagesOfTheManualAndCompletionsAreInTheirFolders) {
    const Installed local;
    ASSERT_EQ(local.ran.status, 0) << local.ran.text;
    for (const char* file :
         {"bin/pentad", "bin/pentad-engine", "share/man/man1/pentad.1.gz",
          "share/man/man1/pentad-engine.1.gz", "share/bash-completion/completions/pentad",
          "share/zsh/site-functions/_pentad", "share/fish/vendor_completions.d/pentad.fish",
          "share/bash-completion/completions/pentad-engine", "share/zsh/site-functions/_pentad-engine",
          "share/fish/vendor_completions.d/pentad-engine.fish"})
        EXPECT_TRUE(fs::is_regular_file(local.at("usr/local") / file)) << file;
    // Debian's zsh looks elsewhere for what comes with its packages.
    const Installed package("/usr");
    EXPECT_TRUE(fs::is_regular_file(package.at("usr/share/zsh/vendor-completions/_pentad")));
    EXPECT_FALSE(fs::exists(package.at("usr/share/zsh/site-functions/_pentad")));
    EXPECT_NE(run(local.at("usr/local/bin/pentad").string() + " --version").text.find("pentad "),
              std::string::npos);
}

TEST(Installed, TheUnitStartsTheServerThatIsInstalledWithIt) {
    for (const std::string prefix : {"/usr", "/usr/local", "/opt/pentad"}) {
        const Installed server(prefix, "server");
        ASSERT_EQ(server.ran.status, 0) << server.ran.text;
        std::ifstream in(server.at(prefix.substr(1) + "/lib/systemd/system/pentad-server.service"));
        const std::string unit{std::istreambuf_iterator<char>(in), {}};
        EXPECT_NE(unit.find("\nExecStart=" + prefix + "/bin/pentad-server\n"), std::string::npos) << unit;
        EXPECT_NE(unit.find("\nEnvironment=PENTAD_WEB=" + prefix + "/share/pentad/web\n"), std::string::npos);
        EXPECT_EQ(unit.find('@'), unit.find("@system-service")) << "nothing is left open";
        EXPECT_TRUE(fs::is_regular_file(server.at(prefix.substr(1) + "/bin/pentad-server")));
        if (fs::exists(PENTAD_BUILD "/../../clients/web/dist/index.html")) {
            for (const char* file : {"index.html", "index.html.br", "index.html.gz"})
                EXPECT_TRUE(fs::exists(server.at(prefix.substr(1) + "/share/pentad/web/" + file))) << file;
        }
    }
}

TEST(Installed, ThePageOfTheManualIsReadWithoutAWarning) {
    const Installed local, server("/usr/local", "server");
    const std::string page = local.at("usr/local/share/man/man1/pentad.1.gz").string();
    const std::string engine = local.at("usr/local/share/man/man1/pentad-engine.1.gz").string();
    for (const std::string& one :
         {page, engine, server.at("usr/local/share/man/man1/pentad-server.1.gz").string()})
        EXPECT_EQ(run("MANWIDTH=80 man --warnings=w -l " + one + " 2>&1 >/dev/null").text, "") << one;
    const Ran shown = run("MANWIDTH=80 MANPAGER=cat man -l " + page + " | col -bx");
    for (const char* text : {"--theme NAME", "watch CODE", "[CODE]", "takeback [MOVES]", "EXIT STATUS"})
        EXPECT_NE(shown.text.find(text), std::string::npos) << text << shown.text;
    const Ran tool = run("MANWIDTH=80 MANPAGER=cat man -l " + engine + " | col -bx");
    for (const char* text : {"tournament [--json]", "--divide", "verify: an illegal move", "EXIT STATUS"})
        EXPECT_NE(tool.text.find(text), std::string::npos) << text << tool.text;
}

TEST(Installed, CompletionsOfTheToolKnowItsCommandsGamesAndOptions) {
    const Installed local;
    const fs::path share = local.at("usr/local/share");
    const std::string bash = (share / "bash-completion/completions/pentad-engine").string();
    const auto completed = [&](const std::string& words) {
        return run("bash -c '. " + bash + "; COMP_WORDS=(" + words +
                   "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pentad_engine; echo \"${COMPREPLY[*]}\"'")
            .text;
    };
    EXPECT_EQ(completed("pentad-engine to"), "tournament\n");
    EXPECT_EQ(completed("pentad-engine --ver"), "--version\n");
    EXPECT_EQ(completed("pentad-engine perft mu"), "murus_gallicus\n");
    EXPECT_EQ(completed("pentad-engine perft sight 3 --di"), "--divide\n");
    EXPECT_EQ(completed("pentad-engine legal sight --di"), "\n") << "an option of another command";
    EXPECT_EQ(completed("pentad-engine show murus_gallicus --variant ad"), "advanced\n");
    EXPECT_EQ(completed("pentad-engine help so"), "solve\n");
    const std::string page = (share / "man/man1/pentad-engine.1.gz").string();
    EXPECT_EQ(completed("pentad-engine verify " + page.substr(0, page.size() - 5)), page + "\n");
    if (is_there("fish")) {
        const std::string fish = (share / "fish/vendor_completions.d/pentad-engine.fish").string();
        const auto in_fish = [&](const std::string& line) {
            return run("HOME=" + local.folder.path().string() + " fish -Pc 'source " + fish +
                       "; complete -C \"" + line + "\"'")
                .text;
        };
        EXPECT_NE(in_fish("pentad-engine to").find("tournament\t"), std::string::npos);
        EXPECT_NE(in_fish("pentad-engine perft --di").find("--divide\t"), std::string::npos);
    }
    if (is_there("zsh")) {
        const Ran ran = run("zsh -fc 'fpath=(" + (share / "zsh/site-functions").string() +
                            " $fpath); autoload -Uz compinit _pentad-engine; compinit -u -D; "
                            "print -r -- ${_comps[pentad-engine]}; _arguments() { print -rl -- \"$@\" }; "
                            "words=(pentad-engine perft \"\"); CURRENT=3; _pentad-engine'");
        EXPECT_TRUE(ran.text.starts_with("_pentad-engine\n")) << ran.text;
        EXPECT_NE(ran.text.find("--divide["), std::string::npos) << ran.text;
    }
}

TEST(Installed, CompletionsOfTheServerKnowItsSettingsAndCommands) {
    const Installed server("/usr/local", "server");
    const fs::path share = server.at("usr/local/share");
    for (const char* file :
         {"zsh/site-functions/_pentad-server", "fish/vendor_completions.d/pentad-server.fish"})
        EXPECT_TRUE(fs::is_regular_file(share / file)) << file;
    const std::string bash = (share / "bash-completion/completions/pentad-server").string();
    const auto completed = [&](const std::string& words) {
        return run("bash -c '. " + bash + "; COMP_WORDS=(" + words +
                   "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pentad_server; echo \"${COMPREPLY[*]}\"'")
            .text;
    };
    EXPECT_EQ(completed("pentad-server --check-h"), "--check-health\n");
    EXPECT_EQ(completed("pentad-server a"), "admin\n");
    EXPECT_EQ(completed("pentad-server --port 80 --log-format j"), "json\n");
    EXPECT_EQ(completed("pentad-server --log-format = j"), "json\n") << "bash takes --log-format=j apart";
    EXPECT_EQ(completed("pentad-server admin --data x dr"), "drain\n");
    EXPECT_EQ(completed("pentad-server admin rest"), "restore\n");
    EXPECT_EQ(completed("pentad-server bot-key re"), "revoke\n");
    EXPECT_EQ(completed("pentad-server bot-key add Name --dat"), "--data\n");
    EXPECT_EQ(completed("pentad-server --web " + share.string().substr(0, share.string().size() - 2)),
              share.string() + "\n");
}

TEST(Installed, CompletionsCompleteInEachShellThatIsThere) {
    const Installed local;
    const std::string bash = local.at("usr/local/share/bash-completion/completions/pentad").string();
    const auto completed = [&](const std::string& words) {
        return run("bash -c '. " + bash + "; COMP_WORDS=(" + words +
                   "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pentad; echo \"${COMPREPLY[*]}\"'")
            .text;
    };
    EXPECT_EQ(completed("pentad --th"), "--theme\n");
    EXPECT_EQ(completed("pentad --theme d"), "default dracula\n");
    EXPECT_EQ(completed("pentad re"), "replay\n");
    EXPECT_EQ(completed("pentad --plain w"), "watch\n");
    EXPECT_EQ(completed("pentad watch w"), "\n") << "a code is no command";
    if (is_there("fish")) {
        const std::string fish = local.at("usr/local/share/fish/vendor_completions.d/pentad.fish").string();
        const auto in_fish = [&](const std::string& line) {
            return run("HOME=" + local.folder.path().string() + " fish -Pc 'source " + fish +
                       "; complete -C \"" + line + "\"'")
                .text;
        };
        EXPECT_NE(in_fish("pentad --th").find("--theme\t"), std::string::npos);
        EXPECT_NE(in_fish("pentad --theme dr").find("dracula"), std::string::npos);
        EXPECT_NE(in_fish("pentad re").find("replay\t"), std::string::npos);
    }
    if (is_there("zsh")) {
        const std::string folder = local.at("usr/local/share/zsh/site-functions").string();
        // The functions of zsh that complete are told apart by what they are called with.
        const Ran ran = run("zsh -fc 'fpath=(" + folder +
                            " $fpath); autoload -Uz compinit _pentad; compinit -u -D; "
                            "print -r -- ${_comps[pentad]}; _arguments() { print -rl -- \"$@\" }; _pentad'");
        EXPECT_TRUE(ran.text.starts_with("_pentad\n")) << ran.text;
        EXPECT_NE(ran.text.find("--theme["), std::string::npos) << ran.text;
    }
}

}  // namespace
}  // namespace pentad::testing
