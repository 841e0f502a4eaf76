#include "server/config/config.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "tests/server/support/temporary_folder.hpp"

namespace pentad::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// An environment variable during a test.
class Environment {
  public:
    Environment(std::string name, const char* value) : name_(std::move(name)) {
        setenv(name_.c_str(), value, 1);
    }
    ~Environment() { unsetenv(name_.c_str()); }

  private:
    std::string name_;
};

Invocation read(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "pentad-server");
    return read_config(static_cast<int>(arguments.size()), arguments.data());
}
Config good(std::vector<const char*> arguments) {
    const auto result = read(std::move(arguments));
    if (const auto* exit = std::get_if<ExitNow>(&result)) {
        ADD_FAILURE() << exit->text;
        return {};
    }
    return std::get<Config>(result);
}
ExitNow exits(std::vector<const char*> arguments) {
    const auto result = read(std::move(arguments));
    if (!std::holds_alternative<ExitNow>(result)) {
        ADD_FAILURE() << "accepted";
        return {};
    }
    return std::get<ExitNow>(result);
}

struct SettingsFile {
    TemporaryFolder folder;
    std::string path = (folder.path() / "pentad.toml").string();

    explicit SettingsFile(const std::string& text) { std::ofstream(path) << text; }
};

TEST(Config, HasDefaults) {
    const Config config = good({});
    EXPECT_EQ(config.bind, "127.0.0.1");
    EXPECT_EQ(config.port, 8080);
    EXPECT_EQ(config.data, "pentad-data");
    EXPECT_EQ(config.durability, Durability::full);
    EXPECT_THAT(config.allowed_origins, IsEmpty());
}

TEST(Config, FlagsTakePrecedenceOverTheEnvironmentAndThatOverTheFile) {
    const SettingsFile file("port = 1001\nbind = \"0.0.0.1\"\ndata = \"from file\"\n");
    const Environment port("PENTAD_PORT", "1002");
    const Environment bind("PENTAD_BIND", "0.0.0.2");
    const Config config = good({"--config", file.path.c_str(), "--port", "1003"});
    EXPECT_EQ(config.port, 1003);
    EXPECT_EQ(config.bind, "0.0.0.2");
    EXPECT_EQ(config.data, "from file");
    EXPECT_EQ(config.log_level, "info");
}

TEST(Config, TheEnvironmentCanNameTheFile) {
    const SettingsFile file("max-rooms-per-player = 3\n");
    const Environment named("PENTAD_CONFIG", file.path.c_str());
    EXPECT_EQ(good({}).max_rooms_per_player, 3);
}

TEST(Config, EverySettingCanBeGivenAsAFlag) {
    const Config config = good({"--bind",
                                "::",
                                "--port=0",
                                "--data",
                                ":memory:",
                                "--web",
                                "dist",
                                "--durability",
                                "normal",
                                "--bot-workers",
                                "3",
                                "--log-level",
                                "debug",
                                "--log-format",
                                "json",
                                "--allowed-origins",
                                "https://a.example,http://b.example:81",
                                "--allowed-hosts",
                                "a.example",
                                "--allowed-hosts",
                                "[::1]",
                                "--max-connections",
                                "5",
                                "--max-rooms",
                                "6",
                                "--max-rooms-per-player",
                                "7"});
    EXPECT_EQ(config.bind, "::");
    EXPECT_EQ(config.port, 0);
    EXPECT_EQ(config.data, ":memory:");
    EXPECT_EQ(config.web, "dist");
    EXPECT_EQ(config.durability, Durability::normal);
    EXPECT_EQ(config.bot_workers, 3);
    EXPECT_EQ(config.log_level, "debug");
    EXPECT_EQ(config.log_format, "json");
    EXPECT_THAT(config.allowed_origins, ElementsAre("https://a.example", "http://b.example:81"));
    EXPECT_THAT(config.allowed_hosts, ElementsAre("a.example", "[::1]"));
    EXPECT_EQ(config.max_connections, 5);
    EXPECT_EQ(config.max_rooms, 6);
    EXPECT_EQ(config.max_rooms_per_player, 7);
}

