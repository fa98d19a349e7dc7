"""Records: a match as a file that anybody can replay and verify."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from openoutcry.core import edition as editions
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError, RecordError
from openoutcry.core.fair import Fair, QuickDraws, Salt
from openoutcry.core.options import Options
from openoutcry.core.origin import Origin
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER
from openoutcry.core.title import Title

if TYPE_CHECKING:
    from openoutcry.core.match import Match

FORMAT = 1


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The JSON form."""

    format: int
    title: str
    rules: int
    edition: dict[str, Any]
    seats: int
    options: dict[str, str | int | bool]
    log: list[str]
    names: list[str] | None = None
    commitment: str | None = None
    seed: str | None = None
    scores: list[int] | None = None
    places: list[int] | None = None
    salts: list[Salt] | msgspec.UnsetType | None = msgspec.UNSET
    """Left out where there are none, so that older programs read it too."""
    analysis: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """Whoever reads it checks it: `openoutcry.analysis`."""
    origin: Origin | msgspec.UnsetType = msgspec.UNSET
    """Left out by a match that begins at the beginning."""


@dataclass(frozen=True)
class Record:
    """A match as a portable file.

    The log holds one line a step: a seat (or * for chance) and the action's text. An
    edition other than the title's own travels inside the file.
    """

    setup: Setup
    log: list[str]
    names: list[str] | None = None
    commitment: str | None = None
    seed: str | None = None
    scores: list[int] | None = None
    places: list[int] | None = None
    salts: list[Salt] | None = None
    """What each seat added to the seed; None where no seat promised anything."""
    analysis: bytes | None = None
    """An analysis that travels with it, as JSON and unchecked."""

    @property
    def title(self) -> Title:
        """What was played."""
        return self.setup.title

    @property
    def edition(self) -> Edition:
        """With which components."""
        return self.setup.edition

    @property
    def seats(self) -> int:
        """How many seats played."""
        return self.setup.seats

    @property
    def options(self) -> Options:
        """Every option of the title with its value."""
        return self.setup.options

    @property
    def identity(self) -> str:
        """A short hash by which records are told apart, whatever analysis travels with them."""
        return hashlib.sha256(self.bare().to_json().encode()).hexdigest()[:20]

    def __len__(self) -> int:
        return len(self.log)

    def __repr__(self) -> str:
        return f"<Record {self.title.name}, {self.seats} seats, {len(self.log)} steps>"

    def to_json(self) -> str:
        """The file's text."""
        own = self.title.edition().identity == self.edition.identity
        about: dict[str, Any] = {"identity": self.edition.identity, "name": self.edition.name}
        if not own:
            about["data"] = self.edition.data
        file = _File(
            FORMAT,
            self.title.name,
            self.title.rules_version,
            about,
            self.seats,
            self.options,
            self.log,
            self.names,
            self.commitment,
            self.seed,
            self.scores,
            self.places,
            self.salts or msgspec.UNSET,
            msgspec.UNSET if self.analysis is None else msgspec.Raw(self.analysis),
            self.setup.origin or msgspec.UNSET,
        )
        return msgspec.json.format(msgspec.json.encode(file), indent=1).decode() + "\n"

    def bare(self) -> Record:
        """The record alone, without an analysis."""
        return replace(self, analysis=None)

    def save(self, path: Path | str) -> None:
        """Write the file whole or not at all; `RecordError` if it cannot be written."""
        target = Path(path)
        try:
            partial = target.with_name(target.name + ".part")
            partial.write_text(self.to_json(), encoding="utf-8")
            partial.replace(target)
        except OSError as error:
            raise RecordError(f"{target}: cannot be written: {error.strerror}") from None
        except ValueError:
            raise RecordError(f"{str(target)!r}: cannot be written: not a file's name") from None

    def replay(self) -> Match:
        """The match at its last step, every action checked by the rules; raises as `at` does."""
        return self.at(len(self.log))

    def at(self, step: int) -> Match:
        """The match after `step` lines of the log.

        `RecordError` if the log is shorter, or names the first line that breaks the rules.
        """
        from openoutcry.core.match import Match

        if step not in range(len(self.log) + 1):
            raise RecordError(f"no step {step}: this record has steps 0 to {len(self.log)}")
        draws = self._fair() if self.seed else QuickDraws(0)
        match = Match(self.setup, draws)
        for number, line in enumerate(self.log[:step]):
            follow(match, number, line)
        return match

    def verify(self) -> list[Checked]:
        """What was checked, a line each; `RecordError` at the first thing that is wrong."""
        match = self.replay()
        steps, title = len(self.log), self.title.name
        checked = [
            Checked(f"{steps} steps follow the rules of {title}", "steps", steps=steps, title=title)
        ]
        checked += self._told_origin()
        if not match.over and (self.scores or self.places):
            raise RecordError(
                "scores or places in the record of a match that is not over", "not_over"
            )
        if match.over and self.scores != match.scores():
            raise RecordError(
                f"scores should be {match.scores()}, the record says {self.scores}",
                "scores",
                right=str(match.scores()),
                wrong=str(self.scores),
            )
        if match.over and self.places != match.places():
            raise RecordError(
                f"places should be {match.places()}, the record says {self.places}",
                "places",
                right=str(match.places()),
                wrong=str(self.places),
            )
        if match.over:
            scores = str(match.scores())
            checked.append(Checked(f"final scores {scores} are right", "final", scores=scores))
        salts = self._verify_salts()
        if self.commitment is None:
            checked.append(
                Checked("draws were not committed to: a local match, nothing to derive", "local")
            )
        elif self.seed is None:
            checked.append(
                Checked("the seed is not published before the end: draws not derived", "no_seed")
            )
        else:
            checked.append(self._verify_draws())
        return checked + salts

    def _told_origin(self) -> list[Checked]:
        """What a match that plays on from another can prove of that: only the rules."""
        origin = self.setup.origin
        if origin is None:
            return []
        hidden = "as it was"
        if origin.hidden == "again":
            hidden = f"dealt again as seat {origin.seat} could not tell"
        return [
            Checked(
                f"it begins after step {origin.step} of record {origin.record}, what was hidden"
                f" {hidden}; these steps follow the rules, but only that record shows whether they"
                " were played",
                "origin",
                step=origin.step,
                record=origin.record,
                hidden=origin.hidden,
                seat=origin.seat,
            )
        ]

    def _fair(self) -> Fair:
        return Fair(bytes.fromhex(self.seed or ""), self.salts or ())

    def _verify_salts(self) -> list[Checked]:
        salts = list(enumerate(self.salts or []))
        for seat, salt in salts:
            if not salt.is_kept():
                raise RecordError(
                    f"seat {seat}: the salt is not the one it promised", "salt", seat=seat
                )
        told = [str(seat) for seat, salt in salts if salt.value is not None]
        withheld = [str(seat) for seat, salt in salts if salt.pledge and salt.value is None]
        lines = []
        if told:
            seats = ", ".join(told)
            lines.append(
                Checked(
                    f"salts of seats {seats} are mixed in, as promised before any was told:"
                    " who trusts one of them need not trust the server",
                    "salts",
                    seats=seats,
                )
            )
        if withheld:
            seats = ", ".join(withheld)
            lines.append(
                Checked(
                    f"seats {seats} promised a salt and did not tell it: together with"
                    " the server, each of them could choose between two deals",
                    "withheld",
                    seats=seats,
                )
            )
        return lines

    def _verify_draws(self) -> Checked:
        from openoutcry.core.match import Match

        fair = self._fair()
        if fair.commitment != self.commitment:
            raise RecordError("the seed does not belong to the hash published at the start", "seed")
        match = Match(self.setup, fair)
        draws = 0
        for number, line in enumerate(self.log):
            if line.startswith("* "):
                outcome = fair.outcome(match.state, draws)
                due = self.title.notation.write_draw(outcome)
                if line != f"* {due}":
                    raise RecordError(
                        f"step {number}: the seed gives {due!r}, not {line[2:]!r}",
                        "draw",
                        step=number,
                        right=due,
                        wrong=line[2:],
                    )
                draws += 1
            follow(match, number, line)
        return Checked(
            f"all {draws} draws derive from the seed, whose hash is {self.commitment}",
            "draws",
            draws=draws,
            hash=self.commitment,
        )


