-- Version 2: what only the referee may know, flags and acts, with a count of their own.
CREATE TABLE notes (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (game),
    after INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