TEST(Config, ListsComeFromTheEnvironmentAndTheFileToo) {
    const SettingsFile file("allowed-origins = [\"https://a.example\", \"https://b.example\"]\n");
    const Environment hosts("PENTAD_ALLOWED_HOSTS", "a.example,b.example");
    const Config config = good({"--config", file.path.c_str()});
    EXPECT_THAT(config.allowed_origins, ElementsAre("https://a.example", "https://b.example"));
    EXPECT_THAT(config.allowed_hosts, ElementsAre("a.example", "b.example"));
}

TEST(Config, ReadsThePrintedSettings) {
    const std::vector<const char*> flags{"--port=0",
                                         "--data",
                                         "a, b",
                                         "--durability",
                                         "normal",
                                         "--allowed-origins",
                                         "https://a.example,https://b.example",
                                         "--log-format",
                                         "json"};
    auto printing = flags;
    printing.push_back("--print-config");
    const ExitNow printed = exits(printing);
    EXPECT_EQ(printed.code, 0);
    const SettingsFile file(printed.text);
    const Config again = good({"--config", file.path.c_str()});
    EXPECT_EQ(again.port, 0);
    EXPECT_EQ(again.data, "a, b");
    EXPECT_EQ(again.web, "");
    EXPECT_EQ(again.durability, Durability::normal);
    EXPECT_THAT(again.allowed_origins, ElementsAre("https://a.example", "https://b.example"));
    EXPECT_THAT(again.allowed_hosts, IsEmpty());
    EXPECT_EQ(exits({"--config", file.path.c_str(), "--print-config"}).text, printed.text);
}

TEST(Config, RefusesUnknownFlags) {
    const ExitNow exit = exits({"--prot", "80"});
    EXPECT_EQ(exit.code, 2);
    EXPECT_THAT(exit.text, HasSubstr("--prot"));
    EXPECT_THAT(exit.text, HasSubstr("--help"));
}

TEST(Config, RefusesUnknownKeysAndSectionsInTheFile) {
    for (const char* text : {"prot = 80\n", "[server]\nport = 80\n"}) {
        const SettingsFile file(text);
        const ExitNow exit = exits({"--config", file.path.c_str()});
        EXPECT_EQ(exit.code, 2);
        EXPECT_THAT(exit.text, HasSubstr("unknown key")) << text;
    }
}

TEST(Config, RefusesAFileThatIsNotThere) {
    const ExitNow exit = exits({"--config", "/no/such/file"});
    EXPECT_EQ(exit.code, 2);
    EXPECT_THAT(exit.text, HasSubstr("/no/such/file"));
}

TEST(Config, RefusesBadValuesAndSaysWhatToDo) {
    const std::vector<std::pair<std::vector<const char*>, const char*>> bad{
        {{"--port", "65536"}, "0 to 65535"},
        {{"--port", "-1"}, "0 to 65535"},
        {{"--port", "80x"}, "0 to 65535"},
        {{"--bind", "localhost"}, "IP address"},
        {{"--durability", "some"}, "full or normal"},
        {{"--log-level", "loud"}, "trace, debug"},
        {{"--log-format", "xml"}, "text or json"},
        {{"--bot-workers", "1000"}, "0 to 256"},
        {{"--data", "a\nb"}, "control characters"},
        {{"--allowed-origins", "play.example"}, "https://play.example"},
        {{"--allowed-origins", "https://play.example/"}, "without a path"},
        {{"--allowed-origins", "https://*.example"}, "name each origin"},
        {{"--allowed-origins", "*"}, "name each origin"},
        {{"--allowed-origins", "ftp://play.example"}, "would match none"},
        {{"--allowed-origins", "https://"}, "would match none"},
        {{"--allowed-origins", "https://play.example?x"}, "would match none"},
        {{"--allowed-origins", "https://user@play.example"}, "would match none"},
        {{"--allowed-origins", "https://play.example:port"}, "would match none"},
        {{"--allowed-origins", "https://play .example"}, "would match none"},
        {{"--allowed-origins", "https://m\xc3\xbcnchen.example"}, "would match none"},
        {{"--allowed-origins", "null"}, "would match none"},
        {{"--allowed-origins", "https://a.example,,https://b.example"}, "an empty entry"},
        {{"--allowed-origins", "https://a.example,"}, "an empty entry"},
        {{"--allowed-origins", ","}, "an empty entry"},
        {{"--allowed-hosts", "play.example:80"}, "without scheme and port"},
        {{"--allowed-hosts", "https://play.example"}, "without scheme and port"},
        {{"--allowed-hosts", "*.example"}, "list each name"},
        {{"--allowed-hosts", "a.example,"}, "an empty entry"},
        {{"--max-rooms", "0"}, "from 1"},
    };
    for (const auto& [arguments, sentence] : bad) {
        const ExitNow exit = exits(arguments);
        EXPECT_EQ(exit.code, 2) << arguments[1];
        EXPECT_THAT(exit.text, HasSubstr(sentence)) << arguments[1];
        EXPECT_THAT(exit.text, HasSubstr(arguments[0]));
    }
}

