#!/usr/bin/env python3
"""A bot for Pentad to start from: change choose(). Needs Python 3.10 or newer and nothing else.

    PENTAD_BOT_KEY=bk_... ./pentad_bot.py --name NAME [--server ws://127.0.0.1:8080/ws] [--slots 4]
"""
import argparse, base64, json, os, random, socket, ssl, struct, sys, time
from urllib.parse import urlsplit

GOOD_BYE = {4000, 4001, 4004, 4005}  # after these the server does not want the bot back
FIRST_MOVES = 120  # seconds after which a match is aborted whose person does not begin


def choose(turn):
    """The move, one of turn["legal"], within turn["budgetMs"].

    `turn` is the data of turn.request: game, options, seat (0 moves first), turn, pos (the position in one
    line), legal, clock and budgetMs. The server's engine.apply says what a move leads to, so a bot needs no
    rules of its own; see protocol/README.md.
    """
    return random.choice(turn["legal"])


def agrees(offer):
    """Whether a match that the person would rather not go on with may be aborted."""
    return True


class Closed(Exception):
    def __init__(self, code):
        super().__init__("the connection is closed (%d)" % code)
        self.code = code


class WebSocket:
    """Just enough of RFC 6455; the package `websockets` does all of it."""

    def __init__(self, url):
        at = urlsplit(url)
        secure = at.scheme == "wss"
        port = at.port or (443 if secure else 80)
        self.socket = socket.create_connection((at.hostname, port), timeout=10)
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=at.hostname)
        self.socket.sendall(
            ("GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n"
             % (at.path or "/ws", at.netloc, base64.b64encode(os.urandom(16)).decode())).encode())
        self.waiting, self.patience, head = b"", 10, b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.read(1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError("no WebSocket there: " + head.split(b"\r\n")[0].decode(errors="replace"))

    def read(self, count):
        while len(self.waiting) < count:
            more = self.socket.recv(65536)
            if not more:
                raise Closed(1006)
            self.waiting += more
        data, self.waiting = self.waiting[:count], self.waiting[count:]
        return data

    def send(self, text, opcode=1):
        data = text.encode() if isinstance(text, str) else text
        mask = os.urandom(4)
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def receive(self):
        """The next text. Raises Closed, and TimeoutError when nothing has come for a heartbeat."""
        text = b""
        while True:
            first, size = self.read(2)
            self.socket.settimeout(None)  # what has begun is read to its end
            if size >= 126:
                size = struct.unpack(*((">H", self.read(2)) if size == 126 else (">Q", self.read(8))))[0]
            data = self.read(size)
            self.socket.settimeout(self.patience)
            opcode = first & 15
            if opcode == 8:
                raise Closed(struct.unpack(">H", data[:2])[0] if len(data) >= 2 else 1005)
            if opcode == 9:
                self.send(data, opcode=10)
            elif opcode != 10:
                text += data
                if first & 0x80:
                    return text.decode()


class Bot:
    def __init__(self, arguments, key):
        self.link = WebSocket(arguments.server)
        self.number = 0
        self.begin_by = {}  # matches whose first moves are due, and when
        self.quiet = {"claim_not_allowed", "cannot_abort", "match_over", "match_not_found", "offer_gone",
                      "offer_invalid", "stale_turn"}  # refusals that only say that a match has gone on
        me = self.ask("hello", {"protocol": [1], "client": {"name": "pentad_bot.py", "version": "1"},
                                "auth": {"kind": "bot", "name": arguments.name, "key": key}})
        self.link.patience = me["heartbeat"] / 1000
        games = arguments.games or [game["game"] for game in me["games"]]
        # From here on the server sends turns; after a broken connection those that are open come again.
        self.ask("bot.register", {"games": games, "slots": arguments.slots})
        for match in me["active"]:
            self.follow(match["match"])
        print("%s plays %s as %s" % (arguments.name, ", ".join(games), me["player"]["id"]), flush=True)

    def request(self, kind, data, match=None):
        self.number += 1
        message = {"type": kind, "id": self.number, "data": data}
        if match:
            message["match"] = match
        self.link.send(json.dumps(message))
        return self.number

    def ask(self, kind, data):
        number = self.request(kind, data)
        while True:
            message = json.loads(self.link.receive())
            if message.get("re") == number:
                if message["type"] == "error":
                    sys.exit("%s: %s" % (kind, message["error"]["message"]))
                return message["data"]

    def follow(self, match):
        """Presence, offers and the end are told to who watches."""
        self.begin_by[match] = time.monotonic() + FIRST_MOVES
        self.request("match.watch", {"history": False}, match)

    def play(self):
        while True:
            try:
                message = json.loads(self.link.receive())
            except TimeoutError:
                self.request("ping", {})
                message = {"type": "nothing"}
            self.take(message["type"], message.get("data", {}), message.get("match"), message)
            for match in [one for one, due in self.begin_by.items() if due < time.monotonic()]:
                del self.begin_by[match]
                self.request("match.abort", {}, match)

    def take(self, kind, data, match, message):
        if kind == "turn.request":
            self.request("bot.move", {"turn": data["turn"], "move": choose(data)}, match)
        elif kind == "bot.seated":
            self.follow(match)
        elif kind == "match.moved" and data["ply"] >= 2:
            self.begin_by.pop(match, None)
        elif kind == "seat.presence" and data["state"] == "gone" and "claimableAt" in data:
            self.request("claim.win", {}, match)  # refused in the bot's own turn; then it moves
            self.request("match.abort", {}, match)  # refused once both have moved
        elif kind == "offer.made" and data["kind"] == "abort":
            self.request("offer.answer", {"offer": data["offer"], "accept": agrees(data)}, match)
        elif kind == "match.ended":
            self.begin_by.pop(match, None)
            self.request("match.unwatch", {}, match)
        elif kind == "error" and message["error"]["code"] not in self.quiet:
            print("refused:", message["error"]["message"], file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description="A bot for Pentad. Its key is taken from PENTAD_BOT_KEY.")
    parser.add_argument("--server", default="ws://127.0.0.1:8080/ws")
    parser.add_argument("--name", required=True)
    parser.add_argument("--slots", type=int, default=4, help="matches at once")
    parser.add_argument("--games", nargs="*", help="all if none is named")
    arguments = parser.parse_args()
    key = os.environ.get("PENTAD_BOT_KEY") or sys.exit("Set PENTAD_BOT_KEY to the key of this bot.")
    while True:
        try:
            Bot(arguments, key).play()
        except Closed as end:
            if end.code in GOOD_BYE:
                sys.exit(str(end))
        except OSError as failure:
            print(failure, file=sys.stderr, flush=True)
        time.sleep(1 + random.random())


if __name__ == "__main__":
    main()
