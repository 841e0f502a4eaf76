"""A program that speaks UCI well until its second `go`, and then fails as its first argument says.

    broken_engine.py crash|exit|illegal|nothing|hang|slow|endless|mute PENTAD_ENGINE
"""

import os
import signal
import subprocess
import sys
import time

how, engine_path = sys.argv[1:]
if how == "mute":
    signal.pause()
engine = subprocess.Popen([engine_path, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def fail():
    if how == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if how == "exit":
        sys.exit(3)
    if how == "illegal":
        print("bestmove a1-z9", flush=True)
    if how == "nothing":
        print("bestmove", flush=True)
    if how == "hang":
        signal.pause()
    if how == "slow":
        time.sleep(30)
        print("bestmove a1-z9", flush=True)
    if how == "endless":
        while True:
            sys.stdout.write("info string " * 1000)


searches = 0
for line in sys.stdin:
    words = line.split()
    searches += words[:1] == ["go"]
    if words[:1] == ["go"] and searches == 2:
        fail()
        continue
    engine.stdin.write(line)
    engine.stdin.flush()
    end = {"uci": "uciok", "isready": "readyok", "go": "bestmove"}.get(words[0] if words else "")
    while end:
        answer = engine.stdout.readline()
        sys.stdout.write(answer)
        sys.stdout.flush()
        if answer.split()[:1] == [end]:
            break
