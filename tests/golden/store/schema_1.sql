-- A database of schema 1 with one open match of a public room and one finished match of a room that is gone.
PRAGMA journal_mode = WAL;
PRAGMA application_id = 1347310660;
CREATE TABLE players (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, token_hash TEXT UNIQUE, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rooms (
    id TEXT PRIMARY KEY, code TEXT NOT NULL, invite TEXT NOT NULL, password_hash TEXT NOT NULL, host TEXT NOT NULL,
    game TEXT NOT NULL, size TEXT NOT NULL, variant TEXT NOT NULL,
    tc_kind TEXT NOT NULL, tc_initial INTEGER NOT NULL, tc_increment INTEGER NOT NULL, tc_per_move INTEGER NOT NULL,
    visibility TEXT NOT NULL, hotseat INTEGER NOT NULL, spectators INTEGER NOT NULL, takeback INTEGER NOT NULL,
    rated INTEGER NOT NULL, first_seat TEXT NOT NULL, match TEXT NOT NULL, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE chairs (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, chair INTEGER NOT NULL CHECK (chair IN (0, 1)),
    kind TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL, seed INTEGER NOT NULL,
    PRIMARY KEY (room, chair)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id TEXT PRIMARY KEY, room TEXT NOT NULL, game TEXT NOT NULL, size TEXT NOT NULL, variant TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    tc_kind TEXT NOT NULL, tc_initial INTEGER NOT NULL, tc_increment INTEGER NOT NULL, tc_per_move INTEGER NOT NULL,
    hotseat INTEGER NOT NULL, started INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE match_seats (
    match TEXT NOT NULL REFERENCES matches, seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    kind TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL, seed INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_seats_by_player ON match_seats (player, match);

-- One row an event, so that their order needs no other table; what a kind does not have is NULL.
CREATE TABLE match_events (
    match TEXT NOT NULL REFERENCES matches, number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('moved', 'ended', 'resumed')), at INTEGER NOT NULL,
    turn INTEGER, seat INTEGER, move TEXT, move_id TEXT, charged INTEGER, remaining_0 INTEGER, remaining_1 INTEGER,
    winner INTEGER, reason TEXT,
    last_alive INTEGER,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX match_ends ON match_events (match) WHERE kind = 'ended';

CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;

INSERT INTO players VALUES ('p_1', 'Ann', 'guest', 'hash', 1760000000000), ('p_2', 'Bob', 'guest', NULL, 1760000000000);
INSERT INTO rooms VALUES ('r_1', 'ABC234', 'invite', '', 'p_1', 'pile', '20', 'plain', 'permove', 1000, 2000, 3000,
    'public', 0, 1, 1, 0, 'random', 'm_public', 1760000000000);
INSERT INTO chairs VALUES ('r_1', 0, 'human', 'p_1', 'Ann', 0, 0), ('r_1', 1, 'human', 'p_2', 'Bob', 0, 0);
INSERT INTO matches VALUES
    ('m_public', 'r_1', 'pile', '20', 'plain', 1, 'permove', 1000, 2000, 3000, 0, 1760000000000),
    ('m_of_closed_room', 'r_0', 'pile', '20', 'plain', 1, 'none', 0, 0, 0, 0, 1750000000000);
INSERT INTO match_seats VALUES ('m_public', 0, 'human', 'p_1', 'Ann', 0, 0), ('m_public', 1, 'human', 'p_2', 'Bob', 0, 0),
    ('m_of_closed_room', 0, 'human', 'p_1', 'Ann', 0, 0), ('m_of_closed_room', 1, 'bot', '', 'Bot 1', 1, -1);
INSERT INTO match_events VALUES
    ('m_public', 0, 'moved', 1760000001000, 1, 0, 't1', 'a', 0, 3000, 3000, NULL, NULL, NULL),
    ('m_public', 1, 'resumed', 1760000003000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1760000002000),
    ('m_public', 2, 'moved', 1760000004000, 2, 1, 't1', 'b', 0, 3000, 3000, NULL, NULL, NULL),
    ('m_of_closed_room', 0, 'ended', 1750000001000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 'resign', NULL);
PRAGMA user_version = 1;
