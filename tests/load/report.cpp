#include "tests/load/report.hpp"

#include <cstdarg>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace pentad::load {
namespace {

using json = nlohmann::ordered_json;

[[gnu::format(printf, 2, 3)]] void line(std::string& text, const char* format, ...) {
    char buffer[200];
    va_list values;
    va_start(values, format);
    std::vsnprintf(buffer, sizeof buffer, format, values);
    va_end(values);
    text += buffer;
    text += '\n';
}

void latency_line(std::string& text, const char* what, const Latencies& latencies) {
    if (latencies.count() == 0) return;
    line(text, "%-22s p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms", what,
         static_cast<double>(latencies.quantile_us(0.5)) / 1000,
         static_cast<double>(latencies.quantile_us(0.99)) / 1000,
         static_cast<double>(latencies.quantile_us(0.999)) / 1000);
}

json latency_json(const Latencies& latencies) {
    return {{"count", latencies.count()},
            {"p50", latencies.quantile_us(0.5)},
            {"p99", latencies.quantile_us(0.99)},
            {"p999", latencies.quantile_us(0.999)}};
}

double moves_a_second(const Findings& found) {
    return found.seconds == 0 ? 0 : static_cast<double>(found.tally.moves) / found.seconds;
}

}  // namespace

std::string as_text(const Plan& plan, const Findings& found) {
    std::string text;
    if (plan.rooms != 0) {
        line(text, "%-22s %u, open after %.2f s", "rooms", plan.rooms, found.set_up_s);
        line(text, "%-22s %llu in %.1f s, %.0f a second; %llu matches ended", "moves",
             static_cast<unsigned long long>(found.tally.moves), found.seconds, moves_a_second(found),
             static_cast<unsigned long long>(found.tally.matches));
        latency_line(text, "move to opponent", found.tally.to_opponent);
        latency_line(text, "move to answer", found.tally.to_ack);
        if (found.quiet) {
            latency_line(text, "without the noise", found.quiet->tally.to_opponent);
            line(text, "%-22s %llu messages, sent away %llu times; the p99 is %.2f times what it was",
                 "noise", static_cast<unsigned long long>(found.quiet->noises),
                 static_cast<unsigned long long>(found.quiet->sent_away),
                 static_cast<double>(found.tally.to_opponent.quantile_us(0.99)) /
                     static_cast<double>(found.quiet->tally.to_opponent.quantile_us(0.99)));
        }
        if (found.tally.moves != 0)
            line(text, "%-22s %.0f bytes a move to both players", "traffic",
                 static_cast<double>(found.tally.bytes) / static_cast<double>(found.tally.moves));
        if (found.server_cpu_us_a_move)
            line(text, "%-22s %.1f us a move, %.0f %% of a core", "server", *found.server_cpu_us_a_move,
                 *found.server_cpu_share * 100);
        line(text, "%-22s %.0f %% of a core", "this generator", found.own_cpu_share * 100);
        if (found.own_cpu_share > 0.9)
            line(text,
                 "%-22s the generator was busy all the time: latencies say more about it than about the "
                 "server",
                 "warning");
        if (found.bytes_a_room)
            line(text, "%-22s %.1f KB each, without the links", "room", *found.bytes_a_room / 1024);
    }
    if (found.bytes_an_idle_link)
        line(text, "%-22s %.1f KB each, %u of them", "idle link", *found.bytes_an_idle_link / 1024,
             plan.idle);
    if (found.server_bytes)
        line(text, "%-22s %.1f MB", "server's memory", static_cast<double>(*found.server_bytes) / 1048576);
    if (found.storm_s)
        line(text, "%-22s %zu links back after %.2f s", "storm", found.storm_links, *found.storm_s);
    return text;
}

std::string as_json(const Plan& plan, const Findings& found) {
    json report = {{"game", plan.game},
                   {"rooms", plan.rooms},
                   {"rate", plan.rate},
                   {"watchers", plan.watchers},
                   {"botLevel", plan.bot_level},
                   {"idle", plan.idle},
                   {"seconds", found.seconds},
                   {"setUpS", found.set_up_s},
                   {"moves", found.tally.moves},
                   {"movesPerS", moves_a_second(found)},
                   {"matchesEnded", found.tally.matches},
                   {"toOpponentUs", latency_json(found.tally.to_opponent)},
                   {"toAnswerUs", latency_json(found.tally.to_ack)},
                   {"bytesSent", found.tally.bytes},
                   {"ownCpuShare", found.own_cpu_share}};
    const auto add = [&](const char* name, const auto& value) {
        if (value) report[name] = *value;
    };
    if (found.quiet)
        report["quiet"] = {{"toOpponentUs", latency_json(found.quiet->tally.to_opponent)},
                           {"toAnswerUs", latency_json(found.quiet->tally.to_ack)},
                           {"noises", found.quiet->noises},
                           {"sentAway", found.quiet->sent_away}};
    add("serverCpuUsPerMove", found.server_cpu_us_a_move);
    add("serverCpuShare", found.server_cpu_share);
    add("bytesPerRoom", found.bytes_a_room);
    add("bytesPerIdleLink", found.bytes_an_idle_link);
    add("serverBytes", found.server_bytes);
    add("stormS", found.storm_s);
    if (found.storm_s) report["stormLinks"] = found.storm_links;
    return report.dump(2);
}

}  // namespace pentad::load
