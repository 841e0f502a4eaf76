#include "tests/load/run.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/steady_timer.hpp>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>

#include "tests/load/noise.hpp"

namespace pentad::load {
namespace {

namespace asio = boost::asio;
using std::chrono::duration;
using std::chrono::duration_cast;
using std::chrono::nanoseconds;

double seconds_between(Clock::time_point from, Clock::time_point to) {
    return duration<double>(to - from).count();
}

struct Failure {
    std::string why;
};

class Run {
  public:
    explicit Run(const Plan& plan) : plan_(plan), pacer_(io_), progress_(io_) {
        target_.endpoint = {asio::ip::make_address(plan.host), plan.port};
        target_.host = plan.host + ":" + std::to_string(plan.port);
        target_.path = plan.path;
    }

    Findings all() {
        tick();
        const auto empty = server_usage();
        add_idle();
        const auto with_idle = server_usage();
        if (with_idle && plan_.idle != 0) found_.bytes_an_idle_link = grown(*empty, *with_idle) / plan_.idle;
        seat_players();
        const auto with_players = server_usage();
        open_rooms();
        const auto with_rooms = server_usage();
        if (with_rooms && plan_.rooms != 0)
            found_.bytes_a_room = grown(*with_players, *with_rooms) / plan_.rooms;
        if (plan_.rooms != 0) measure();
        if (plan_.rooms != 0 && plan_.noise > 0) measure_beside_noise();
        if (plan_.storm) storm();
        if (const auto usage = server_usage()) found_.server_bytes = usage->resident_bytes;
        if (isatty(STDERR_FILENO)) std::fputs("\r\033[K", stderr);
        found_.tally = tally_;
        return found_;
    }

  private:
    static double grown(const Usage& before, const Usage& after) {
        return static_cast<double>(after.resident_bytes) - static_cast<double>(before.resident_bytes);
    }

    std::optional<Usage> server_usage() const {
        if (plan_.server == 0) return std::nullopt;
        const auto usage = usage_of(plan_.server);
        if (!usage)
            throw Failure{"there is no process " + std::to_string(plan_.server) + "; see --server-pid"};
        return usage;
    }

    /// Handles what happens until `done()`, which must not take long; throws when a guest failed.
    void until(const std::function<bool()>& done) {
        const auto end = Clock::now() + patience;
        while (!done()) {
            if (Clock::now() > end) throw Failure{"the server has not answered for 30 s"};
            handle_one();
        }
    }
    void handle_one() {
        io_.run_one();
        if (!failure_.empty()) throw Failure{failure_};
    }
    void wait(double seconds) {
        const auto end = Clock::now() + duration_cast<nanoseconds>(duration<double>(seconds));
        asio::steady_timer timer(io_, end);
        bool over = false;
        timer.async_wait([&](boost::system::error_code) { over = true; });
        while (!over) handle_one();
    }

    Guest::Failed failed() {
        return [this](const std::string& why) {
            if (failure_.empty()) failure_ = why;
        };
    }

    void tick() {
        std::fprintf(stderr, "\r\033[K%s: %zu idle links, %zu rooms, %llu moves", phase_, idle_ready_,
                     tables_ready_, static_cast<unsigned long long>(tally_.moves));
        progress_.expires_after(std::chrono::seconds(1));
        progress_.async_wait([this](boost::system::error_code error) {
            if (!error) tick();
        });
    }

    /// Brings `wanted` of them about, so many at a time: `begin(i)` starts one, `ready` counts them.
    void bring_about(std::size_t wanted, const std::size_t& ready,
                     const std::function<void(std::size_t)>& begin) {
        std::size_t begun = 0;
        while (ready < wanted) {
            while (begun < wanted && begun < ready + at_once) begin(begun++);
            const std::size_t before = ready;
            until([&] { return ready != before; });
        }
    }

    void add_idle() {
        phase_ = "connecting";
        bring_about(plan_.idle, idle_ready_, [this](std::size_t) {
            idle_.push_back(std::make_unique<Guest>(io_, target_, failed()));
            idle_.back()->enter([this] { ++idle_ready_; });
        });
    }

    void seat_players() {
        phase_ = "connecting";
        if (plan_.rooms != 0) find_game();
        std::size_t ready = 0;
        bring_about(plan_.rooms, ready, [&](std::size_t i) {
            tables_.push_back(std::make_unique<Table>(io_, target_, plan_, plan_.seed + i, tally_, failed()));
            tables_.back()->enter([&ready] { ++ready; });
        });
    }

