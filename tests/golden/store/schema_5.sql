-- A database of schema 5 with two finished matches, an open room, a session, a mute and a banned network.
PRAGMA journal_mode = WAL;
PRAGMA application_id = 1347310660;
PRAGMA user_version = 5;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE players (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, token_hash TEXT UNIQUE, created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO players VALUES('p_khwn8wy1t1c4','Ann','guest','376ae47100022dc2bf120e0ed8116705c77b1ec37d00cb5d729fe60310f5f5af',1795891974233);
CREATE TABLE rooms (
    id TEXT PRIMARY KEY, code TEXT NOT NULL, invite TEXT NOT NULL, password_hash TEXT NOT NULL, host TEXT NOT NULL,
    game TEXT NOT NULL, size TEXT NOT NULL, variant TEXT NOT NULL,
    tc_kind TEXT NOT NULL, tc_initial INTEGER NOT NULL, tc_increment INTEGER NOT NULL, tc_per_move INTEGER NOT NULL,
    visibility TEXT NOT NULL, hotseat INTEGER NOT NULL, spectators INTEGER NOT NULL, takeback INTEGER NOT NULL,
    rated INTEGER NOT NULL, first_seat TEXT NOT NULL, match TEXT NOT NULL, created INTEGER NOT NULL
, on_absent TEXT NOT NULL DEFAULT 'claim', spectators_chat INTEGER NOT NULL DEFAULT 1, spectators_delay INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO rooms VALUES('r_s8f24a6kbq5a','BE6R56','4dNFgQFfyH1Wonjb1SX_0FeWf63iyWMza7UyLLAMFp0','','p_khwn8wy1t1c4','bounce','8x8','standard','none',0,0,0,'public',0,1,1,0,'random','',1795891974660,'claim',1,0);
CREATE TABLE chairs (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, chair INTEGER NOT NULL CHECK (chair IN (0, 1)),
    kind TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL, seed INTEGER NOT NULL,
    PRIMARY KEY (room, chair)
) STRICT, WITHOUT ROWID;
INSERT INTO chairs VALUES('r_s8f24a6kbq5a',0,'human','p_khwn8wy1t1c4','Ann',0,0);
INSERT INTO chairs VALUES('r_s8f24a6kbq5a',1,'human','','',0,0);
CREATE TABLE matches (
    id TEXT PRIMARY KEY, room TEXT NOT NULL, game TEXT NOT NULL, size TEXT NOT NULL, variant TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    tc_kind TEXT NOT NULL, tc_initial INTEGER NOT NULL, tc_increment INTEGER NOT NULL, tc_per_move INTEGER NOT NULL,
    hotseat INTEGER NOT NULL, started INTEGER NOT NULL
, rated INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO matches VALUES('m_2mfknf5mnvbp','r_05rfrbdt928q','replica','8x8','standard',1,'none',0,0,0,0,1795891974284,0,0);
INSERT INTO matches VALUES('m_fvfardxxrd51','r_gn7215xrjscf','sight','3x3','standard',1,'none',0,0,0,0,1795891974440,0,0);
CREATE TABLE match_seats (
    match TEXT NOT NULL REFERENCES matches, seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    kind TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL, seed INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO match_seats VALUES('m_2mfknf5mnvbp',0,'bot','','Bot 1',1,5816475701092921103);
INSERT INTO match_seats VALUES('m_2mfknf5mnvbp',1,'human','p_khwn8wy1t1c4','Ann',0,0);
INSERT INTO match_seats VALUES('m_fvfardxxrd51',0,'bot','','Bot 1',1,-6888559542317339076);
INSERT INTO match_seats VALUES('m_fvfardxxrd51',1,'bot','','Bot 1',1,4807315098515631739);
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
INSERT INTO alive VALUES(1,1795891973308);
CREATE TABLE ratings (
    game TEXT NOT NULL, player TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL,
    games INTEGER NOT NULL, at INTEGER NOT NULL, provisional INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE match_events (
    match TEXT NOT NULL REFERENCES matches, number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('moved', 'taken_back', 'paused', 'continued', 'ended', 'resumed')),
    at INTEGER NOT NULL,
    turn INTEGER, seat INTEGER, move TEXT, move_id TEXT, charged INTEGER, remaining_0 INTEGER, remaining_1 INTEGER,
    winner INTEGER, reason TEXT,
    last_alive INTEGER,
    plies INTEGER, automatic TEXT,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO match_events VALUES('m_2mfknf5mnvbp',0,'moved',1795891974408,1,0,'a2=K','',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO match_events VALUES('m_2mfknf5mnvbp',1,'ended',1795891974416,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,'resign',NULL,NULL,NULL);
INSERT INTO match_events VALUES('m_fvfardxxrd51',0,'moved',1795891974446,1,0,'c2','',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO match_events VALUES('m_fvfardxxrd51',1,'moved',1795891974544,2,1,'c1','',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO match_events VALUES('m_fvfardxxrd51',2,'moved',1795891974588,3,0,'a1','',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO match_events VALUES('m_fvfardxxrd51',3,'moved',1795891974620,4,1,'b1','',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO match_events VALUES('m_fvfardxxrd51',4,'moved',1795891974637,5,0,'b2','',0,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO match_events VALUES('m_fvfardxxrd51',5,'ended',1795891974637,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,'no_moves',NULL,NULL,NULL);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, player TEXT NOT NULL, token_hash TEXT NOT NULL, previous_token_hash TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sessions VALUES('s_4c8jzt0kf60f','p_khwn8wy1t1c4','4eb933b48dfbc4185e32c9777f7bf5b04c2fb6d91fe2c6d66b2729a4d9f1bee9','',1795891974244);
CREATE TABLE sanctions (
    kind TEXT NOT NULL CHECK (kind IN ('ban_player', 'ban_address', 'mute')), target TEXT NOT NULL,
    at INTEGER NOT NULL, until INTEGER, reason TEXT NOT NULL,
    PRIMARY KEY (kind, target)
) STRICT, WITHOUT ROWID;
INSERT INTO sanctions VALUES('ban_address','192.0.2.0/24',1795891974692,NULL,'flood');
INSERT INTO sanctions VALUES('mute','p_khwn8wy1t1c4',1795891974676,1795895574676,'loud');
CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, outcome TEXT NOT NULL
) STRICT;
INSERT INTO audit VALUES(1,1795891974676,'uid 0','mute Ann 1h loud','done');
INSERT INTO audit VALUES(2,1795891974692,'uid 0','ban 192.0.2.0/24 flood','done');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('audit',2);
CREATE INDEX match_seats_by_player ON match_seats (player, match);
CREATE INDEX ranking ON ratings (game, provisional, rating DESC);
CREATE UNIQUE INDEX match_ends ON match_events (match) WHERE kind = 'ended';
CREATE INDEX players_by_name ON players (name);
CREATE INDEX match_end_times ON match_events (at) WHERE kind = 'ended';
CREATE INDEX chairs_by_player ON chairs (player);
COMMIT;
