#include "server/app/server.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "server/admin/admin_commands.hpp"
#include "server/app/check_config.hpp"
#include "server/app/component_settings.hpp"
#include "server/app/recovery.hpp"
#include "server/app/store_monitor.hpp"
#include "server/base/host_names.hpp"
#include "server/base/log/log.hpp"
#include "server/bots/external_bots.hpp"
#include "server/bots/hints.hpp"
#include "server/bots/tablebase_builder.hpp"
#include "server/gateway/router.hpp"
#include "server/http/metrics_page.hpp"
#include "server/http/site.hpp"
#include "server/net/tls_listener.hpp"
#include "server/net/web_server.hpp"
#include "server/store/memory/memory_store.hpp"

namespace pentad::server {
namespace {

/// A move waits for others to be stored with it no longer than this, and only when there are others: at
/// 5,000 moves a second it spares a fifth of the processor.
constexpr std::chrono::microseconds between_groups{500};

std::unique_ptr<Store> open_store(const Config& config) {
    if (config.data == ":memory:") return make_memory_store();
    auto store = open_sqlite_store(
        config.data, config.durability, config.checkpoint_pages, [](const std::filesystem::path& copy) {
            spdlog::info("the database is brought up to date; as it was it is kept as {}", copy.string());
        });
    if (!store) throw std::runtime_error(store.error().text);
    return std::move(*store);
}

/// The server's parts, in the order in which they need each other.
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
          lobby_(blocks_, [this] { lobby_changed(); }),
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
                    rooms_,
                    blocks_,
                    metrics_,
                    milliseconds(config.bot_pace_ms),
                    ServerClock::now,
                    &external_bots_,
                    &hints_,
                    milliseconds(config.bot_budget_ms),
                    disconnect_policy(config),
                    time_limits(config),
                    config.rate_same_network,
                    EarlyExits(config.early_exits_per_hour)},
          router_(services_, config_),
          site_(services_, web_files(config), [this] { return not_ready(); }),
          lobby_timer_(io_.get_executor()),
          beat_timer_(io_.get_executor()),
          stop_timer_(io_.get_executor()),
          give_up_timer_(io_.get_executor()),
          forget_timer_(io_.get_executor()),
          metrics_page_(metrics_, [this] { return metrics_now(); }),
          desk_(services_, router_, config_.data, [this] { router_.drain(); }),
          web_(io_, web_settings(config), router_, site_) {
        if (config.metrics_port >= 0) {
            metrics_web_.emplace(io_, metrics_settings(config), metrics_page_);
            spdlog::info("metrics at {}/metrics",
                         browser_address("http", config.metrics_bind, metrics_web_->port()));
        }
        if (config.tls_port >= 0) {
            tls_.emplace(io_, tls_settings(config), [this](Socket socket, std::string address) {
                web_.serve(std::move(socket), std::move(address));
            });
            spdlog::info("TLS at {}{}/", browser_address("https", config.tls_bind, tls_->port()),
                         config.base_path);
        }
        listen_to_operators();
    }

    /// SIGTERM and SIGINT stop it, SIGHUP has the settings read again.
    void obey_signals() {
        signals_.emplace(io_, SIGTERM, SIGINT);
        signals_->async_wait([this](boost::system::error_code error, int) {
            if (!error) stop();
        });
        reload_signal_.emplace(io_, SIGHUP);
        wait_for_reload();
    }
    /// Thread-safe.
    void ask_to_stop() {
        asio::post(io_, [this] { stop(); });
    }
    void set_bot_pace(milliseconds pace) {
        asio::post(io_, [this, pace] { services_.bot_pace = pace; });
    }

    void restore();
    std::uint16_t port() const { return web_.port(); }
    void run() {
        beat();
        io_.run();
        ServerClock::end_of_beats();
    }

