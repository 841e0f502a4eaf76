#!/usr/bin/env python3
"""Measures pentad-server beside the bare relay and prints a table of goals, in Markdown.

Server and relay take turns on one core and the generator has the other, so that what else this machine does
meets both alike; what counts is the ratio of the medians, not the times.

    tests/load/compare.py --bin build/bench/bin              # about half an hour
    tests/load/compare.py --bin build/bench/bin --short      # under three minutes, what `./dev bench server` runs
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import plot

OPEN_DOORS = ["--max-links-per-address", "0", "--hellos-per-minute", "0", "--frames-per-second", "0",
              "--max-rooms-per-address", "0", "--max-connections", "100000", "--max-sessions", "100000",
              "--max-rooms", "100000", "--log-level", "warning"]


def say(text):
    print("==> " + text, file=sys.stderr, flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def on_core(core, command):
    """The command on one core, where the machine has more than one."""
    if (os.cpu_count() or 1) < 2 or not shutil.which("taskset"):
        return command
    return ["taskset", "-c", str(core)] + command


class Process:
    """A server on a free port with a data folder of its own, until the `with` ends."""

    def __init__(self, programs, kind, flags=()):
        self.port = free_port()
        self.folder = tempfile.TemporaryDirectory(prefix="pentad-load-")
        if kind == "relay":
            command = [programs / "pentad-relay", str(self.port)]
        else:
            command = [programs / "pentad-server", "--port", str(self.port), "--data", self.folder.name,
                       "--durability", kind, *OPEN_DOORS, *flags]
        start = time.monotonic()
        self.process = subprocess.Popen(on_core(0, [str(word) for word in command]), stdout=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                break
            except OSError:
                if self.process.poll() is not None:
                    sys.exit("%s ended with status %s" % (command[0], self.process.returncode))
                if time.monotonic() - start > 30:
                    sys.exit("%s does not answer" % command[0])
                time.sleep(0.002)
        self.start_ms = (time.monotonic() - start) * 1000

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()


def load(programs, server, **plan):
    """One run of pentad-load; its report."""
    report = pathlib.Path(server.folder.name) / "report.json"
    command = [str(programs / "pentad-load"), "--port", str(server.port), "--server-pid", str(server.process.pid),
               "--json", str(report)]
    for name, value in plan.items():
        command.append("--" + name.replace("_", "-"))
        if value is not True:
            command.append(str(value))
    done = subprocess.run(on_core(1, command), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), done.stderr[-400:]))
    return json.loads(report.read_text())


def side_by_side(programs, rounds, **plan):
    """kind -> reports, each kind once a round, after one round that does not count."""
    reports = {"relay": [], "normal": [], "full": []}
    for number in range(rounds + 1):
        for kind in reports:
            with Process(programs, kind) as server:
                report = load(programs, server, **({} if kind == "relay" else {"game": plan["game"]}),
                              **{name: value for name, value in plan.items() if name != "game"})
                if number > 0:
                    reports[kind].append(report)
        say("round %d of %d" % (number, rounds))
    return reports


def median(reports, *path):
    values = []
    for report in reports:
        for key in path:
            report = report[key]
        values.append(report)
    return statistics.median(values)


class Table:
    def __init__(self):
        self.rows = []

    def add(self, what, measured, unit, goal=None, least=False):
        met = "" if goal is None else "yes" if (measured >= goal if least else measured <= goal) else "no"
        limit = "" if goal is None else ("at least " if least else "at most ") + "%g %s" % (goal, unit)
        self.rows.append((what, "%.3g %s" % (measured, unit) if measured < 1000 else "%.0f %s" % (measured, unit),
                          limit, met))
        say(" | ".join(self.rows[-1]))

    def text(self):
        head = [("what", "measured", "goal", "met"), ("---",) * 4]
        return "\n".join("| " + " | ".join(row) + " |" for row in head + self.rows)


def compare_moves(programs, table, options):
    rounds, seconds = (1, 2) if options.short else (5, 4)
    busy = side_by_side(programs, rounds, game=options.game, rooms=1000, rate=5000, warm_up=1, duration=seconds)
    relay_cpu = median(busy["relay"], "serverCpuUsPerMove")
    table.add("relay, CPU a move", relay_cpu, "us")
    for kind, goal in (("normal", 1.3), ("full", 1.8)):
        cpu = median(busy[kind], "serverCpuUsPerMove")
        table.add("CPU a move, durability %s" % kind, cpu, "us")
        table.add("CPU a move, durability %s, beside the relay" % kind, cpu / relay_cpu, "x", goal)
    relay_p99 = median(busy["relay"], "toOpponentUs", "p99")
    table.add("relay, move to opponent p99 at 5,000 moves/s in 1,000 rooms", relay_p99 / 1000, "ms")
    table.add("the same, durability normal, beside the relay",
              median(busy["normal"], "toOpponentUs", "p99") / relay_p99, "x", 2)
    table.add("the same, durability full", median(busy["full"], "toOpponentUs", "p99") / 1000, "ms", 10)
    table.add("generator's share of its core, most", max(r["ownCpuShare"] for r in busy["normal"] + busy["full"]),
              "", 0.9)


def measure_sizes(programs, table, options):
    idle = 1000 if options.short else 15000
    rooms = 500 if options.short else 9000
    with Process(programs, "normal") as server:
        table.add("start on an empty store", server.start_ms, "ms", 100)
        link = load(programs, server, rooms=0, idle=idle)["bytesPerIdleLink"] / 1024
        table.add("%d idle sessions, memory each" % idle, link, "KB", 10)
    with Process(programs, "normal") as server:
        room = load(programs, server, game=options.game, rooms=rooms, rate=100, warm_up=0, duration=1)
        table.add("%d open rooms, memory each without the links" % rooms,
                  room["bytesPerRoom"] / 1024, "KB", 8)
    with Process(programs, "normal") as server:
        links = 500 if options.short else 5000
        storm = load(programs, server, game=options.game, rooms=links // 4, idle=links // 2, rate=100, warm_up=0,
                     duration=1, storm=True)
        table.add("%d sessions cut at once, all back after" % storm["stormLinks"], storm["stormS"], "s", 5)


def measure_growth(programs, table, options):
    """Cost over the number of rooms, watchers, bots and the rate of moves: plot name -> [(x, report)]."""
    seconds = 1 if options.short else 3
    sweeps = {
        "rooms": [dict(rooms=n, rate=2000) for n in ((100, 1000) if options.short else (100, 1000, 9900))],
        "watchers a room": [] if options.short else [dict(rooms=100, watchers=n, rate=1000) for n in (0, 5, 20)],
        "moves a second": [] if options.short else [dict(rooms=1000, rate=n) for n in (500, 2000, 5000, 8000)],
        "rooms with a bot": [] if options.short else [dict(rooms=n, rate=5 * n, bot_level=2) for n in (20, 100, 200)],
    }
    key = {"rooms": "rooms", "watchers a room": "watchers", "moves a second": "rate", "rooms with a bot": "rooms"}
    grown = {}
    for name, plans in sweeps.items():
        for plan in plans:
            with Process(programs, "normal") as server:
                report = load(programs, server, game=options.game, warm_up=1, duration=seconds, **plan)
                grown.setdefault(name, []).append((plan[key[name]], report))
            say("%s: %s" % (name, plan))
    costs = [report["serverCpuUsPerMove"] for _, report in grown["rooms"]]
    table.add("CPU a move at the most rooms, beside that at 100", costs[-1] / costs[0], "x", 1.3)
    return grown


def growth_text(grown):
    lines = ["| over | value | CPU a move, us | p50, ms | p99, ms | memory, MB |", "|---" * 6 + "|"]
    for name, points in grown.items():
        for x, report in points:
            lines.append("| %s | %g | %.1f | %.2f | %.2f | %.0f |" % (
                name, x, report["serverCpuUsPerMove"], report["toAnswerUs"]["p50"] / 1000,
                report["toAnswerUs"]["p99"] / 1000, report["serverBytes"] / 1048576))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of the programs, built for release")
    parser.add_argument("--game", default="replica")
    parser.add_argument("--short", action="store_true", help="fewer rounds and smaller numbers")
    parser.add_argument("--svg", type=pathlib.Path, help="file for the plot of how cost grows")
    options = parser.parse_args()
    programs = options.bin.resolve()
    table = Table()
    compare_moves(programs, table, options)
    measure_sizes(programs, table, options)
    grown = measure_growth(programs, table, options)
    print(table.text() + "\n\n" + growth_text(grown))
    if options.svg:
        options.svg.write_text(plot.growth(grown))
        say("wrote %s" % options.svg)


if __name__ == "__main__":
    main()
