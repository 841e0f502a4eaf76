#include "clients/terminal/program.hpp"

#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>

#include "clients/terminal/full/full_client.hpp"
#include "clients/terminal/json/json_client.hpp"
#include "clients/terminal/line/line_client.hpp"
#include "clients/terminal/line/line_reader.hpp"
#include "clients/terminal/local/local_server.hpp"
#include "clients/terminal/login.hpp"
#include "clients/terminal/model/create_form.hpp"
#include "clients/terminal/model/export_record.hpp"
#include "clients/terminal/model/link.hpp"
#include "clients/terminal/net/refusal_words.hpp"
#include "clients/terminal/replay/replay_view.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"
#include "engine/game.hpp"
#include "protocol/game_card.hpp"

namespace pentad::terminal {
namespace {

namespace asio = boost::asio;

int fail(ExitCode code, const std::string& text) {
    std::cerr << "pentad: " << text << '\n';
    return static_cast<int>(code);
}

bool is_utf8_locale() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string_view text(value);
        return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos;
    }
    return false;
}

/// What is to be drawn on, and how.
struct Surroundings {
    bool full = false;  ///< fill the screen?
    bool unicode = false;
    Theme theme;
    ColourDepth depth = ColourDepth::none;
};

tl::expected<Surroundings, std::string> look_around(const Options& options) {
    auto theme = find_theme(options.theme, theme_folder());
    if (!theme) return tl::unexpected(theme.error());
    const bool terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
    const char* term = std::getenv("TERM");
    const bool simple = term == nullptr || *term == '\0' || std::string_view(term) == "dumb";
    return Surroundings{terminal && !simple && !options.plain && !options.json,
                        !options.plain && !options.ascii && is_utf8_locale(), std::move(*theme),
                        colour_depth()};
}

/// Ends the client on SIGINT, SIGTERM and SIGHUP; a second one does not wait for the goodbye.
class Signals {
  public:
    Signals(asio::io_context& io, std::function<void()> stop)
        : io_(io), signals_(io, SIGINT, SIGTERM, SIGHUP), stop_(std::move(stop)) {
        wait();
    }
    /// 128 and the signal's number, or `otherwise`.
    int status(int otherwise) const { return signalled_ != 0 ? 128 + signalled_ : otherwise; }

  private:
    void wait() {
        signals_.async_wait([this](boost::system::error_code error, int signal) {
            if (error) return;
            if (signalled_ != 0) return io_.stop();
            signalled_ = signal;
            stop_();
            wait();
        });
    }

    asio::io_context& io_;
    asio::signal_set signals_;
    std::function<void()> stop_;
    int signalled_ = 0;
};

/// Runs a face that reads lines until it quits or a signal ends it.
template <class Make>
int run_by_lines(Make make) {
    asio::io_context io(1);
    int result = 0;
    auto client = make(io, [&](ExitCode code) {
        result = static_cast<int>(code);
        io.stop();
    });
    const Signals signals(io, [&] { client->stop(ExitCode::done); });
    LineReader input(
        io, STDIN_FILENO, [&](std::string line) { client->typed(std::move(line)); },
        [&] { client->end_of_input(); });
    client->start();
    input.start();
    io.run();
    return signals.status(result);
}

int run_full(FullClient::Settings settings) {
    asio::io_context io(1);
    int result = 0;
    std::string farewell;
    int status = 0;
    {
        FullClient client(io, std::move(settings), [&](ExitCode code) {
            result = static_cast<int>(code);
            io.stop();
        });
        const Signals signals(io, [&] { client.stop(ExitCode::done); });
        client.start();
        io.run();
        farewell = client.farewell();
        status = signals.status(result);
    }
    if (!farewell.empty()) std::cerr << "pentad: " << printable(farewell) << '\n';
    return status;
}

int play(const Options& options, Session::Settings session, const OwnServer* own_server) {
    auto around = look_around(options);
    if (!around) return fail(ExitCode::usage, around.error());
    const std::string watch = options.verb == Verb::watch ? options.argument : "";
    session.who.strict = true;  // a script plays as who it says, or not at all
    if (options.json)
        return run_by_lines([&](asio::io_context& io, std::function<void(ExitCode)> quit) {
            return std::make_unique<JsonClient>(io, session, STDOUT_FILENO, std::move(quit));
        });
    auto traits = Screen::traits_of(STDIN_FILENO, STDOUT_FILENO, options.plain);
    session.who.strict = !traits.interactive;
    if (around->full)
        return run_full({std::move(session),
                         {std::move(around->theme), around->depth, around->unicode},
                         watch,
                         own_server});
    traits.theme = std::move(around->theme);
    Screen screen(STDOUT_FILENO, std::move(traits));
    return run_by_lines([&](asio::io_context& io, std::function<void(ExitCode)> quit) {
        return std::make_unique<LineClient>(
            io, LineClient::Settings{session, around->unicode, watch, own_server}, screen, std::move(quit));
    });
}

