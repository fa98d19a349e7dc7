"""A match: the log is the truth, the state a cache."""

from copy import deepcopy
from functools import cached_property
from typing import overload

from openoutcry.core import notebook
from openoutcry.core.decisions import legal_actions, only_answer
from openoutcry.core.edition import Edition
from openoutcry.core.errors import IllegalAction, OutcryError
from openoutcry.core.fair import Draws, Fair, QuickDraws
from openoutcry.core.options import Options
from openoutcry.core.record import Record
from openoutcry.core.setup import Setup
from openoutcry.core.sight import Sight
from openoutcry.core.state import CHANCE, OVER, SPECTATOR, State
from openoutcry.core.title import Args, Blocked, Event, Title
from openoutcry.core.view import Decision, Picture, Step, Telling, View

_CHECKPOINT_EVERY = 64
"""Steps between two states that a match keeps, so that going back need not start from the deal."""


class Entry:
    """One step of the log: an action or a draw."""

    __slots__ = ("action", "actor", "events", "forced", "reveals", "text")

    def __init__(self, actor: int, action: int, text: str, forced: bool) -> None:
        self.actor = actor
        self.action = action
        self.text = text
        self.forced = forced
        self.events: list[Event] | None = None
        """What is told about it, once somebody has asked the match for it."""
        self.reveals = False
        """It turned up what others had picked face down."""

    def __deepcopy__(self, memo: dict[int, object]) -> "Entry":
        """What has happened does not change: copies of a match share it."""
        return self