  private:
    Metrics::Now metrics_now() const;
    std::vector<std::string_view> not_ready() const;
    void lobby_changed();
    void beat();
    void listen_to_operators();
    void forget_the_old();
    void wait_for_reload();
    void take_over_settings();
    void stop();
    void close_when_stored();
    void leave_when_closed(int polls_left);

    Config config_;
    const std::function<Invocation()> read_again_;
    asio::io_context io_{1};
    Metrics metrics_;
    StoreThread store_;
    StoreMonitor store_monitor_;
    BlockList blocks_;
    Lobby lobby_;
    RoomRegistry rooms_;
    TablebaseBuilder tablebases_;
    BotScheduler bots_;
    ExternalBots external_bots_;
    Hints hints_;
    RoomServices services_;
    Router router_;
    Site site_;
    Timer lobby_timer_;
    bool lobby_waits_ = false;
    Timer beat_timer_;
    Timer stop_timer_;
    Timer give_up_timer_;
    Timer forget_timer_;
    MetricsPage metrics_page_;
    std::optional<asio::signal_set> signals_;
    std::optional<asio::signal_set> reload_signal_;
    AdminCommands desk_;
    WebServer web_;
    std::optional<WebServer> metrics_web_;
    std::optional<TlsFront> tls_;
    std::optional<AdminSocket> admin_;
};