class Checked(str):
    """A line about what was checked, in English; with `key` and `args` it can be told in other
    languages."""

    key: str
    args: dict[str, str | int]

    def __new__(cls, text: str, key: str = "", **args: str | int) -> Checked:
        made = super().__new__(cls, text)
        made.key, made.args = key, args
        return made


def _misstep(number: int, line: str, why: str, key: str) -> RecordError:
    return RecordError(f"step {number}: {line!r}: {why}", key, step=number, line=line)


def follow(match: Match, number: int, line: str) -> None:
    """Append one line of a log; `RecordError` names its `number` if the rules do not allow it."""
    actor, _, text = line.partition(" ")
    notation = match.title.notation
    try:
        if actor == "*":
            if match.state.mover() != CHANCE:
                raise _misstep(number, line, "no draw is due", "no_draw")
            outcome = notation.read_draw(text)
            if outcome not in [known for known, _ in match.state.outcomes()]:
                raise _misstep(number, line, "cannot be drawn now", "not_drawn")
            match._push(CHANCE, outcome, forced=False)
            return
        if len(actor) > 3:  # no table is so large, and the engine counts in 64 bits
            raise ValueError(actor)
        seat, action = int(actor), notation.read(text)
    except ValueError:
        raise RecordError(
            f"step {number}: {line!r} is not an action or a draw",
            "no_action",
            step=number,
            line=line,
        ) from None
    if match.state.mover() == OVER:
        raise _misstep(number, line, "the match has ended before", "ended")
    try:
        match.refuse(seat, action)
    except OutcryError as error:
        raise RecordError(
            f"step {number}: {error}", "refused", step=number, line=line, why=str(error)
        ) from None
    match._push(seat, action, forced=int(match.state.forced(seat)) == action)


