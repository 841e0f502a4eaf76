// How the screen looks: themes, files of one's own, and as many colours as the terminal has.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/support/server_process.hpp"
#include "tests/support/shell_command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/terminal_process.hpp"

namespace pentad::testing {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// All that the lobby takes to be drawn.
std::string drawn(std::vector<std::string> arguments, const Environment& environment,
                  const std::filesystem::path& folder) {
    arguments.insert(arguments.begin(), {"local", "--name", "Ann"});
    TerminalProcess::Start start{arguments, folder.string(), 80, 24};
    start.environment = environment;
    TerminalProcess terminal(start);
    terminal.see("online as Ann");
    terminal.see("> New table");
    EXPECT_EQ(terminal.screen().unknown(), "");
    return terminal.raw();
}

bool matches(const std::string& text, const std::string& pattern) {
    return std::regex_search(text, std::regex(pattern));
}
const std::string of_sixteen = "\x1b\\[0;[0-9;]*[349][0-7][;m]";
const std::string of_256 = "[34]8;5;[0-9]+";
const std::string exact = "[34]8;2;[0-9]+;[0-9]+;[0-9]+";

TEST(Colours, AreAsManyAsTheEnvironmentSays) {
    TemporaryFolder folder;
    struct Case {
        Environment environment;
        bool sixteen, indexed, full;
    };
    for (const auto& [environment, sixteen, indexed, full] :
         {Case{{{"TERM", "xterm"}}, true, false, false},
          Case{{{"TERM", "xterm-256color"}}, false, true, false},
          Case{{{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}}, false, false, true},
          Case{{{"TERM", "xterm"}, {"COLORTERM", "24bit"}}, false, false, true},
          Case{{{"COLORTERM", "truecolor"}, {"NO_COLOR", "1"}}, false, false, false},
          Case{{{"TERM", "vt100"}}, false, false, false}}) {
        SCOPED_TRACE(environment.front().second);
        const std::string raw = drawn({"--theme", "dracula"}, environment, folder.path());
        EXPECT_EQ(matches(raw, of_sixteen) && !matches(raw, of_256) && !matches(raw, exact), sixteen);
        EXPECT_EQ(matches(raw, of_256), indexed);
        EXPECT_EQ(matches(raw, exact), full);
    }
}

TEST(Themes, AreFilesThatAUserAdds) {
    TemporaryFolder folder;
    const auto themes = folder.path() / "pentad" / "themes";
    std::filesystem::create_directories(themes);
    std::ofstream(themes / "mine.theme") << "# mine\ncursor = #010203 on #fafbfc\n";
    std::ofstream(themes / "wrong.theme") << "cursor = purple-ish\n";
    const Environment full{{"COLORTERM", "truecolor"}};
    EXPECT_TRUE(matches(drawn({"--theme", "mine"}, full, folder.path()), "38;2;1;2;3;48;2;250;251;252"));
    Environment by_variable = full;
    by_variable.emplace_back("PENTAD_THEME", "mine");
    EXPECT_TRUE(matches(drawn({}, by_variable, folder.path()), "38;2;1;2;3"));
    for (const char* name : {"gruvbox", "high-contrast", "default", "none"})
        EXPECT_EQ(matches(drawn({"--theme", name}, full, folder.path()), of_sixteen + "|" + exact),
                  std::string(name) != "none")
            << name;

    const std::string program = "XDG_CONFIG_HOME=" + folder.path().string() + " " PENTAD_TERMINAL " ";
    const Ran list = run(program + "themes");
    for (const char* name : {"default", "dracula", "gruvbox", "high-contrast", "mine", "none"})
        EXPECT_NE(list.text.find(std::string(name) + "\n"), std::string::npos) << list.text;
    EXPECT_NE(list.text.find(themes.string()), std::string::npos) << list.text;
    EXPECT_EQ(run(program + "local --plain --theme wrong < /dev/null").text,
              "pentad: Theme wrong, line 1: the style cannot be read.\n");
    EXPECT_EQ(run(program + "local --theme nothing < /dev/null").status, 2);
}

}  // namespace
}  // namespace pentad::testing
