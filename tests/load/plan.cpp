#include "tests/load/plan.hpp"

#include <CLI/CLI.hpp>

namespace pentad::load {

std::variant<Plan, int> read_plan(int argc, char** argv) {
    Plan plan;
    CLI::App app(
        "Plays many matches on a Pentad server and says how quick it was and what that cost.\n"
        "The server must allow so much: --max-links-per-address 0 --hellos-per-minute 0 "
        "--frames-per-second 0 --max-rooms-per-address 0 --max-rooms N --max-connections N "
        "--max-sessions N.",
        "pentad-load");
    app.set_version_flag("--version", "pentad-load " PENTAD_VERSION);
    app.add_option("--host", plan.host, "Numeric address of the server")->capture_default_str();
    app.add_option("--port", plan.port, "Its port")->capture_default_str();
    app.add_option("--path", plan.path, "Path of its WebSocket")->capture_default_str();
    app.add_option("--rooms", plan.rooms, "Rooms of two players")->capture_default_str();
    app.add_option("--game", plan.game, "Game, by the protocol's name; without it the server's first");
    app.add_option("--size", plan.size, "Size of the board; without it the game's own");
    app.add_option("--rate", plan.rate,
                   "Moves a second in all rooms together, each at its own time whether or not the one before "
                   "was answered; 0: every room moves as fast as it can")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    app.add_option("--warm-up", plan.warm_up_s, "Seconds of play that do not count")->capture_default_str();
    app.add_option("--duration", plan.measure_s, "Seconds of play that count")->capture_default_str();
    app.add_option("--watchers", plan.watchers, "Spectators in every room")->capture_default_str();
    app.add_option("--bot-level", plan.bot_level, "The second player is a bot of this level; 0: no bot")
        ->capture_default_str();
    app.add_option("--idle", plan.idle, "Guests who only keep their link")->capture_default_str();
    app.add_option("--noise", plan.noise,
                   "Play is measured a second time beside a guest in the first room who sends so many "
                   "messages a second, reads nothing and comes again when it is sent away; 0: not")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    app.add_flag("--storm", plan.storm, "At the end break all links at once and come back");
    app.add_option("--seed", plan.seed, "Of the choice of moves")->capture_default_str();
    app.add_option("--server-pid", plan.server,
                   "The server's process on this machine, whose use is to be told");
    app.add_option("--json", plan.json, "File to write the report to, as JSON");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& end) {
        return app.exit(end);
    }
    return plan;
}

}  // namespace pentad::load