int play_locally(const Options& options) {
    const std::filesystem::path folder =
        options.data.empty() ? LocalServer::default_folder() : std::filesystem::path(options.data);
    const auto server = LocalServer::start(folder, options.pace_ms);
    if (!server) return fail(ExitCode::command_failed, server.error());
    Session::Settings session{
        server->address(), {options.name}, {server->folder(), "local", options.profile}};
    if (const char* user = std::getenv("USER"); user != nullptr) session.who.proposal = user;
    return play(options, std::move(session), &server->controls());
}

struct NoRecord {
    ExitCode code;
    std::string text;
};

struct Record {
    std::string text;
    std::optional<std::string> match{};  ///< on the server; none: it is of a file
};

/// Of a file, or of a match on the server.
tl::expected<Record, NoRecord> find_record(const std::string& what, const ServerAddress& server) {
    std::ifstream file(what, std::ios::binary);
    if (file) {
        std::ostringstream text;
        text << file.rdbuf();
        return Record{text.str()};
    }
    asio::io_context io(1);
    HttpBody body = tl::unexpected(HttpRefusal{});
    fetch_record(io, server, what, [&](HttpBody answer) { body = std::move(answer); });
    io.run();
    if (body) return Record{*body, what};
    const HttpRefusal& refusal = body.error();
    if (refusal.status == 0)
        return tl::unexpected(
            NoRecord{ExitCode::unreachable, tr("There is no file {}, and {} cannot be reached: {}.", what,
                                               server.text(), as_clause(refusal.text))});
    return tl::unexpected(NoRecord{ExitCode::command_failed, tr("There is no file {}, and {} says: {}", what,
                                                                server.text(), refusal.text)});
}

int replay(const Options& options, const ServerAddress& server) {
    auto around = look_around(options);
    if (!around) return fail(ExitCode::usage, around.error());
    const auto text = find_record(options.argument, server);
    if (!text) return fail(text.error().code, text.error().text);
    auto game = read_game_line(text->text);
    if (!game) return fail(ExitCode::command_failed, game.error());
    if (options.json) {
        std::cout << protocol::encode(game->record) << '\n';
        return 0;
    }
    if (!around->full) {
        auto traits = Screen::traits_of(STDIN_FILENO, STDOUT_FILENO, options.plain);
        traits.theme = std::move(around->theme);
        Screen(STDOUT_FILENO, std::move(traits)).print(replay_text(*game, around->unicode));
        return 0;
    }
    asio::io_context io(1);
    Stage stage(io, {std::move(around->theme), around->depth, around->unicode}, [&] { io.stop(); });
    const Signals signals(io, [&] { io.stop(); });
    ReplayView::Export to_file;
    if (text->match)
        to_file = [&io, &server, match = *text->match](const std::string& file,
                                                       const ReplayView::Exported& done) {
            export_record(io, server, match, file, done);
        };
    stage.push(std::make_unique<ReplayView>(
        stage, std::move(*game), [&] { io.stop(); }, std::move(to_file)));
    stage.start();
    io.run();
    return signals.status(0);
}

int print_themes() {
    for (const std::string& name : theme_names(theme_folder())) std::cout << printable(name) << '\n';
    std::cout << tr("Your own belong in ") << theme_folder().string() << '\n';
    return 0;
}

int print_rules(const std::string& name) {
    std::vector<protocol::GameCard> cards;
    for (const engine::Game* game : engine::games())
        cards.push_back(protocol::in_language(protocol::game_card(game->info()), language()));
    const auto card = find_game(cards, name);
    if (!card) return fail(ExitCode::command_failed, card.error());
    Screen(STDOUT_FILENO, Screen::traits_of(STDIN_FILENO, STDOUT_FILENO, false)).print(rules_text(**card));
    return 0;
}

}  // namespace

int run_program(Options options) {
    choose_language(options.language.empty() ? language_of_environment() : options.language);
    if (!options.language.empty() && !options.language.starts_with(language()))
        return fail(ExitCode::usage, "There is no language " + options.language + ". Choose en or pt.");
    if (options.verb == Verb::rules) return print_rules(options.argument);
    if (options.verb == Verb::themes) return print_themes();
    if (options.verb == Verb::local) return play_locally(options);
    // A link says on which server to look.
    const bool may_be_link = options.verb == Verb::watch || options.verb == Verb::replay;
    const auto link = may_be_link ? read_link(options.argument) : std::nullopt;
    if (link) options.server = link->server;
    auto address = ServerAddress::parse(options.server);
    if (!address) return fail(ExitCode::usage, address.error());
    address->trusted = options.trusted;
    if (!options.trusted.empty() && ::access(options.trusted.c_str(), R_OK) != 0)
        return fail(ExitCode::usage, tr("{} cannot be read.", options.trusted));
    if (options.token == "-") std::getline(std::cin, options.token);
    Session::Settings session{
        *address,
        {options.name, options.token},
        {IdentityFile::default_folder(), address->canonical(), options.profile, address->spellings()}};
    if (options.verb == Verb::login) {
        session.who.handover = options.argument;
        session.who.strict = true;
        return run_login(std::move(session));
    }
    if (options.verb == Verb::replay) {
        if (link) options.argument = link->named;
        return replay(options, *address);
    }
    return play(options, std::move(session), nullptr);
}

}  // namespace pentad::terminal