Metrics::Now Server::metrics_now() const {
    constexpr std::array state_names{"open", "playing", "over"};
    Metrics::Now now;
    now.connections = static_cast<int>(router_.connections());
    now.sessions = static_cast<int>(router_.sessions());
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

void Server::lobby_changed() {
    if (lobby_waits_) return;
    lobby_waits_ = true;
    lobby_timer_.expires_after(std::chrono::milliseconds(250));
    lobby_timer_.async_wait([this](boost::system::error_code error) {
        if (error) return;
        lobby_waits_ = false;
        lobby_.flush();
    });
}

void Server::beat() {
    ServerClock::beat();
    beat_timer_.expires_after(std::chrono::seconds(1));
    beat_timer_.async_wait([this](boost::system::error_code error) {
        if (!error) beat();
    });
}

void Server::listen_to_operators() {
    const auto path = admin_socket_path(config_);
    if (path.empty()) return;
    try {
        admin_.emplace(io_, path, [this](AdminRequest request, AdminDone done) {
            desk_.handle(std::move(request), std::move(done));
        });
    } catch (const std::exception& reason) {
        // Players come first.
        spdlog::warn("{}", reason.what());
    }
}

/// A part at a time, so that nobody waits for it.
void Server::forget_the_old() {
    constexpr int a_minute = 500;
    const ServerTime now = ServerClock::now();
    if (config_.keep_finished_days > 0) {
        const auto kept = std::chrono::hours(24) * config_.keep_finished_days;
        store_.write(batch(FinishedForgotten{now - kept, a_minute}), [](const auto& result) {
            if (!result) spdlog::error("old matches cannot be deleted: {}", result.error().text);
        });
    }
    if (config_.keep_guests_days > 0) {
        const auto kept = std::chrono::hours(24) * config_.keep_guests_days;
        store_.write(batch(GuestsForgotten{now - kept, a_minute}), [](const auto& result) {
            if (!result) spdlog::error("old guests cannot be deleted: {}", result.error().text);
        });
    }
    forget_timer_.expires_after(std::chrono::minutes(1));
    forget_timer_.async_wait([this](boost::system::error_code error) {
        if (!error) forget_the_old();
    });
}

void Server::wait_for_reload() {
    reload_signal_->async_wait([this](boost::system::error_code error, int) {
        if (error) return;
        take_over_settings();
        wait_for_reload();
    });
}

/// All of them or none.
void Server::take_over_settings() {
    Config next = config_;
    Reload done;
    try {
        const Invocation wanted = read_again_();
        if (const auto* mistake = std::get_if<ExitNow>(&wanted)) throw std::runtime_error(mistake->text);
        const auto& config = std::get<Config>(wanted);
        check_config(config);
        done = reload(next, config);
        // The files may be others under the same names.
        if (tls_ && config.tls_port >= 0) tls_->change(tls_settings(next));
    } catch (const std::exception& reason) {
        spdlog::error("the settings stay as they are: {}", reason.what());
        return;
    }
    config_ = std::move(next);
    // It was asked for, and so is told, however little else is.
    if (config_.log_level != "off") set_log_level("info");
    for (const std::string& change : done.changed) spdlog::info("setting {}", change);
    for (const std::string& name : done.after_restart)
        spdlog::warn("setting {} differs; it changes with a restart only", name);
    if (done.changed.empty()) spdlog::info("no setting has changed that can change while the server runs");
    set_log_level(config_.log_level);
    web_.change(web_settings(config_));
    if (metrics_web_) metrics_web_->change(metrics_settings(config_));
}

void Server::restore() {
    RecoveredState found = read_recovered_state(store_);
    for (Sanction& sanction : found.sanctions) router_.sanctions().put(std::move(sanction));
    for (const Block& block : found.blocks) blocks_.put(block);
    for (const StoredEarlyExit& exit : found.early_exits) services_.early_exits.add(exit.player, exit.at);
    const int matches = recover_rooms(services_, std::move(found.rooms), found.last_alive);
    router_.restore(found.sessions);
    store_monitor_.start();
    forget_the_old();
    if (!rooms_.all().empty())
        spdlog::info("{} rooms are back, {} matches go on", rooms_.all().size(), matches);
}

/// A word for each reason; docker/README.md has them.
std::vector<std::string_view> Server::not_ready() const {
    std::vector<std::string_view> reasons;
    if (router_.draining()) reasons.push_back("draining");
    if (!store_monitor_.takes_writes()) reasons.push_back("storage");
    if (web_.full() || router_.full()) reasons.push_back("full");
    return reasons;
}

void Server::stop() {
    spdlog::info("stopping: no new connections, what was received is finished");
    give_up_timer_.expires_after(milliseconds(config_.stop_timeout_ms));
    give_up_timer_.async_wait([this](boost::system::error_code error) {
        if (error) return;
        spdlog::error("the store or the links did not come to an end in time");
        io_.stop();
    });
    router_.drain();
    router_.keep_connected_guests();
    web_.stop_listening();
    if (tls_) tls_->stop_listening();
    close_when_stored();
}

void Server::close_when_stored() {
    // After everything that was on its way to the store has come back and been announced.
    store_monitor_.finish();
    const bool taken = store_.read([this](Store&) {
        asio::post(io_, [this] {
            router_.close_all(1012, "restart");
            leave_when_closed(60);
        });
    });
    if (taken) return;
    // As many reads wait as may.
    stop_timer_.expires_after(std::chrono::milliseconds(50));
    stop_timer_.async_wait([this](boost::system::error_code error) {
        if (!error) close_when_stored();
    });
}

void Server::leave_when_closed(int polls_left) {
    if (router_.connections() == 0 || polls_left == 0) {
        io_.stop();
        return;
    }
    stop_timer_.expires_after(std::chrono::milliseconds(50));
    stop_timer_.async_wait([this, polls_left](boost::system::error_code error) {
        if (!error) leave_when_closed(polls_left - 1);
    });
}

}  // namespace

void run_server(const Config& config, std::function<Invocation()> read_again) {
    check_config(config);
    // A file that may not grow any more is a full disk, not the end.
    std::signal(SIGXFSZ, SIG_IGN);
    const Log log(config.log_level, config.log_format);
    {
        Server server(config, std::move(read_again));
        server.obey_signals();
        server.restore();
        announce(browser_address("http", config.bind, server.port()) + config.base_path + "/",
                 config.log_format);
        server.run();
        // What waits for the disk is written before its end.
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
