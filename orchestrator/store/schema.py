"""The tables of a store, and how old ones are brought up to date. `user_version` is the schema's number."""

from __future__ import annotations

import sqlite3

from orchestrator.core.errors import UserError

# One script per version. Stores live long: a published script is never changed, only followed by another.
_MIGRATIONS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE functions (
        id INTEGER PRIMARY KEY,
        symbol TEXT NOT NULL UNIQUE,
        facts TEXT NOT NULL,     -- model.Function
        key TEXT NOT NULL,       -- hash of its code, its domain and the settings: what its results depend on
        status TEXT,             -- of its last slice; NULL before the first
        reason TEXT NOT NULL DEFAULT '',
        corpus BLOB              -- inputs that the next slice starts from
    );

    CREATE TABLE sites (
        id INTEGER PRIMARY KEY,
        site TEXT NOT NULL UNIQUE,  -- model.Site.id
        facts TEXT NOT NULL         -- model.Site
    );

    -- What is to be done next, written before it is begun; a row goes when its slice is recorded.
    CREATE TABLE plan (
        function INTEGER PRIMARY KEY REFERENCES functions ON DELETE CASCADE,
        seconds REAL NOT NULL,
        runs INTEGER NOT NULL
    );

    CREATE TABLE slices (
        function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
        number INTEGER NOT NULL,
        seconds REAL NOT NULL,
        runs INTEGER NOT NULL,
        found INTEGER NOT NULL,  -- pairs that were new
        ended TEXT NOT NULL,     -- when, UTC
        PRIMARY KEY (function, number)
    ) WITHOUT ROWID;

    -- A run of the original program that raised something: findings share them.
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
        input BLOB NOT NULL,
        detail BLOB NOT NULL,    -- results, events, the exact run; compressed
        UNIQUE (function, input)
    );

    CREATE TABLE findings (
        function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
        site INTEGER NOT NULL REFERENCES sites,
        kind TEXT NOT NULL,
        run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
        position INTEGER NOT NULL,  -- among the run's events
        first INTEGER NOT NULL,
        class TEXT,
        consequence TEXT,
        detail TEXT NOT NULL,       -- source text, model.Judgement without its exact run
        PRIMARY KEY (function, site, kind)
    ) WITHOUT ROWID;

    CREATE TABLE unconfirmed (
        function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
        site INTEGER NOT NULL REFERENCES sites,
        kind TEXT NOT NULL,
        first INTEGER NOT NULL,
        input BLOB NOT NULL,
        PRIMARY KEY (function, site, kind)
    ) WITHOUT ROWID;

    -- Verdicts beyond those that findings are: proofs. What has neither is unknown.
    CREATE TABLE proofs (
        function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
        site INTEGER NOT NULL REFERENCES sites,
        kind TEXT NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (function, site, kind)
    ) WITHOUT ROWID;

    CREATE TABLE crashes (
        function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
        reason TEXT NOT NULL,
        count INTEGER NOT NULL,
        inputs TEXT NOT NULL,
        PRIMARY KEY (function, reason)
    ) WITHOUT ROWID;

    CREATE INDEX runs_of_function ON runs (function);
    """,
    """
    ALTER TABLE proofs ADD COLUMN by TEXT NOT NULL DEFAULT '';  -- model.Proof

    CREATE TABLE explorations (
        function INTEGER PRIMARY KEY REFERENCES functions ON DELETE CASCADE,
        queries INTEGER NOT NULL,
        complete INTEGER NOT NULL,  -- every path is known
        facts TEXT NOT NULL         -- model.Exploration, of all slices together
    );
    """,
    """
    ALTER TABLE plan ADD COLUMN executor REAL NOT NULL DEFAULT 0;   -- its share of the slice
    ALTER TABLE slices ADD COLUMN executor REAL NOT NULL DEFAULT 0; -- seconds, if it was planned with one
    """,
    """
    -- Facts and details are objects from here on (encoding.py). Lists from before are read by positions.py.
    """,
)

VERSION = len(_MIGRATIONS)


def prepare(connection: sqlite3.Connection, path: object) -> None:
    """Make the tables, or bring those of an older version up to date."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise UserError(
            f"{path} was written by a newer version of Ariadne",
            hint=f"it has schema {version}, this version knows {VERSION}",
        )
    for number in range(version, VERSION):
        connection.executescript(f"BEGIN; {_MIGRATIONS[number]}; PRAGMA user_version = {number + 1}; COMMIT;")