def parse(text: str | bytes, find: Callable[[str, int], Title]) -> Record:
    """Read a record; `find` gives a title by its name and the version of its rules. `RecordError`
    if the text is no record of ours."""
    try:
        file = msgspec.json.decode(text, type=_File)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RecordError(f"not a record: {error}") from None
    if file.format != FORMAT:
        raise RecordError(f"record format {file.format} is not known; this version reads {FORMAT}")
    title = find(file.title, file.rules)
    edition = _edition(file, title)
    try:
        if file.seed is not None:
            bytes.fromhex(file.seed)
    except ValueError:
        raise RecordError("seed must be hexadecimal") from None
    origin = None if file.origin is msgspec.UNSET else file.origin
    setup = Setup.of(title, file.seats, file.options, edition, origin)
    setup.start()  # `OriginError` if it cannot begin there
    return Record(
        setup,
        file.log,
        file.names,
        file.commitment,
        file.seed,
        file.scores,
        file.places,
        _salts(file),
        None if file.analysis is msgspec.UNSET else bytes(file.analysis),
    )


def _salts(file: _File) -> list[Salt] | None:
    salts = None if file.salts is msgspec.UNSET else file.salts
    if salts is not None and len(salts) != file.seats:
        raise RecordError(f"salts must be {file.seats}, one for each seat")
    return salts


def _edition(file: _File, title: Title) -> Edition:
    data = file.edition.get("data")
    own = title.edition()
    edition = own if data is None else title.edition(editions.from_data(data, "the record"))
    if edition.identity != file.edition.get("identity"):
        raise RecordError(
            f"played with edition {file.edition.get('identity')}, which is not in the record;"
            f" this version has {own.identity}"
        )
    return edition


def load(path: Path | str, find: Callable[[str, int], Title]) -> Record:
    """Read a record from a file; `RecordError` names the file and what is wrong with it."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return parse(text, find)
    except OutcryError as error:
        raise RecordError(f"{path}: {error}") from None


def schema() -> dict[str, Any]:
    """The form of a record's file as JSON schema (draft 2020-12). What a schema cannot say is
    whether the rules allow each line: `Record.verify` does."""
    made = msgspec.json.schema(_File)
    file = made["$defs"].pop("_File")
    del file["description"]
    file["properties"]["format"] = {"const": FORMAT}
    file["properties"]["log"]["items"] = {"type": "string", "pattern": r"^(\*|[0-9]{1,3}) .+$"}
    file["properties"]["analysis"] = {"type": "object"}
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Open Outcry record, format {FORMAT}",
    }
    return {**file, **head, "$defs": made["$defs"]}
