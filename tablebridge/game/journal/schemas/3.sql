-- Version 3, for the broadcast delay over a restart: when entries came on disk (one row a writing, by its last
-- sequence; `boot` and `up_s` as the machine counts since it was switched on), and what was changed while the daemon ran.
CREATE TABLE written (
    last INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    boot TEXT NOT NULL,
    up_s REAL NOT NULL
) STRICT;

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    instead_of TEXT NOT NULL,
    set_by TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