TEST(Config, RefusesBadValuesOfTheEnvironmentAndTheFile) {
    {
        const Environment port("PENTAD_PORT", "many");
        EXPECT_THAT(exits({}).text, HasSubstr("PENTAD_PORT"));
    }
    const SettingsFile file("port = many\n");
    EXPECT_THAT(exits({"--config", file.path.c_str()}).text, HasSubstr(file.path));
    EXPECT_EQ(exits({"--config", file.path.c_str(), "--port", "80"}).code, 2)
        << "even if a flag overrides it";
}

TEST(Config, HelpNamesEverySettingItsVariableAndItsDefault) {
    const ExitNow exit = exits({"--help"});
    EXPECT_EQ(exit.code, 0);
    for (const char* part : {"--port", "PENTAD_PORT", "8080", "--max-rooms-per-player",
                             "PENTAD_ALLOWED_HOSTS", "--config", "--print-config", "--version"})
        EXPECT_THAT(exit.text, HasSubstr(part));
}

TEST(Config, TheManualNamesEverySettingAndItsVariable) {
    const ExitNow exit = exits({"--print-manual"});
    EXPECT_EQ(exit.code, 0);
    EXPECT_EQ(exit.text.rfind(".TH PENTAD", 0), 0U);
    for (const char* command : {"\\fBadmin\\fR", "\\fBbot\\-key\\fR", "SIGHUP reloads it."})
        EXPECT_THAT(exit.text, HasSubstr(command));
    const std::string help = exits({"--help"}).text;
    std::size_t found = 0;
    for (std::size_t at = help.find("PENTAD_"); at != std::string::npos; at = help.find("PENTAD_", at + 1)) {
        const std::string name =
            help.substr(at, help.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", at) - at);
        EXPECT_THAT(exit.text, HasSubstr("Environment: " + name + "."));
        ++found;
    }
    EXPECT_GT(found, 10U);
}

TEST(Config, TheCompletionsKnowEverySettingWhateverTheEnvironmentSays) {
    const Environment wrong("PENTAD_PORT", "many");
    const std::string help = exits({"--help"}).text;
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const ExitNow exit = exits({"--print-completion", shell});
        EXPECT_EQ(exit.code, 0);
        for (const char* name :
             {"max-rooms-per-player", "metrics-token-file", "config", "check-config", "bot-key"}) {
            EXPECT_THAT(help, HasSubstr(name));
            EXPECT_THAT(exit.text, HasSubstr(name)) << shell;
        }
    }
    EXPECT_EQ(exits({"--print-completion", "tcsh"}).code, 2);
}

TEST(Config, ReadsASecretFromAFileAndNeverPrintsIt) {
    const SettingsFile secret("s3cret-token\nand more\n");
    const Config config = good({"--metrics-token-file", secret.path.c_str()});
    EXPECT_EQ(config.metrics_token, "s3cret-token");
    const ExitNow printed = exits({"--metrics-token", "s3cret-token", "--print-config"});
    EXPECT_THAT(printed.text, Not(HasSubstr("s3cret")));
    const SettingsFile file(printed.text);
    EXPECT_EQ(good({"--config", file.path.c_str()}).metrics_token, "");
    EXPECT_EQ(exits({"--metrics-token-file", "/nowhere"}).code, 2);
}

