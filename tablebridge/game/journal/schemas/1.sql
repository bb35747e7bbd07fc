-- The journal of one table, version 1. One row of `journal` names whose it is; `entries` is the game.
CREATE TABLE journal (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    table_name TEXT NOT NULL,
    session TEXT NOT NULL,
    began_at TEXT NOT NULL
) STRICT;

CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    rulebook TEXT NOT NULL,
    began_at TEXT NOT NULL
) STRICT;

CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game INTEGER NOT NULL REFERENCES games (game),
    hand INTEGER NOT NULL,
    type TEXT NOT NULL,
    event TEXT NOT NULL,
    at_ms REAL NOT NULL,
    captured_at TEXT NOT NULL,
    confidence REAL NOT NULL,
    witnesses TEXT NOT NULL,
    evidence TEXT NOT NULL,
    clauses TEXT NOT NULL
) STRICT;

CREATE TABLE marks (
    output TEXT NOT NULL,
    sequence INTEGER NOT NULL REFERENCES entries (sequence),
    released_at TEXT,
    acknowledged_at TEXT,
    PRIMARY KEY (output, sequence)
) STRICT, WITHOUT ROWID;
