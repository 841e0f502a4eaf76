#include "server/app/server.hpp"
#include "server/lobby/lobby.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "server/admin/admin_commands.hpp"
#include "server/app/check_config.hpp"
#include "server/app/client_side.hpp"
#include "server/app/component_settings.hpp"
#include "server/app/config_reload.hpp"
#include "server/app/data_retention.hpp"
#include "server/app/recovery.hpp"
#include "server/app/shutdown.hpp"
#include "server/app/store_monitor.hpp"
#include "server/app/timers.hpp"
#include "server/base/host_names.hpp"
#include "server/base/log/log.hpp"
#include "server/bots/external_bots.hpp"
#include "server/bots/hints.hpp"
#include "server/bots/tablebase_builder.hpp"
#include "server/http/metrics_page.hpp"
#include "server/http/site.hpp"
#include "server/net/web_server.hpp"
#include "server/store/memory/memory_store.hpp"

namespace pentad::server {
namespace {

/// Moves that come within this time are stored together. A move that comes alone does not wait. At 5,000
/// moves a second this saves a fifth of the CPU.
constexpr std::chrono::microseconds between_groups{500};
constexpr milliseconds between_lobby_updates{250};

std::unique_ptr<Store> open_store(const Config& config) {
    if (config.data == ":memory:") return make_memory_store();
    auto store = open_sqlite_store(
        config.data, config.durability, config.checkpoint_pages, [](const std::filesystem::path& copy) {
            spdlog::info("the database is upgraded; the old one is kept as {}", copy.string());
        });
    if (!store) throw std::runtime_error(store.error().text);
    return std::move(*store);
}

/// The composition root: the server's parts, in the order in which they need each other.
class Server {
  public:
    Server(const Config& config, std::function<Invocation()> read_again)
        : config_(config),
          read_again_(std::move(read_again)),
          store_(
              open_store(config), [this](std::size_t records, auto took) { metrics_.stored(records, took); },
              [this](std::function<void()> work) { asio::post(io_, std::move(work)); }, between_groups,
              [this] {
                  metrics_.store_failed();
                  asio::post(io_, [this] { store_monitor_.write_failed(); });
              }),
          store_monitor_(io_, store_),
          lobby_update_(io_, between_lobby_updates, [this] { lobby_.flush(); }),
          lobby_(blocks_, [this] { lobby_update_.request(); }),
          rooms_(io_, config.wrong_tokens_per_minute),
          tablebases_(tablebase_folder(config)),
          bots_(
              bot_workers(config),
              [this](const engine::Position& position, const engine::SearchLimits& limits,
                     std::stop_token stop) {
                  if (limits.level == engine::levels().back().number) tablebases_.ask_for(position.game());
                  return position.choose(limits, std::move(stop));
              },
              static_cast<std::size_t>(config.bot_queue)),
          external_bots_(rooms_),
          hints_(io_, bots_),
          services_{io_,
                    store_,
                    bots_,
                    lobby_,
                    lobby_,
                    rooms_,
                    blocks_,
                    metrics_,
                    {milliseconds(config.bot_pace_ms), milliseconds(config.bot_budget_ms)},
                    ServerClock::now,
                    &external_bots_,
                    &hints_,
                    disconnect_policy(config),
                    time_limits(config),
                    config.rate_same_network,
                    EarlyExits(config.early_exits_per_hour)},
          clients_(services_, external_bots_, config_),
          site_(services_, web_files(config), [this] { return not_ready(); }),
          heartbeat_(io_, std::chrono::seconds(1), ServerClock::beat),
          data_retention_(io_, store_, config_),
          metrics_page_(metrics_, [this] { return metrics_now(); }),
          admin_commands_({io_, store_, clients_.sessions, clients_.gateway, clients_.sanctions, rooms_},
                          {[this] { return clients_.draining(); }, [this] { clients_.drain(); },
                           [this](const PlayerId& player) { clients_.forget(player); }},
                          config_.data, ServerClock::now),
          web_(io_, web_settings(config), clients_.gateway, site_),
          shutdown_(io_, store_,
                    {[this] { stop_accepting(); }, [this] { clients_.gateway.close_all(1012, "restart"); },
                     [this] { return static_cast<std::size_t>(clients_.gateway.connections()); }}) {
        listen();
        listen_to_operators();
    }

    /// SIGTERM and SIGINT stop it, SIGHUP makes it read the settings again.
    void handle_signals() {
        stop_signals_.emplace(io_, SIGTERM, SIGINT);
        stop_signals_->async_wait([this](boost::system::error_code error, int) {
            if (!error) stop();
        });
        config_reload_.emplace(io_, config_,
                               ConfigReload::Steps{read_again_, [this](const Config& next) { prepare(next); },
                                                   [this] { apply_config(); }});
    }
    /// Thread-safe.
    void ask_to_stop() {
        asio::post(io_, [this] { stop(); });
    }
    void set_bot_pace(milliseconds pace) {
        asio::post(io_, [this, pace] { services_.bot_policy.pace = pace; });
    }

    /// Restores what the store holds. REQUIRES: before run().
    void restore();
    std::uint16_t port() const { return web_.port(); }
    /// Serves until it is stopped.
    void run() {
        heartbeat_.start();
        io_.run();
        ServerClock::end_of_beats();
    }

  private:
    Metrics::Now metrics_now() const;
    std::vector<std::string_view> not_ready() const;
    void listen();
    void listen_to_operators();
    void prepare(const Config& next);
    void apply_config();
    void stop() { shutdown_.begin(milliseconds(config_.stop_timeout_ms)); }
    void stop_accepting();