    void open_rooms() {
        phase_ = "opening";
        const auto start = Clock::now();
        bring_about(plan_.rooms, tables_ready_,
                    [this](std::size_t i) { tables_[i]->open(game_, [this] { ++tables_ready_; }); });
        found_.set_up_s = seconds_between(start, Clock::now());
    }

    void find_game() {
        game_ = plan_.game;
        if (!game_.empty()) return;
        Guest guest(io_, target_, failed());
        bool done = false;
        guest.on_welcome(
            [&](const nlohmann::json& welcome) { game_ = welcome.at("games").at(0).at("game"); });
        guest.enter([&] { done = true; });
        until([&] { return done; });
    }

    void measure() {
        phase_ = "playing";
        if (plan_.rate == 0) {
            for (const auto& table : tables_) table->hurry(true);
        } else {
            next_due_ = Clock::now();
            pace();
        }
        wait(plan_.warm_up_s);
        const auto server_before = server_usage();
        const auto own_before = *usage_of(getpid());
        const auto start = Clock::now();
        tally_.counting = true;
        wait(plan_.measure_s);
        tally_.counting = false;
        const auto own_after = *usage_of(getpid());
        const auto server_after = server_usage();
        found_.seconds = seconds_between(start, Clock::now());
        const auto share = [&](const Usage& before, const Usage& after) {
            return duration<double>(after.cpu - before.cpu).count() / found_.seconds;
        };
        found_.own_cpu_share = share(own_before, own_after);
        if (server_after) {
            found_.server_cpu_share = share(*server_before, *server_after);
            if (tally_.moves != 0)
                found_.server_cpu_us_a_move =
                    *found_.server_cpu_share * found_.seconds * 1e6 / static_cast<double>(tally_.moves);
        }
        pacing_ = false;
        for (const auto& table : tables_) table->hurry(false);
        wait(0.3);  // what is under way arrives
    }

    void measure_beside_noise() {
        found_.quiet.emplace().tally = tally_;
        tally_ = Tally();
        pacing_ = true;
        const Noise noise(io_, target_, tables_.front()->room(), game_, plan_.noise);
        measure();
        found_.quiet->noises = noise.sent();
        found_.quiet->sent_away = noise.sent_away();
    }

    /// The open loop: move number n of all rooms together is due at n / rate, in room n mod rooms.
    void pace() {
        if (!pacing_) return;
        const auto step = duration_cast<nanoseconds>(duration<double>(1 / plan_.rate));
        for (const auto now = Clock::now(); next_due_ <= now; next_due_ += step)
            tables_[next_table_++ % tables_.size()]->owe(next_due_);
        pacer_.expires_at(next_due_);
        pacer_.async_wait([this](boost::system::error_code error) {
            if (!error) pace();
        });
    }

    void storm() {
        phase_ = "coming back";
        std::vector<Guest*> everybody;
        for (const auto& guest : idle_) everybody.push_back(guest.get());
        for (const auto& table : tables_)
            for (const auto& guest : table->people()) everybody.push_back(guest.get());
        found_.storm_links = everybody.size();
        std::size_t back = 0;
        for (Guest* guest : everybody) guest->cut();
        const auto start = Clock::now();
        for (Guest* guest : everybody) guest->resume([&] { ++back; });
        until([&] { return back == everybody.size(); });
        found_.storm_s = seconds_between(start, Clock::now());
    }

    static constexpr std::size_t at_once = 64;  ///< set-ups under way
    static constexpr auto patience = std::chrono::seconds(30);

    const Plan& plan_;
    asio::io_context io_{1};
    Target target_;
    Tally tally_;
    Findings found_;
    std::string game_;
    std::string failure_;
    asio::steady_timer pacer_;
    asio::steady_timer progress_;
    std::vector<std::unique_ptr<Guest>> idle_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::size_t idle_ready_ = 0;
    std::size_t tables_ready_ = 0;
    Clock::time_point next_due_;
    std::size_t next_table_ = 0;
    bool pacing_ = true;
    const char* phase_ = "starting";
};

void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

tl::expected<Findings, std::string> run(const Plan& plan) {
    raise_descriptor_limit();
    try {
        return Run(plan).all();
    } catch (const Failure& failure) {
        return tl::unexpected(failure.why);
    } catch (const boost::system::system_error& error) {
        return tl::unexpected("\"" + plan.host + "\" is no numeric address: " + error.what());
    }
}

}  // namespace pentad::load
