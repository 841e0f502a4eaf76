#include "server/metrics/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace pentad::server {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;

/// From 0.1 ms, a move in memory, to 10 s, a slow bot.
const Histogram::BucketBoundaries durations{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                            0.05,   0.1,     0.25,   0.5,   1,      2.5,   5,    10};

}  // namespace

struct Metrics::Families {
    mutable prometheus::Registry registry;

    Family<Counter>& counters(const char* name, const char* help) {
        return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
    }
    Histogram& histogram(const char* name, const char* help) {
        return prometheus::BuildHistogram().Name(name).Help(help).Register(registry).Add({}, durations);
    }
    Family<Gauge>& gauges(const char* name, const char* help) {
        return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
    }

    Counter& frames = counters("pentad_frames_received_total", "Messages from clients").Add({});
    Family<Counter>& refusals = counters("pentad_refusals_total", "Refused requests, by error code");
    Family<Counter>& closed = counters("pentad_links_closed_total", "Closed WebSockets, by close code");
    Family<Counter>& resumes = counters("pentad_resumes_total", "Streams resumed after a reconnect, by how");
    Family<Counter>& moves = counters("pentad_moves_total", "Moves made");
    std::map<std::string, Counter*, std::less<>> moves_of;  ///< by game; on the I/O thread
    Family<Counter>& ends = counters("pentad_matches_ended_total", "Matches that ended");
    Family<Counter>& bot_moves = counters("pentad_bot_moves_total", "Moves of bots, by how they were found");
    Family<Counter>& reports = counters("pentad_reports_total", "Reports of players, by reason");
    Counter& records = counters("pentad_store_records_total", "Stored records").Add({});
    Counter& store_failures = counters("pentad_store_failures_total", "Failed writes").Add({});
    Counter& log_dropped =
        counters("pentad_log_lines_dropped_total", "Log lines dropped because the reader was too slow")
            .Add({});
    Histogram& move_time = histogram("pentad_move_seconds",
                                     "From the receipt of a person's move until it is stored and announced");
    Histogram& commit_time = histogram("pentad_store_commit_seconds", "Commit of a group of records");
    Histogram& bot_wait = histogram("pentad_bot_wait_seconds", "A bot's wait for a worker");
    Histogram& bot_think = histogram("pentad_bot_think_seconds", "A bot's search");
    Gauge& connections = gauges("pentad_connections", "Open WebSockets").Add({});
    Gauge& sessions = gauges("pentad_sessions", "Sessions, connected or not").Add({});
    Family<Gauge>& rooms = gauges("pentad_rooms", "Rooms, by game and state");
    Family<Gauge>& bot_jobs = gauges("pentad_bot_jobs", "Searches, by state");
    Gauge& alarms = gauges("pentad_alarms", "Rooms waiting for a timer").Add({});
    Gauge& subscriptions = gauges("pentad_subscriptions", "Subscriptions of sessions to streams").Add({});
    Gauge& store_healthy = gauges("pentad_store_healthy", "1 while the store takes writes, else 0").Add({});
    Family<Gauge>& build = gauges("pentad_build_info", "Always 1");
};

Metrics::Metrics() : families_(std::make_unique<Families>()) {
    families_->build.Add({{"version", PENTAD_VERSION}, {"compiler", __VERSION__}}).Set(1);
}
Metrics::~Metrics() = default;

void Metrics::frame_received() { families_->frames.Increment(); }

void Metrics::refused(std::string_view error_code) {
    families_->refusals.Add({{"code", std::string(error_code)}}).Increment();
}

void Metrics::connection_closed(std::uint16_t code) {
    families_->closed.Add({{"code", std::to_string(code)}}).Increment();
}

void Metrics::resumed(std::string_view how) {
    families_->resumes.Add({{"how", std::string(how)}}).Increment();
}

void Metrics::move_made(std::string_view game) {
    auto known = families_->moves_of.find(game);
    if (known == families_->moves_of.end()) {
        Counter& made = families_->moves.Add({{"game", std::string(game)}});
        known = families_->moves_of.emplace(game, &made).first;
    }
    known->second->Increment();
}

void Metrics::move_took(Seconds time) { families_->move_time.Observe(time.count()); }

void Metrics::match_ended(std::string_view game, std::string_view reason) {
    families_->ends.Add({{"game", std::string(game)}, {"reason", std::string(reason)}}).Increment();
}

void Metrics::bot_moved(Seconds waited, Seconds thought, bool fallback) {
    families_->bot_moves.Add({{"how", fallback ? "fallback" : "search"}}).Increment();
    families_->bot_wait.Observe(waited.count());
    families_->bot_think.Observe(thought.count());
}

void Metrics::reported(std::string_view reason) {
    families_->reports.Add({{"reason", std::string(reason)}}).Increment();
}

void Metrics::stored(std::size_t records, Seconds took) {
    families_->records.Increment(static_cast<double>(records));
    families_->commit_time.Observe(took.count());
}

void Metrics::store_failed() { families_->store_failures.Increment(); }

std::string Metrics::text(const Now& now) const {
    families_->connections.Set(now.connections);
    families_->sessions.Set(now.sessions);
    families_->alarms.Set(static_cast<double>(now.alarms));
    families_->subscriptions.Set(static_cast<double>(now.subscriptions));
    families_->store_healthy.Set(now.store_takes_writes ? 1 : 0);
    families_->log_dropped.Increment(static_cast<double>(now.log_lines_dropped) -
                                     families_->log_dropped.Value());
    families_->bot_jobs.Add({{"state", "waiting"}}).Set(static_cast<double>(now.bots_waiting));
    families_->bot_jobs.Add({{"state", "thinking"}}).Set(static_cast<double>(now.bots_thinking));
    // Label sets that no longer occur must be reported as 0.
    for (const prometheus::MetricFamily& family : families_->rooms.Collect())
        for (const prometheus::ClientMetric& metric : family.metric) {
            prometheus::Labels labels;
            for (const auto& label : metric.label) labels[label.name] = label.value;
            families_->rooms.Add(labels).Set(0);
        }
    for (const auto& [key, number] : now.rooms)
        families_->rooms.Add({{"game", key.first}, {"state", key.second}}).Set(number);
    return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

}  // namespace pentad::server
