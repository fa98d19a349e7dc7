"""Journals outlive versions: what was stored is read as it was meant."""

import msgspec
import pytest

from openoutcry.table import journal as j

OPENED = j.Opened(
    title="mogul",
    rules=1,
    edition={},
    options={"loans": "on_turn"},
    seats=[j.SeatPlan("ann", "Ann")],
    host="ann",
    name="",
    private=False,
    seconds=None,
    pace=900,
    seed="ab",
)
OPENED_LINE = (
    b'{"type":"opened","title":"mogul","rules":1,"edition":{},"options":{"loans":"on_turn"},'
    b'"seats":[{"person":"ann","name":"Ann","bot":null}],"host":"ann","name":"","private":false,'
    b'"seconds":null,"pace":900,"seed":"ab","previous":null,"memory":"perfect","chat":"everybody",'
    b'"barred":[],"origin":null,"parent":null,"daily":null,"reserve":0,"contest":null,'
    b'"ladder":false}'
)

STORED = {
    b'{"type":"sat","seat":1,"person":"bob","name":"Bob"}': j.Sat(1, "bob", "Bob"),
    b'{"type":"opening","seat":1}': j.SeatOpened(1),
    b'{"type":"bot_sat","seat":2,"level":"broker","until_seen":true}': j.BotSat(2, "broker", True),
    b'{"type":"replaced","seat":2,"level":"broker","person":"ann","name":"Ann"}': j.Replaced(
        2, "broker", "ann", "Ann"
    ),
    b'{"type":"returned","seat":2}': j.Returned(2),
    b'{"type":"hosted","person":"bob"}': j.Hosted("bob"),
    b'{"type":"pledged","seat":0,"pledge":"ab"}': j.Pledged(0, "ab"),
    b'{"type":"called"}': j.Called(),
    b'{"type":"salted","seat":0,"value":"cd"}': j.Salted(0, "cd"),
    b'{"type":"started","lines":["* start 1"]}': j.Started(["* start 1"]),
    b'{"type":"played","seat":0,"lines":["0 pay"],"stand_in":null}': j.Played(0, ["0 pay"]),
    b'{"type":"played_in_advance","seat":0,"lines":["0 pay"],"stand_in":null,"said":{"a":1}}': (
        j.PlayedInAdvance(0, ["0 pay"], said={"a": 1})
    ),
    b'{"type":"said_in_advance","seat":0,"said":{"borrow":true}}': j.SaidInAdvance(
        0, {"borrow": True}
    ),
    b'{"type":"asked","seat":0,"person":"ann","step":7}': j.Asked(0, "ann", 7),
    b'{"type":"agreed","person":"bob"}': j.Agreed("bob"),
    b'{"type":"declined","person":"bob"}': j.Declined("bob"),
    b'{"type":"rewound","step":7}': j.Rewound(7),
    b'{"type":"said","person":"ann","name":"Ann","text":"hm"}': j.Said("ann", "Ann", "hm"),
    b'{"type":"chat_allowed","to":"players","by":"ann","by_name":"Ann"}': j.ChatAllowed(
        "players", "ann", "Ann"
    ),
    b'{"type":"muted","person":"bob","name":"Bob","muted":true,"by":"ann","by_name":"Ann"}': (
        j.Muted("bob", "Bob", True, "ann", "Ann")
    ),
    b'{"type":"kick_asked","person":"bob","name":"Bob","by":"ann","by_name":"Ann"}': j.KickAsked(
        "bob", "Bob", "ann", "Ann"
    ),
    b'{"type":"kicked","person":"bob","name":"Bob","level":"broker","by":"ann","by_name":"Ann"}': (
        j.Kicked("bob", "Bob", "broker", "ann", "Ann")
    ),
    b'{"type":"rematched","table":"t2"}': j.Rematched("t2"),
    b'{"type":"unlinked","table":"t2"}': j.Unlinked("t2"),
    b'{"type":"renamed","seat":0,"name":"Anna"}': j.Renamed(0, "Anna"),
    b'{"type":"coached","seat":0}': j.Coached(0),
    b'{"type":"rested","person":"ann","begins":5,"ends":9}': j.Rested("ann", 5, 9),
    b'{"type":"stand_in_wanted","seat":0,"person":"bob"}': j.StandInWanted(0, "bob"),
    b'{"type":"waited","seat":0,"person":"bob"}': j.Waited(0, "bob"),
    b'{"type":"unsealed"}': j.Unsealed(),
    b'{"type":"closed"}': j.Closed(),
    OPENED_LINE: OPENED,
    b'{"type":"snapshot","opened":' + OPENED_LINE + b',"state":"playing","host":"ann","seats":'
    b'[{"person":"ann","name":"Ann","bot":null,"missed":1,"until_seen":false,"replaced_by":null}],'
    b'"lines":["* start 1"],"points":[1],"asked":[{"seat":0,"step":1,"at":5}],'
    b'"decided":{"1":[5,2]},"rewinds":[1],"taken_back":{"0":1},'
    b'"request":{"seat":0,"step":1,"agreed":["ann"]},'
    b'"chat":[{"number":1,"person":"ann","name":"Ann","text":"hm","at":6,"notice":"",'
    b'"about":""}],"chatted":1,'
    b'"next":null,"created":3,"started":4,"ended":null,"changed":7,'
    b'"chat_for":"players","muted":["bob"],"barred":["eve"],"kicks":{"bob":["ann"]}}': j.Snapshot(
        opened=OPENED,
        state="playing",
        host="ann",
        seats=[j.SeatThen("ann", "Ann", None, 1, False, None)],
        lines=["* start 1"],
        points=[1],
        asked=[j.AskedThen(0, 1, 5)],
        decided={1: (5, 2)},
        rewinds=[1],
        taken_back={0: 1},
        request=j.RequestThen(0, 1, ["ann"]),
        chat=[j.LineThen(1, "ann", "Ann", "hm", 6)],
        chatted=1,
        next=None,
        created=3,
        started=4,
        ended=None,
        changed=7,
        chat_for="players",
        muted=["bob"],
        barred=["eve"],
        kicks={"bob": ["ann"]},
    ),
}
"""A line for each kind of event."""

EARLIER = {
    OPENED_LINE.replace(
        b',"memory":"perfect","chat":"everybody","barred":[],"origin":null,"parent":null'
        b',"daily":null,"reserve":0,"contest":null,"ladder":false',
        b"",
    ): (OPENED),
    b'{"number":1,"person":"ann","name":"Ann","text":"hm","at":6}': j.LineThen(
        1, "ann", "Ann", "hm", 6
    ),
}
"""Lines as they were written before anybody could say who may write, or play on from a match."""


@pytest.mark.parametrize("line", STORED, ids=lambda line: line[9:18].decode())
def test_a_stored_event_keeps_its_form(line: bytes) -> None:
    assert j.decode(line) == STORED[line]
    assert j.encode(STORED[line]) == line


@pytest.mark.parametrize("line", EARLIER, ids=lambda line: line[1:9].decode())
def test_an_earlier_line_is_read_as_it_was_meant(line: bytes) -> None:
    assert msgspec.json.decode(line, type=type(EARLIER[line])) == EARLIER[line]


def test_every_kind_of_event_is_among_them() -> None:
    assert {type(event) for event in STORED.values()} == set(j.Event.__args__)


def test_a_table_from_before_there_was_a_choice_forgets_nothing() -> None:
    line = OPENED_LINE.replace(b',"memory":"perfect"', b"")
    assert line != OPENED_LINE
    assert j.decode(line) == OPENED