    Config config_;
    const std::function<Invocation()> read_again_;
    asio::io_context io_{1};
    Metrics metrics_;
    StoreThread store_;
    StoreMonitor store_monitor_;
    BlockList blocks_;
    DelayedCall lobby_update_;
    Lobby lobby_;
    RoomRegistry rooms_;
    TablebaseBuilder tablebases_;
    BotScheduler bots_;
    ExternalBots external_bots_;
    Hints hints_;
    RoomServices services_;
    ClientSide clients_;
    Site site_;
    RepeatingTimer heartbeat_;
    DataRetention data_retention_;
    MetricsPage metrics_page_;
    AdminCommands admin_commands_;
    WebServer web_;
    Shutdown shutdown_;
    std::optional<WebServer> metrics_web_;
    std::optional<AdminSocket> admin_socket_;
    std::optional<asio::signal_set> stop_signals_;
    std::optional<ConfigReload> config_reload_;
};

Metrics::Now Server::metrics_now() const {
    constexpr std::array state_names{"open", "playing", "over"};
    Metrics::Now now;
    now.connections = static_cast<int>(clients_.gateway.connections());
    now.sessions = static_cast<int>(clients_.sessions.size());
    now.alarms = rooms_.alarms();
    now.subscriptions = lobby_.subscriptions();
    for (const auto& [id, room] : rooms_.all()) {
        now.subscriptions += room->subscriptions();
        ++now.rooms[{room->settings().game, state_names[static_cast<std::size_t>(room->state())]}];
    }
    const BotStats bots = bots_.stats();
    now.bots_waiting = bots.waiting;
    now.bots_thinking = bots.thinking;
    now.store_takes_writes = store_monitor_.takes_writes();
    now.log_lines_dropped = log_lines_dropped();
    return now;
}

void Server::listen() {
    if (config_.metrics_port >= 0) {
        metrics_web_.emplace(io_, metrics_settings(config_), metrics_page_);
        spdlog::info("metrics at {}/metrics",
                     browser_address("http", config_.metrics_bind, metrics_web_->port()));
    }
    if (config_.tls_port >= 0) {
        web_.listen_tls(tls_settings(config_));
        spdlog::info("TLS at {}{}/", browser_address("https", config_.tls_bind, web_.tls_port()),
                     config_.base_path);
    }
}

void Server::listen_to_operators() {
    const auto path = admin_socket_path(config_);
    if (path.empty()) return;
    try {
        admin_socket_.emplace(io_, path, [this](AdminRequest request, AdminDone done) {
            admin_commands_.handle(std::move(request), std::move(done));
        });
    } catch (const std::exception& reason) {
        // The server is of use to players without it.
        spdlog::warn("{}", reason.what());
    }
}

/// The files may have changed under the same names.
void Server::prepare(const Config& next) {
    if (config_.tls_port >= 0 && next.tls_port >= 0) web_.change_tls(tls_settings(next));
}

void Server::apply_config() {
    web_.change(web_settings(config_));
    if (metrics_web_) metrics_web_->change(metrics_settings(config_));
}

void Server::stop_accepting() {
    clients_.drain();
    clients_.store_connected_guests();
    web_.stop_listening();
    // A last heartbeat, behind what is on its way to the store.
    store_monitor_.finish();
}

void Server::restore() {
    RecoveredState found = read_recovered_state(store_);
    for (Sanction& sanction : found.sanctions) clients_.sanctions.put(std::move(sanction));
    for (const Block& block : found.blocks) blocks_.put(block);
    for (const StoredEarlyExit& exit : found.early_exits) services_.early_exits.add(exit.player, exit.at);
    const int matches = recover_rooms(services_, std::move(found.rooms), found.last_alive);
    clients_.restore(found.sessions);
    store_monitor_.start();
    data_retention_.start();
    if (!rooms_.all().empty())
        spdlog::info("restored {} rooms, {} matches continue", rooms_.all().size(), matches);
}

/// The reasons in /readyz; docker/README.md lists them.
std::vector<std::string_view> Server::not_ready() const {
    std::vector<std::string_view> reasons;
    if (clients_.draining()) reasons.push_back("draining");
    if (!store_monitor_.takes_writes()) reasons.push_back("storage");
    if (web_.full() || clients_.sessions.full()) reasons.push_back("full");
    return reasons;
}

}  // namespace

void run_server(const Config& config, std::function<Invocation()> read_again) {
    check_config(config);
    // A file size limit is a full disk, not a reason to die.
    std::signal(SIGXFSZ, SIG_IGN);
    const Log log(config.log_level, config.log_format);
    {
        Server server(config, std::move(read_again));
        server.handle_signals();
        server.restore();
        announce(browser_address("http", config.bind, server.port()) + config.base_path + "/",
                 config.log_format);
        server.run();
        // The destructor writes what still waits for the disk.
    }
    spdlog::info("stopped");
}

struct EmbeddedServer::Impl {
    explicit Impl(const Config& config) : log(config.log_level, config.log_format), server(config, {}) {
        server.restore();
    }
    const Log log;
    Server server;
    std::thread thread;
};

EmbeddedServer::EmbeddedServer(const Config& config) {
    impl_ = std::make_unique<Impl>(config);
    impl_->thread = std::thread([this] { impl_->server.run(); });
}

EmbeddedServer::~EmbeddedServer() {
    impl_->server.ask_to_stop();
    impl_->thread.join();
}

std::uint16_t EmbeddedServer::port() const { return impl_->server.port(); }
void EmbeddedServer::set_bot_pace(std::chrono::milliseconds pace) { impl_->server.set_bot_pace(pace); }

}  // namespace pentad::server