class Match:
    """One play of a title. Draws and forced actions happen by themselves.

    >>> import openoutcry as oo
    >>> match = oo.new("mogul", seats=4, seed=7)
    >>> match.decision.kind, match.waiting
    ('loan', [0, 1, 2, 3])
    >>> match.play(2, "no loan")
    >>> match.waiting
    [0, 1, 3]
    """

    def __init__(self, setup: Setup, draws: Draws) -> None:
        self.setup = setup
        self.draws = draws
        self.state: State = setup.start()
        self.log: list[Entry] = []
        self.sight = Sight(setup.seats)
        """Who may see which step of the log."""
        self._seats = setup.seats
        self._drawn = 0
        self._checkpoints: list[State] = [self.state.clone()]
        """The states after 0, 64, 128, ... steps."""
        self._told: tuple[int, State] = (0, self._checkpoints[0].clone())
        """A number of steps, and the state after them: from there on the story has to be told."""

    @classmethod
    def begin(cls, setup: Setup, draws: Draws | None = None, seed: int = 0) -> "Match":
        """A new match, dealt and waiting for its first decision."""
        match = cls(setup, draws or QuickDraws(seed))
        match.settle()
        return match

    @property
    def title(self) -> Title:
        """What is played."""
        return self.setup.title

    @property
    def edition(self) -> Edition:
        """With which components."""
        return self.setup.edition

    @property
    def options(self) -> Options:
        """Every option of the title with its value."""
        return self.setup.options

    @cached_property
    def labels(self) -> dict[str, str]:
        """This edition's company names where they differ from the catalogues'."""
        return self.title.labels(self.edition)

    def __repr__(self) -> str:
        return f"<Match {self.title.name}, {self._seats} seats, step {self.step}, {self._stand()}>"

    def _repr_html_(self) -> str | None:
        """The board in a notebook as a spectator sees it: whoever looks over your shoulder while a
        match is played learns nothing. `openoutcry.svg.board(match, seat=0)` shows a seat's."""
        return notebook.html(self)

    def _stand(self) -> str:
        """Who is to decide what, in a few words."""
        waiting = self.waiting
        if not waiting:
            return "over" if self.over else "a draw is due"
        who = f"seat{'s' if len(waiting) > 1 else ''} {', '.join(map(str, waiting))}"
        return f"{who} to decide: {self.title.views.kind(self.state, waiting[0])}"

    def copy(self) -> "Match":
        """A match that stands where this one does and goes its own way; `copy.copy` gives the
        same. Its draws are those that this one's would be."""
        return deepcopy(self)

    __copy__ = copy

    # Where it stands

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._seats

    @property
    def step(self) -> int:
        """Length of the log."""
        return len(self.log)

    @property
    def settled(self) -> int:
        """What is told of the steps before this one is final; later ones may yet be turned up."""
        face_down = self.sight.face_down
        return face_down[0] if face_down else len(self.log)

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return bool(self.state.mover() == OVER)

    @property
    def waiting(self) -> list[int]:
        """The seats that may act now."""
        return [seat for seat in range(self._seats) if self.state.waiting(seat)]

    def legal(self, seat: int) -> list[int]:
        """Action ids, ascending; for people there is `decision_for`."""
        return legal_actions(self.state, seat)

    @property
    def decision(self) -> Decision:
        """The decision of the first seat that waits; `OutcryError` when the match is over."""
        mover = int(self.state.mover())
        if mover < 0:
            raise OutcryError("the match is over: there is nothing to decide")
        return self._decision(mover)

    def decision_for(self, seat: int) -> Decision | None:
        """The seat's decision, or None while it does not wait."""
        return self._decision(seat) if self._waits(seat) else None

    def _waits(self, seat: int) -> bool:
        return 0 <= seat < self._seats and bool(self.state.waiting(seat))

    def _decision(self, seat: int) -> Decision:
        views, notation = self.title.views, self.title.notation
        return Decision(
            step=self.step,
            kind=views.kind(self.state, seat),
            seats=tuple(self.waiting),
            seat=seat,
            offers=tuple(views.offer(self.state, seat, a) for a in self.legal(seat)),
            default=notation.write(int(self.state.default(seat))),
        )

    def scores(self) -> list[int]:
        """Points per seat, final or as it stands."""
        return list(self.state.scores())

    def places(self) -> list[int]:
        """Place per seat, 1 = first; ties share."""
        return list(self.state.places())

    # What may be known

    def view(self, seat: int | None = None) -> View:
        """Everything `seat` may know; None: a spectator. `OutcryError` if nobody sits there."""
        viewer = self._viewer(seat)
        views = self.title.views
        over = self.over
        picture = self.picture(self.state, seat)
        return View(
            title=self.title.name,
            edition=self.edition.identity,
            options=self.options,
            seats=self._seats,
            seat=seat,
            step=self.step,
            over=over,
            waiting=picture.waiting,
            kind=picture.kind,
            decision=self.decision_for(viewer),
            blocked=self._blocked(viewer),
            board=picture.board,
            companies=views.companies(self.state),
            prices=picture.prices,
            worth=picture.worth,
            places=self.places() if over else None,
            score_lines=views.score_lines(self.state) if over else None,
        )

    def picture(self, state: State, seat: int | None = None) -> Picture:
        """What `seat` may see of a position that this match has passed; `OutcryError` as in
        `view`."""
        viewer = self._viewer(seat)
        views = self.title.views
        waiting = tuple(other for other in range(self._seats) if state.waiting(other))
        return Picture(
            board=views.board(state, viewer),
            prices=views.prices(state),
            worth=views.worth(state, viewer),
            waiting=waiting,
            kind=views.kind(state, waiting[0]) if waiting else "over",
        )

    def _blocked(self, viewer: int) -> tuple[Blocked, ...]:
        """What the viewer may not choose, grouped by reason."""
        if not self._waits(viewer):
            return ()
        offer, legal = self.title.views.offer, self.legal(viewer)
        offered = {
            target for action in legal for target in offer(self.state, viewer, action).targets
        }
        found: dict[str, list[str]] = {}
        for target, reason in self.title.views.reasons(self.state, viewer):
            if reason and target not in offered:
                found.setdefault(reason, []).append(target)
        return tuple(_blocked(reason, targets) for reason, targets in found.items())

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        if seat not in range(self._seats):
            raise OutcryError(f"no seat {seat!r}: seats are 0 to {self._seats - 1}")
        return seat

    def steps(self, seat: int | None = None, since: int = 0) -> list[Step]:
        """The log from step `since` on, as `seat` may know it; `OutcryError` as in `view`."""
        viewer = self._viewer(seat)
        return [
            Step(
                number,
                None if entry.actor == CHANCE else entry.actor,
                entry.text if self.sight.sees(viewer, number) else None,
                entry.forced,
            )
            for number, entry in enumerate(self.log[since:], since)
        ]

    def story_for(self, seat: int | None = None, since: int = 0) -> list[Telling]:
        """The story from step `since` on, as `seat` may know it; `OutcryError` as in `view`."""
        viewer = self._viewer(seat)
        return [
            Telling(number, event.key, event.args)
            for number in range(since, len(self.log))
            for event in self.events(number)
            if self._hears(number, event, viewer)
        ]

    def events(self, number: int) -> list[Event]:
        """What is told about a step, hidden parts included. Found when somebody asks: whoever only
        plays never does, and it takes longer than playing."""
        if self.log[number].events is None:
            self._tell_from(number)
        return self.log[number].events or []

    def _tell_from(self, number: int) -> None:
        told, state = self._told
        if not number - _CHECKPOINT_EVERY < told <= number:
            told, state = number, self._state_at(number)
        stories = self.title.stories
        for entry in self.log[told:]:
            before = state.clone()
            state.apply(entry.actor, entry.action)
            if entry.events is None:
                entry.events = stories.tell(before, entry.actor, entry.action, state)
        self._told = len(self.log), state

    def count_heard(self, seat: int | None, number: int, events: int) -> int:
        """How many of the step's first `events` events `seat` hears of; `OutcryError` as in
        `view`."""
        viewer = self._viewer(seat)
        return sum(self._hears(number, event, viewer) for event in self.events(number)[:events])

    def _hears(self, number: int, event: Event, viewer: int) -> bool:
        if event.only is not None:
            return event.only == viewer
        return event.public or self.sight.sees(viewer, number)

    @property
    def story(self) -> list[Telling]:
        """The whole story, hidden parts included: for those who run the match."""
        return [
            Telling(number, event.key, event.args)
            for number in range(len(self.log))
            for event in self.events(number)
        ]

    def is_open(self) -> bool:
        """Does a spectator know all that any seat knows, and see what any seat decides now?"""
        return not self.state.sealed() and not any(map(self._knows_more, range(self._seats)))

    def _knows_more(self, seat: int) -> bool:
        views, state = self.title.views, self.state
        return (
            views.board(state, seat) != views.board(state, SPECTATOR)
            or views.worth(state, seat) != views.worth(state, SPECTATOR)
            or self.story_for(seat) != self.story_for(None)
            or self.steps(seat) != self.steps(None)
        )

    def tell(self, lang: str = "en", seat: int | None = None, since: int = 0) -> list[str]:
        """`story_for` as sentences."""
        say, labels = self.title.words.say, self.labels
        return [
            say(lang, event.key, event.args, labels=labels) for event in self.story_for(seat, since)
        ]

    # Playing

    @overload
    def play(self, action: str, /) -> None: ...

    @overload
    def play(self, seat: int, action: str, /) -> None: ...

    def play(self, *what: int | str) -> None:
        """`play("pay")` for the seat that waits, `play(2, "sell 1")` for seat 2.

        `IllegalAction` says why it is not allowed and by which rule; the match stays as it was.
        """
        self.play_action(*self._read(what))

    def play_action(self, seat: int, action: int) -> None:
        """As `play`, with an action id: for bots."""
        self.refuse(seat, action)
        self._push(seat, action, forced=False)
        self.settle()

    def _read(self, what: tuple[int | str, ...]) -> tuple[int, int]:
        text = what[-1] if what else None
        seat = self.state.mover() if len(what) == 1 else what[0] if len(what) == 2 else None
        if not isinstance(seat, int) or not isinstance(text, str):
            raise TypeError('play("pay") or play(2, "pay"): a seat and the action\'s text')
        try:
            return seat, self.title.notation.read(text)
        except ValueError:
            raise self._unknown(seat, text) from None

    def refuse(self, seat: int, action: int) -> None:
        """Raise `IllegalAction` unless the seat may do this now."""
        reason = self.state.refuse(seat, action)
        if reason:
            try:
                text = self.title.notation.write(action)
            except ValueError:
                text = str(action)
            raise self._illegal(text, reason)

    def _unknown(self, seat: int, text: str) -> IllegalAction:
        """Refuse text that is no action: what may be done instead, or why nothing may."""
        if not self._waits(seat):
            return self._illegal(text, self.state.refuse(seat, 0))
        legal = self.legal(seat)
        rule = self.title.views.offer(self.state, seat, legal[0]).rule
        offered = ", ".join(map(self.title.notation.write, legal[:12]))
        return self._illegal(text, f"{rule} unknown_action", f"; may be: {offered}")

    def _illegal(self, text: str, reason: str, instead: str = "") -> IllegalAction:
        rule, key, args = _reason(reason)
        why = self.title.words.say("en", f"refuse.{key}", args, labels=self.labels)
        shown = text if len(text) <= 40 else text[:40] + "..."
        return IllegalAction(f"{shown}: {why}{instead} ({rule})", rule, f"refuse.{key}", args)

    def settle(self) -> None:
        """Carry out draws and forced actions until somebody has a choice, or the end."""
        while (due := self._due(self.state, self._drawn)) is not None:
            actor, action = due
            self._push(actor, action, forced=actor != CHANCE)

    def _due(self, state: State, drawn: int) -> tuple[int, int] | None:
        """Who does what next without being asked: a draw, an only answer, or nothing."""
        mover = int(state.mover())
        if mover == OVER:
            return None
        if mover == CHANCE:
            return CHANCE, self.draws.outcome(state, drawn)
        return only_answer(state)

    def check(self, seat: int, text: str) -> int:
        """The action's id, if the seat may do this now; `IllegalAction` as `play`."""
        seat, action = self._read((seat, text))
        self.refuse(seat, action)
        return action

    def foresee(self, seat: int, text: str) -> list[str]:
        """The log lines that `play` would add, draws included; the match stays as it is. For
        those who run a match with `Fair` draws, which are the same however often they are made."""
        action = self.check(seat, text)
        state, drawn = self.state.clone(), self._drawn
        lines = []
        due: tuple[int, int] | None = seat, action
        while due is not None:
            lines.append(self._line(*due))
            state.apply(*due)
            drawn += due[0] == CHANCE
            due = self._due(state, drawn)
        return lines

    def _line(self, actor: int, action: int) -> str:
        notation = self.title.notation
        if actor == CHANCE:
            return f"* {notation.write_draw(action)}"
        return f"{actor} {notation.write(action)}"

    def _push(self, actor: int, action: int, forced: bool) -> None:
        """Append a step that is known to be legal."""
        if len(self.log) == _CHECKPOINT_EVERY * len(self._checkpoints):
            self._checkpoints.append(self.state.clone())
        title = self.setup.title
        notation = title.notation
        text = notation.write_draw(action) if actor == CHANCE else notation.write(action)
        entry = Entry(actor, action, text, forced)
        self.log.append(entry)
        turned_up = self.sight.apply(self.state, actor, action)
        if turned_up:
            entry.reveals = any(self.log[number].actor != actor for number in turned_up)
        self._drawn += actor == CHANCE

    # Going back

    def may_take_back(self, seat: int) -> bool:
        """Only its own last decision, if nothing was drawn or turned up and nobody acted since."""
        return self._last_decision(seat) is not None

    def decided_at(self, seat: int) -> int | None:
        """The step at which the seat last had a choice, whatever happened since."""
        for number in range(len(self.log) - 1, -1, -1):
            if self.log[number].actor == seat and not self.log[number].forced:
                return number
        return None

    def _last_decision(self, seat: int) -> int | None:
        for number in range(len(self.log) - 1, -1, -1):
            entry = self.log[number]
            another_acted = entry.actor != seat and not entry.forced
            if entry.actor == CHANCE or entry.reveals or another_acted:
                return None
            if not entry.forced:
                return number
        return None

    def take_back(self, seat: int) -> None:
        """Undo the seat's last decision and what followed by itself.

        `OutcryError` if a draw or somebody else's action came after it.
        """
        number = self._last_decision(seat)
        if number is None:
            raise OutcryError(
                "nothing to take back: your last decision was followed by a draw or by"
                " somebody else's action"
            )
        self.rewind(number)

    def rewind(self, step: int) -> None:
        """Back to the first `step` entries of the log, whoever acted since.

        `OutcryError` if the log is shorter.
        """
        earlier = self.at(step)
        self.state, self.log = earlier.state, earlier.log
        self._drawn, self.sight = earlier._drawn, earlier.sight
        self._checkpoints, self._told = earlier._checkpoints, earlier._told

    def at(self, step: int) -> "Match":
        """The match as it stood after `step` entries of the log; `OutcryError` if it is shorter."""
        if step not in range(len(self.log) + 1):
            raise OutcryError(f"no step {step}: this match has steps 0 to {len(self.log)}")
        earlier = Match(self.setup, self.draws)
        earlier.log, earlier.sight = self.log[:step], self.sight.at(step)
        earlier.state = self._state_at(step)
        earlier._drawn = sum(entry.actor == CHANCE for entry in earlier.log)
        earlier._checkpoints = self._checkpoints[: step // _CHECKPOINT_EVERY + 1]
        return earlier

    def _state_at(self, step: int) -> State:
        """From the checkpoint before: what was told on the way need not be told again."""
        checkpoint = min(step // _CHECKPOINT_EVERY, len(self._checkpoints) - 1)
        state = self._checkpoints[checkpoint].clone()
        for entry in self.log[checkpoint * _CHECKPOINT_EVERY : step]:
            state.apply(entry.actor, entry.action)
        return state

    def lines(self) -> list[str]:
        """The whole log as a record has it, hidden parts included: for those who run the match."""
        return [
            f"{'*' if entry.actor == CHANCE else entry.actor} {entry.text}" for entry in self.log
        ]

    def record(self, names: list[str] | None = None) -> Record:
        """The match as a portable file. While it is played, the fair seed stays secret."""
        fair = self.draws if isinstance(self.draws, Fair) else None
        return Record(
            setup=self.setup,
            log=self.lines(),
            names=names,
            commitment=fair.commitment if fair else None,
            seed=fair.seed.hex() if fair and self.over else None,
            salts=list(fair.salts) if fair and fair.salts else None,
            scores=self.scores() if self.over else None,
            places=self.places() if self.over else None,
        )


def _blocked(reason: str, targets: list[str]) -> Blocked:
    rule, key, args = _reason(reason)
    return Blocked(tuple(targets), f"refuse.{key}", args, rule)


def _reason(reason: str) -> tuple[str, str, Args]:
    """Rule, key and arguments of what `State.refuse` says."""
    rule, key, *pairs = reason.split()
    args: Args = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        args[name] = int(value) if value.lstrip("-").isdigit() else value
    return rule, key, args
