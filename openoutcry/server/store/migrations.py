"""The schema, step by step. A released step is never edited.

Written by hand because a list of statements for two databases needs no migration library.
"""

from collections.abc import Mapping

from openoutcry.core.errors import OutcryError

_STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE secret (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL)",
        """CREATE TABLE journal (
            table_id TEXT NOT NULL, n INTEGER NOT NULL, at BIGINT NOT NULL, body {blob} NOT NULL,
            PRIMARY KEY (table_id, n)
        ){clustered}""",
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, state TEXT NOT NULL, private INTEGER NOT NULL,
            changed BIGINT NOT NULL, due BIGINT, line {blob} NOT NULL
        )""",
        "CREATE INDEX tables_by_state ON tables (state, changed)",
        "CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL",
        """CREATE TABLE people (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL,
            created BIGINT NOT NULL, password TEXT, epoch INTEGER NOT NULL DEFAULT 0
        )""",
        "CREATE UNIQUE INDEX people_by_name ON people (folded) WHERE password IS NOT NULL",
        """CREATE TABLE seated (
            person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)
        ){clustered}""",
    ),
    ("ALTER TABLE people ADD COLUMN banned INTEGER NOT NULL DEFAULT 0",),
    (
        "ALTER TABLE tables ADD COLUMN snapshot INTEGER NOT NULL DEFAULT 0",
        """CREATE INDEX tables_listed ON tables (state, changed DESC, id DESC)
            WHERE private = 0""",
        """CREATE TABLE archive (
            table_id TEXT NOT NULL, n INTEGER NOT NULL, at BIGINT NOT NULL, body {blob} NOT NULL,
            PRIMARY KEY (table_id, n)
        ){clustered}""",
        "CREATE INDEX seated_by_table ON seated (table_id)",
        "CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL)",
    ),
    (
        "ALTER TABLE people ADD COLUMN likeness TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX people_by_likeness ON people (likeness) WHERE password IS NOT NULL",
        """CREATE TABLE reports (
            id TEXT PRIMARY KEY, at BIGINT NOT NULL, table_id TEXT NOT NULL,
            reporter TEXT NOT NULL, reporter_name TEXT NOT NULL,
            person TEXT NOT NULL, name TEXT NOT NULL,
            reason TEXT NOT NULL, text TEXT NOT NULL, lines TEXT NOT NULL,
            settled INTEGER NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX reports_by_time ON reports (settled, at)",
        """CREATE TABLE blocks (
            person TEXT NOT NULL, blocked TEXT NOT NULL, PRIMARY KEY (person, blocked)
        ){clustered}""",
        """CREATE TABLE addresses (
            person TEXT NOT NULL, address TEXT NOT NULL, at BIGINT NOT NULL,
            PRIMARY KEY (person, address)
        ){clustered}""",
        "CREATE INDEX addresses_by_time ON addresses (at)",
        """CREATE TABLE address_bans (
            address TEXT PRIMARY KEY, person TEXT NOT NULL, since BIGINT NOT NULL,
            until BIGINT NOT NULL
        ){clustered}""",
    ),
    ("CREATE TABLE analyses (table_id TEXT PRIMARY KEY, body {blob} NOT NULL)",),
    (
        """CREATE TABLE results (
            person TEXT NOT NULL, table_id TEXT NOT NULL, seat INTEGER NOT NULL,
            title TEXT NOT NULL, ended BIGINT NOT NULL, deal TEXT NOT NULL,
            counts INTEGER NOT NULL, body {blob} NOT NULL,
            rated INTEGER NOT NULL DEFAULT 0, mu DOUBLE PRECISION, sigma DOUBLE PRECISION,
            PRIMARY KEY (person, table_id, seat)
        ){clustered}""",
        "CREATE INDEX results_by_person ON results (person, ended)",
        "CREATE INDEX results_by_deal ON results (deal) WHERE deal <> ''",
        "CREATE INDEX results_unrated ON results (ended, table_id) WHERE rated = 0",
        "CREATE INDEX results_by_table ON results (table_id)",
        """CREATE TABLE tries (
            deal TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL,
            PRIMARY KEY (deal, person)
        ){clustered}""",
        "CREATE INDEX tries_by_person ON tries (person)",
        "CREATE TABLE deals (deal TEXT PRIMARY KEY, body {blob} NOT NULL)",
        """CREATE TABLE channels (
            id TEXT PRIMARY KEY, person TEXT NOT NULL, table_id TEXT NOT NULL, kind TEXT NOT NULL,
            body {blob} NOT NULL, live INTEGER NOT NULL, sent BIGINT NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX channels_by_person ON channels (person)",
        "CREATE INDEX channels_by_table ON channels (table_id) WHERE table_id <> ''",
        """CREATE TABLE outbox (
            channel TEXT NOT NULL, table_id TEXT NOT NULL, person TEXT NOT NULL,
            n INTEGER NOT NULL, at BIGINT NOT NULL, due BIGINT NOT NULL,
            tries INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (channel, table_id, person)
        ){clustered}""",
        "CREATE INDEX outbox_by_due ON outbox (due)",
        "CREATE TABLE keys (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        """CREATE TABLE ratings (
            person TEXT NOT NULL, title TEXT NOT NULL, season TEXT NOT NULL,
            mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL,
            played INTEGER NOT NULL, PRIMARY KEY (person, title, season)
        ){clustered}""",
        "CREATE INDEX ratings_by_season ON ratings (title, season, mu)",
        """CREATE TABLE profiles (
            person TEXT PRIMARY KEY, hidden INTEGER NOT NULL DEFAULT 0,
            body {blob} NOT NULL
        ){clustered}""",
    ),
    (
        """CREATE TABLE vacations (
            person TEXT NOT NULL, day TEXT NOT NULL, begins BIGINT NOT NULL, ends BIGINT NOT NULL,
            PRIMARY KEY (person, day)
        ){clustered}""",
        """CREATE TABLE contests (
            id TEXT PRIMARY KEY, state TEXT NOT NULL, private INTEGER NOT NULL,
            changed BIGINT NOT NULL, version INTEGER NOT NULL, body {blob} NOT NULL
        )""",
        "CREATE INDEX contests_by_state ON contests (state, changed)",
        """CREATE TABLE contestants (
            person TEXT NOT NULL, contest TEXT NOT NULL, PRIMARY KEY (person, contest)
        ){clustered}""",
    ),
    (
        "ALTER TABLE people ADD COLUMN seen BIGINT NOT NULL DEFAULT 0",
        # Whether an older guest chose the name is not known: they count as if they had.
        "ALTER TABLE people ADD COLUMN named INTEGER NOT NULL DEFAULT 0",
        "UPDATE people SET named = 1, seen = coalesce("
        "(SELECT max(at) FROM addresses WHERE person = people.id), created)",
        "CREATE INDEX people_by_seen ON people (seen, id) WHERE password IS NULL",
        """CREATE TABLE mentions (
            person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)
        ){clustered}""",
        "INSERT INTO mentions SELECT person, table_id FROM seated",
        *(
            f"INSERT INTO mentions SELECT DISTINCT {{json}} ->> '{who}', table_id FROM {kept}"
            f" WHERE {{json}} ->> '{who}' IS NOT NULL ON CONFLICT DO NOTHING"
            for kept in ("journal", "archive")
            for who in ("person", "by", "host")
        ),
        "INSERT INTO mentions SELECT DISTINCT seat.value ->> 'person', table_id FROM archive,"
        " {seats} WHERE n = 0 AND seat.value ->> 'person' IS NOT NULL ON CONFLICT DO NOTHING",
        "CREATE INDEX reports_by_person ON reports (person)",
        "CREATE INDEX reports_by_reporter ON reports (reporter)",
    ),
    (
        """CREATE TABLE bots (
            person TEXT PRIMARY KEY, owner TEXT NOT NULL, token TEXT NOT NULL,
            created BIGINT NOT NULL, stream TEXT NOT NULL, seen BIGINT NOT NULL,
            titles TEXT NOT NULL, most INTEGER NOT NULL
        )""",
        "CREATE UNIQUE INDEX bots_by_token ON bots (token) WHERE token <> ''",
        "CREATE INDEX bots_by_owner ON bots (owner)",
        "CREATE INDEX bots_by_time ON bots (seen)",
    ),
)

SQLITE = {
    "blob": "BLOB",
    "clustered": " WITHOUT ROWID",
    "json": "CAST(body AS TEXT)",
    "seats": "json_each(CAST(body AS TEXT), '$.seats') AS seat",
}
POSTGRES = {
    "blob": "BYTEA",
    "clustered": "",
    "json": "convert_from(body, 'UTF8')::json",
    "seats": "json_array_elements(convert_from(body, 'UTF8')::json -> 'seats') AS seat (value)",
}

LATEST = len(_STEPS)


def statements(version: int, dialect: Mapping[str, str]) -> list[str]:
    """The statements that bring a schema of that version up to date, as a database says them."""
    if version > LATEST:
        raise OutcryError(
            f"the database has schema {version}, made by a newer Open Outcry; this one knows"
            f" {LATEST}: update Open Outcry or choose another --data folder"
        )
    return [statement.format_map(dialect) for step in _STEPS[version:] for statement in step]