TEST(Config, ASecretAndItsFileAreOneSettingWithTheUsualPrecedence) {
    const SettingsFile by_flag("of the flag\n"), by_environment("of the environment\n");
    const SettingsFile plain("metrics-token = \"of the settings\"\n");
    const SettingsFile named("metrics-token-file = \"" + by_flag.path + "\"\n");
    const auto token = [](std::vector<const char*> flags) { return good(std::move(flags)).metrics_token; };
    EXPECT_EQ(token({"--config", named.path.c_str()}), "of the flag");
    {
        const Environment file("PENTAD_METRICS_TOKEN_FILE", by_environment.path.c_str());
        EXPECT_EQ(token({"--config", plain.path.c_str()}), "of the environment");
        EXPECT_EQ(token({"--metrics-token", "plain"}), "plain");
        EXPECT_EQ(token({"--metrics-token-file", by_flag.path.c_str()}), "of the flag");
    }
    const Environment variable("PENTAD_METRICS_TOKEN", "plain");
    EXPECT_EQ(token({"--config", named.path.c_str()}), "plain");
    EXPECT_EQ(token({"--metrics-token-file", by_flag.path.c_str()}), "of the flag");
}

TEST(Config, RefusesASecretAndItsFileInOnePlace) {
    const auto refused = [](std::vector<const char*> flags) {
        const ExitNow exit = exits(std::move(flags));
        EXPECT_EQ(exit.code, 2);
        EXPECT_THAT(exit.text, HasSubstr("both given"));
        return exit.text;
    };
    const SettingsFile secret("s3cret\n");
    const SettingsFile both("metrics-token = \"s3cret\"\nmetrics-token-file = \"" + secret.path + "\"\n");
    EXPECT_THAT(refused({"--metrics-token", "s3cret", "--metrics-token-file", secret.path.c_str()}),
                HasSubstr("--metrics-token and --metrics-token-file"));
    EXPECT_THAT(refused({"--config", both.path.c_str(), "--metrics-token", "x"}), HasSubstr(both.path));
    const Environment variable("PENTAD_METRICS_TOKEN", "s3cret");
    const Environment file("PENTAD_METRICS_TOKEN_FILE", secret.path.c_str());
    EXPECT_THAT(refused({}), HasSubstr("PENTAD_METRICS_TOKEN and PENTAD_METRICS_TOKEN_FILE"));
}

TEST(Config, RefusesAKeyThatIsInTheFileTwice) {
    const SettingsFile apart("port = 1\nbind = \"::\"\nport = 2\n"), together("port = 1\nport = 2\n");
    EXPECT_THAT(exits({"--config", apart.path.c_str()}).text, HasSubstr("port in " + apart.path));
    EXPECT_THAT(exits({"--config", together.path.c_str()}).text, HasSubstr("port in " + together.path));
}

TEST(Config, IgnoresEmptyVariables) {
    const Environment port("PENTAD_PORT", "");
    EXPECT_EQ(good({}).port, 8080);
}

TEST(Config, AReloadAppliesWhatItCanAndReportsWhatChanged) {
    Config current = good({"--max-rooms", "5", "--metrics-token", "old"});
    const Config wanted = good({"--max-rooms", "6", "--metrics-token", "new", "--port", "1"});
    const Reload done = reload(current, wanted);
    EXPECT_THAT(done.changed, ElementsAre("max-rooms: 5 -> 6", "metrics-token: ******** -> ********"));
    EXPECT_THAT(done.after_restart, ElementsAre("port"));
    EXPECT_EQ(current.max_rooms, 6);
    EXPECT_EQ(current.metrics_token, "new");
    EXPECT_EQ(current.port, 8080);
    EXPECT_THAT(reload(current, current).changed, IsEmpty());
}

TEST(Config, CanBeCheckedWithoutStarting) {
    const auto checked = read({"--check-config", "--port", "1"});
    ASSERT_TRUE(std::holds_alternative<CheckConfig>(checked));
    EXPECT_EQ(std::get<CheckConfig>(checked).config.port, 1);
    EXPECT_EQ(exits({"--check-config", "--port", "x"}).code, 2);
}

TEST(Config, PrintsTheVersion) {
    const ExitNow exit = exits({"--version"});
    EXPECT_EQ(exit.code, 0);
    EXPECT_THAT(exit.text, testing::MatchesRegex("pentad-server [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

}  // namespace
}  // namespace pentad::server
