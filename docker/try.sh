#!/usr/bin/env bash
# Builds the image and proves it as an operator would run it: read-only, without capabilities, with little memory. What
# the process may do it is asked itself, not the engine that was told so.
# Makes a room and a match through it, stops it, starts it again on its volume and finds the match there.
# usage: docker/try.sh                 with docker or podman, whichever there is (or ENGINE=...)
#        IMAGE=pentad docker/try.sh    takes an image that was built before
# The programs of ./dev build play (or those of the folder BIN). CHECK=PROGRAM is run with the address as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    printf 'try.sh: %s\n' "$*" >&2
    exit 1
}
engine=${ENGINE:-$(command -v docker || command -v podman || true)}
[ -n "$engine" ] || fail "neither docker nor podman is installed"
bin=${BIN:-build/release/bin}
for program in pentad pentad-load; do
    [ -x "$bin/$program" ] || fail "there is no $bin/$program; run ./dev build first"
done
port=${PORT:-18080}
address=http://127.0.0.1:$port
name=pentad-try-$$
image=${IMAGE:-}
if [ -z "$image" ]; then
    image=pentad:try
    "$engine" build -f docker/Dockerfile -t "$image" .
fi

finish() {
    "$engine" rm -f "$name" >/dev/null 2>&1 || true
    "$engine" volume rm "$name" >/dev/null 2>&1 || true
}
trap finish EXIT

# Podman puts writable folders over /tmp, /run and /var/tmp unless it is told not to; docker does not know the word.
plain=()
if "$engine" run --help 2>/dev/null | grep -q -- --read-only-tmpfs; then plain=(--read-only-tmpfs=false); fi

start() {
    # The host's network, so that it works inside another container too; the port is this machine's own.
    "$engine" run -d --name "$name" --network host --read-only --cap-drop all --security-opt no-new-privileges \
        "${plain[@]}" --memory 256m --pids-limit 128 -v "$name":/var/lib/pentad "$image" \
        --bind 127.0.0.1 --port "$port" >/dev/null
    local tries=0
    until "$engine" exec "$name" pentad-server --check-health --bind 127.0.0.1 --port "$port" >/dev/null 2>&1; do
        tries=$((tries + 1))
        if [ $tries -gt 50 ]; then
            "$engine" logs "$name" >&2
            fail "the server did not come up"
        fi
        sleep 0.2
    done
}
stop() {
    "$engine" stop -t 15 "$name" >/dev/null
    local status
    status=$("$engine" inspect "$name" --format '{{.State.ExitCode}}')
    "$engine" rm "$name" >/dev/null
    [ "$status" = 0 ] || fail "stopping it gave exit status $status"
}

# Of the server itself, which is the container's first process.
confined() {
    local status kind place
    status=$("$engine" exec "$name" cat /proc/1/status) || fail "the process cannot be looked at"
    grep -q '^Name:[[:space:]]*pentad-server$' <<<"$status" || fail "its first process is another one: $status"
    for kind in Uid Gid; do
        grep -qE "^$kind:([[:space:]]+[1-9][0-9]*){4}\$" <<<"$status" || fail "it runs as root: $(grep "^$kind" <<<"$status")"
    done
    for kind in CapInh CapPrm CapEff CapBnd CapAmb; do
        grep -qE "^$kind:[[:space:]]*0+\$" <<<"$status" || fail "it has capabilities: $(grep "^$kind" <<<"$status")"
    done
    grep -q '^NoNewPrivs:[[:space:]]*1$' <<<"$status" || fail "it may get new privileges"
    # Here it must work, or the rest would prove nothing.
    "$engine" exec "$name" sh -c 'echo >/var/lib/pentad/written && rm /var/lib/pentad/written' ||
        fail "nothing can be written into the volume"
    for place in / /bin /etc /home /opt /root /run /srv /tmp /usr/bin /usr/share/pentad/web /var /var/lib /var/tmp; do
        if "$engine" exec "$name" sh -c "echo >$place/written" 2>/dev/null; then fail "$place can be written to"; fi
    done
    grep -E '^(Uid|CapEff)' <<<"$status"
}

start
confined
[ "$(curl -fsS "$address/" | grep -c '<html')" = 1 ] || fail "the web client is not served"
# Stays in the match while the server goes and comes back.
printf 'create replica --vs bot 1\n' | timeout 20 "$bin/pentad" --plain --server "$address" >/tmp/$name.out 2>&1 || true
rooms=$(curl -fsS "$address/api/v1/rooms") || fail "the rooms are not told"
match=$(grep -o '"match":"[^"]*"' <<<"$rooms" | head -1 | cut -d'"' -f4)
[ -n "$match" ] || fail "no match was made: $rooms"
# Whole games, one after the other in each room.
played=$("$bin/pentad-load" --host 127.0.0.1 --port "$port" --game sight --size 3x3 --rooms 8 --rate 60 --duration 5) ||
    fail "the games were not played: $played"
echo "$played" | head -n 5
[ -z "${CHECK:-}" ] || "$CHECK" "ws://127.0.0.1:$port/ws" || fail "$CHECK has found something"
stop
start
curl -fsS "$address/api/v1/matches/$match" >/dev/null || fail "the match $match did not come back"
stop
echo "works: no root, no capability, nothing written outside of its volume, 256 MiB; stopped with 0 and came back on its volume with its match"
