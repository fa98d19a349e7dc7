"""What a finished match was for each person who played it."""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from openoutcry.core.match import Match
from openoutcry.table.protocol.profiles import NoCount
from openoutcry.table.seat import Seat, is_remote
from openoutcry.table.state import TableState
from openoutcry.table.valuation import Valuation


class Rival(Struct, frozen=True, omit_defaults=True):
    """Another seat of the match."""

    name: str
    person: str | None
    bot: str | None
    place: int
    score: int


class Result(Struct, frozen=True, omit_defaults=True):
    """How it ended for one seat of a person."""

    person: str
    table: str
    seat: int
    title: str
    rules: int
    edition: str
    ended: int
    place: int
    score: int
    rivals: list[Rival]
    why_not: NoCount = ""
    by_bot: int = 0
    """Decisions that a bot made for the person."""
    deal: str = ""
    """The deal of the day that it was, if it was the try that counts."""
    day: str = ""
    way: list[str] = []
    """What the person chose, decision by decision; of a deal of the day alone."""
    standing: list[int] = []
    """The place after each quarter of the match, by what everybody was truly worth."""
    feats: dict[str, int] = {}
    """How often the seat did what its title remembers people for (`Title.feats`)."""
    others_feats: dict[str, float] = {}
    """The other seats, on average."""

    @property
    def counts(self) -> bool:
        """Does it count for a rating?"""
        return not self.why_not


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Result).decode


def results(table: TableState) -> list[Result]:
    """One for every seat that a person, or a bot from elsewhere, had at the end; none before it."""
    if not table.is_open_to_all or table.match is None:
        return []
    why_not, feats = _why_not(table), _feats(table.match)
    return [
        _result(table, seat, player, why_not, feats)
        for seat, occupant in enumerate(table.seats)
        if (player := _player(occupant)) is not None and occupant.owner == occupant.person
    ]


def _player(occupant: Seat) -> str | None:
    """Whose result it is: a person's, or that of a bot from elsewhere."""
    return occupant.person or (occupant.bot if is_remote(occupant.bot) else None)


def _result(
    table: TableState, seat: int, person: str, why_not: NoCount, feats: list[Counter[str]]
) -> Result:
    match, daily = table.playing, table.about.daily
    places, scores = match.places(), match.scores()
    rivals = [
        Rival(other.name, _player(other), other.bot, places[number], scores[number])
        for number, other in enumerate(table.seats)
        if number != seat
    ]
    tried = daily is not None and daily.counts
    return Result(
        person=person,
        table=table.id,
        seat=seat,
        title=table.about.title,
        rules=table.about.rules,
        edition=table.edition.identity,
        ended=table.ended or 0,
        place=places[seat],
        score=scores[seat],
        rivals=rivals,
        why_not=why_not,
        by_bot=table.seats[seat].by_bot,
        deal=daily.deal if daily is not None and tried else "",
        day=daily.day if daily is not None and tried else "",
        way=way_of(match, seat) if tried else [],
        standing=standing(match, seat),
        feats=dict(feats[seat]),
        others_feats=_mean(feats[:seat] + feats[seat + 1 :]),
    )


def counts(table: TableState) -> bool:
    """Would it count for a rating, if nothing more happened that ends that?"""
    return not _why_not(table)


def _why_not(table: TableState) -> NoCount:
    people = [player for seat in table.seats if (player := _player(seat)) is not None]
    if (table.remote_bots() or table.remote_left) and not table.about.ladder:
        return "remote"
    if table.about.daily is not None or table.about.contest is not None:
        return "deal"
    if table.about.origin is not None:
        return "branch"
    if table.edition.identity != table.title.own_identity:
        return "edition"
    if len(set(people)) < len(people):
        return "shared"
    if len(table.seats) < 2:
        return "alone"
    if table.coached:
        return "coach"
    return "take_back" if table.rewinds else ""


def way_of(match: Match, seat: int) -> list[str]:
    """What the seat chose wherever it had a choice."""
    return [entry.text for entry in match.log if entry.actor == seat and not entry.forced]


def step_of(match: Match, seat: int, number: int) -> int:
    """After how many steps the seat made its choice of that number, from 0."""
    chosen = [
        step for step, entry in enumerate(match.log) if entry.actor == seat and not entry.forced
    ]
    return chosen[number]


def standing(match: Match, seat: int) -> list[int]:
    """The seat's place after each quarter of the match, by what everybody was truly worth, and at
    the end."""
    found = []
    for quarter in (1, 2, 3):
        worth = Valuation.of(match.at(quarter * match.step // 4)).true_worth()
        found.append(1 + sum(other > worth[seat] for other in worth))
    return [*found, match.places()[seat]]


def _feats(match: Match) -> list[Counter[str]]:
    """What each seat is remembered for."""
    counted: list[Counter[str]] = [Counter() for _ in range(match.setup.seats)]
    known = match.title.feats
    if known is None:
        return counted
    state = match.setup.start()
    for entry in match.log:
        before = state.clone()
        state.apply(entry.actor, entry.action)
        for seat, name in known.feats(before, entry.actor, entry.action, state):
            counted[seat][name] += 1
    return counted


def _mean(feats: Sequence[Counter[str]]) -> dict[str, float]:
    names = {name for one in feats for name in one}
    return {name: sum(one[name] for one in feats) / len(feats) for name in sorted(names)}
