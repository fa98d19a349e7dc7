"""People and bots at one keyboard: asks, tells, hands over, and always leaves a record."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Protocol

from rich.columns import Columns
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from openoutcry.bots import Player
from openoutcry.bots.own import find as find_bot
from openoutcry.cli import answer, full_screen, rules
from openoutcry.cli.choices import new_file
from openoutcry.cli.display import Display
from openoutcry.cli.frame import Scene
from openoutcry.cli.full_screen import FullScreen
from openoutcry.cli.scene import scene_of, words_alone
from openoutcry.cli.terminal import Terminal, can_redraw, readable
from openoutcry.core.errors import IllegalAction, OutcryError, RecordError
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.state import State
from openoutcry.core.title import Offer
from openoutcry.core.view import Decision, Telling
from openoutcry.lab.games import parsed
from openoutcry.table.memory import Recall, Teller

STORY = 14
"""Lines of the story shown at a decision; the command `story` shows all."""

LONG = 24
"""More offers than this are listed in columns, without their effects."""

NARROW = 50
"""In fewer columns than this a table of offers would cut every word."""


def seated(name: str, seed: int, budget: int) -> Player:
    """The bot that was named, with the simulations of "tycoon:20" or those of all."""
    found = parsed(name)
    return Player(found.name, find_bot(found.name, seed), seed, found.budget or budget)


class Answering(Protocol):
    """A bot at the match."""

    def answer(self, state: State, seat: int) -> int: ...


class Leave(Exception):
    """Somebody wants to stop here."""


class Session:
    """A match and its players. `players` has a bot's name for each seat, None for a person."""

    def __init__(
        self,
        match: Match,
        players: list[str | None],
        names: list[str],
        terminal: Terminal,
        file: Path | None = None,
        seed: int = 0,
        budget: int = 0,
        recall: Recall = "perfect",
    ) -> None:
        self.match = match
        self._recall = recall
        self._notes: dict[int, list[str]] = {}
        """What each seat wrote down."""
        self.names = names
        self.terminal = terminal
        self.file = file
        self.display = Display(match, names, terminal)
        self.players = players
        self.people = [seat for seat, name in enumerate(players) if name is None]
        self._bots: Mapping[int, Answering] = {
            seat: seated(name, derive(seed, seat), budget)
            for seat, name in enumerate(players)
            if name is not None
        }
        self._holder = self.people[0] if len(self.people) == 1 else None
        """Whose eyes are on the screen; None before the first hand-over and for spectators."""
        self._secrets_shown = False
        """Is anything on the screen that not everybody may know?"""
        self._heard: dict[int | None, set[tuple[int, str, str]]] = {}
        self._running: Path | None = None
        """Where the match is kept while it is played and nobody has named a file."""
        self._screen = FullScreen(terminal.console) if self._may_draw() else None
        """None: everything is printed, line by line."""
        self._latest: list[Telling] = []
        """What the person at the keyboard was told with the present decision."""

    def _may_draw(self) -> bool:
        return bool(self.people) and full_screen.available(self.terminal)

    @property
    def _teller(self) -> Teller:
        return Teller(self.match, self._recall)

    # The match

    def run(self) -> int:
        """Play to the end, or until somebody leaves."""
        try:
            self._secure()
            self.terminal.show(f"[dim]{self._kept_where()}[/]")
            if self._teller.forgets:
                self.terminal.show(f"[dim]{escape(self.terminal.say('play.from_memory'))}[/]")
            if self._screen is not None:
                self._screen.open()
            while not self.match.over:
                self._advance()
            self._print_from_here()
            self._finale()
            return 0
        except (Leave, EOFError):
            self._leave()
            return 0
        except KeyboardInterrupt:
            self._leave()
            return 130
        except OutcryError:
            self._leave()
            raise
        finally:
            self._print_from_here()

    def _print_from_here(self) -> None:
        """Leave the full screen: what follows shall stay readable."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None

    def _advance(self) -> None:
        """Bots first: in a simultaneous decision they commit themselves before people are asked."""
        with self._thinking():
            while self._bot_plays():
                if not self.people:
                    self.display.tell(self._news(None))
        waiting = self.match.waiting
        if waiting:
            self._ask(self._holder if self._holder in waiting else waiting[0])

    def _bot_plays(self) -> bool:
        for seat in self.match.waiting:
            if seat in self._bots:
                self.match.play_action(seat, self._bots[seat].answer(self.match.state, seat))
                self._secure()
                return True
        return False

    def _thinking(self) -> AbstractContextManager[object]:
        """A spinner while bots think."""
        terminal = self.terminal
        if self._screen is not None:
            self._screen.say(terminal.say("play.thinking"))
            return nullcontext()
        if terminal.interactive and can_redraw(terminal.console) and any(self.players):
            return terminal.console.status(terminal.say("play.thinking"))
        return nullcontext()

    def _finale(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else None
        self._heard[viewer] = self._heard.get(self._holder, set())
        self.terminal.show()
        self.display.tell(self._news(viewer)[-STORY:])
        self.terminal.show()
        self.display.draw(self.match.view(viewer))
        self.terminal.show()
        self.display.scores(self.match)
        self._keep()

    def _keep(self) -> None:
        """Save the finished match to the file that was named; a terminal asks for one."""
        while self.file is None and self.terminal.interactive:
            typed = self.terminal.ask(self.terminal.say("play.keep"))
            if not typed:
                break
            try:
                file = new_file(typed, self.terminal)
                self._save(file)
                self.file = file
            except OutcryError as error:
                self._complain(str(error))
        if self.file is not None:
            self._save(self.file)
            self.terminal.show(self.terminal.say("play.kept", file=str(self.file)))
        self._forget_running()

    # A person's decision

    def _ask(self, seat: int) -> None:
        private = self._private(seat)
        if self._holder != seat and (private or self._secrets_shown):
            self._hand_over(seat)
        self._holder = seat
        self._secrets_shown |= private
        self._show(seat)
        while True:
            decision = self.match.decision_for(seat)
            assert decision is not None
            typed = self._typed(seat, decision)
            with self._answers():
                if self._command(typed, seat):
                    continue
                offer = self._read(typed, decision)
            if offer is not None and self._confirmed(offer, seat):
                self.match.play(seat, offer.action)
                with self._answers():
                    self._secure()
                return

    def _typed(self, seat: int, decision: Decision) -> str:
        if self._screen is None:
            return self.terminal.ask(f"  [bold]{self._prompt(decision)}[/]")

        def meaning(typed: str) -> Offer | None:
            meant = answer.read(typed, decision)
            return meant if isinstance(meant, Offer) else None

        return self._screen.ask(self._scene(seat), meaning)

    def _scene(self, seat: int) -> Scene:
        view = self._teller.view(seat)
        assert view.decision is not None
        story = self._teller.story(seat)
        return scene_of(view, self.display, self._latest, story, self._prompt(view.decision))

    @contextmanager
    def _answers(self) -> Iterator[None]:
        """What is printed meanwhile: on the full screen it is shown in place of the board."""
        if self._screen is None:
            yield
            return
        with self.terminal.console.capture() as captured:
            yield
        self._screen.answer(captured.get())

    def _private(self, seat: int) -> bool:
        """Will this person see or type what another one may not know?"""
        if len(self.people) < 2:
            return False
        own = self._sight(seat)
        return bool(self.match.state.sealed()) or any(self._sight(s) != own for s in self.people)

    def _sight(self, seat: int) -> object:
        view = self.match.view(seat)
        return view.board, view.worth, self.match.story_for(seat)

    def _hand_over(self, seat: int) -> None:
        """Nothing of one person's is on the screen when the next one looks at it."""
        self._secrets_shown = False
        name = self.names[seat]
        if self._screen is not None:
            told = self.terminal.say("play.hand_over", name=name)
            self._screen.look_at_board()
            self._screen.ask(words_alone(self.display.word("title"), told, ">"), lambda _: None)
            return
        self.terminal.clear()
        self.terminal.ask(f"[reverse] {self.terminal.say('play.hand_over', name=name)} [/]")
        self.terminal.clear()

    def _show(self, seat: int) -> None:
        if self._screen is not None:
            self._latest = self._news(seat)
            self._screen.look_at_board()
            return
        view = self._teller.view(seat)
        assert view.decision is not None
        self.terminal.console.rule(f"[bold]{self.display.word('title')}[/] · {self.names[seat]}")
        news = self._news(seat)
        if len(news) > STORY:
            earlier = self.terminal.say("play.earlier", count=len(news) - STORY)
            self.terminal.show(f"  [dim]{earlier}[/]")
        self.display.tell(news[-STORY:])
        self.terminal.show()
        self.display.draw(view)
        self.terminal.show()
        self._offer(view.decision)

    def _offer(self, decision: Decision) -> None:
        """Every offer with its key and effect; a long list without effects, in columns."""
        self.terminal.show(f"  [bold]{self.display.word(f'kind.{decision.kind}')}[/]")
        if len(decision.offers) <= LONG:
            self._list(decision, decision.offers)
            return
        keyed = zip(answer.keys(decision), decision.offers, strict=True)
        entries = [f"[bold cyan]{key:>3}[/]  {offer.action}" for key, offer in keyed]
        columns = Columns(map(readable, entries), padding=(0, 3), equal=True)
        self.terminal.console.print(Padding(columns, (0, 0, 0, 2)))
        word = decision.offers[0].action.partition(" ")[0]
        self.terminal.show(f"[dim]{self.terminal.say('play.narrow', word=word)}[/]", indent=2)

    def _list(self, decision: Decision, offers: tuple[Offer, ...]) -> None:
        rows = [
            (str(key), offer, escape(self.display.word(offer.key, **offer.args)))
            for key, offer in zip(answer.keys(decision), decision.offers, strict=True)
            if offer in offers
        ]
        if self.terminal.console.width < NARROW:
            for key, offer, effect in rows:
                self.terminal.show(f"[bold cyan]{key}[/]  {offer.action}: {effect}", indent=1)
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold cyan", min_width=5)
        for style, no_wrap in (("", True), ("", False), ("dim", True)):
            table.add_column(style=style, no_wrap=no_wrap)
        for key, offer, effect in rows:
            table.add_row(key, offer.action, readable(effect), offer.rule)
        self.terminal.console.print(table)

    def _prompt(self, decision: Decision) -> str:
        default = answer.harmless_default(decision)
        keys = answer.key_range(decision)
        if default is None:
            return self.terminal.say("play.prompt", keys=keys)
        return self.terminal.say("play.prompt_enter", keys=keys, action=default.action)

    def _read(self, typed: str, decision: Decision) -> Offer | None:
        """The offer that was meant; if there is none, says why."""
        if not typed:
            default = answer.harmless_default(decision)
            if default is None:
                self._complain(self.terminal.say("play.choose", keys=answer.key_range(decision)))
            return default
        meant = answer.read(typed, decision)
        if isinstance(meant, Offer):
            return meant
        if meant.offers:
            self.terminal.show(f"  {self.terminal.say('play.several')}")
            self._list(decision, meant.offers)
        else:
            self._complain(self._refusal(typed, decision))
        return None

    def _refusal(self, typed: str, decision: Decision) -> str:
        """Why the rules do not allow what was typed."""
        try:
            action = self.match.title.notation.read(" ".join(typed.lower().split()))
            self.match.refuse(decision.seat, action)
        except IllegalAction as error:
            why = self.display.word(error.key, **error.arguments)
            return f"{typed}: {why} ({error.rule})"
        except ValueError:
            pass
        return self.terminal.say("play.choose", keys=answer.key_range(decision))

    def _confirmed(self, offer: Offer, seat: int) -> bool:
        if not offer.confirm:
            return True
        question = self.display.word(offer.confirm, **offer.args)
        if self._screen is None:
            return self.terminal.confirm(escape(question))
        asked = self.terminal.yes_or_no()
        scene = replace(self._scene(seat), question=question, entries=[], prompt=asked)
        return self.terminal.is_yes(self._screen.ask(scene, lambda _: None))

    def _complain(self, line: str) -> None:
        self.terminal.show(f"[red]{escape(line)}[/]", indent=2)

    # Commands

    def _command(self, typed: str, seat: int) -> bool:
        """Carry out `?`, `rules`, `save` and the like; False if it is none of them."""
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[str, int], None]] = {
            "?": self._help,
            "help": self._help,
            "rules": self._rules,
            "story": self._story,
            "board": self._again,
            "back": self._back,
            "note": self._note,
            "save": self._save_command,
            "quit": self._quit,
        }
        if word.lower() not in commands:
            return False
        commands[word.lower()](rest.strip(), seat)
        return True

    def _help(self, rest: str, seat: int) -> None:
        decision = self.match.decision_for(seat)
        assert decision is not None
        found = self.display.lookup(self._teller.view(seat), rest)
        if found:
            for line in found:
                self.terminal.show(line)
            return
        if rest:
            begun = tuple(o for o in decision.offers if o.action.startswith(rest.lower()))
            self._list(decision, begun or decision.offers)
            return
        rule = decision.offers[0].rule
        usage = {"rules": f"rules {rule}", "note": "note WORDS", "save": "save FILE"}
        for command in ("rules", "story", "board", "back", "note", "save", "quit"):
            text = escape(self.terminal.say(f"play.help.{command}"))
            self.terminal.show(f"  [bold]{usage.get(command, command):<14}[/]{text}")
        self.terminal.show(f"  [dim]{self._kept_where()}[/]")

    def _rules(self, rest: str, seat: int) -> None:
        title = self.match.title
        try:
            text = rules.text(title, rest or None, self.terminal)
        except OutcryError as error:
            self._complain(str(error))
            return
        rules.show(text, self.terminal)

    def _story(self, rest: str, seat: int) -> None:
        self.display.tell(self._teller.story(seat))

    def _again(self, rest: str, seat: int) -> None:
        self._show(seat)

    def _back(self, rest: str, seat: int) -> None:
        try:
            self.match.take_back(seat)
        except OutcryError:
            self._complain(self.terminal.say("play.no_back"))
            return
        self._secure()
        for heard in self._heard.values():
            heard -= {mark for mark in heard if mark[0] >= self.match.step}
        self._show(seat)

    def _note(self, rest: str, seat: int) -> None:
        notes = self._notes.setdefault(seat, [])
        if rest:
            notes.append(rest)
            return
        for line in notes or [self.terminal.say("play.no_notes")]:
            self.terminal.show(escape(line), indent=2)

    def _save_command(self, rest: str, seat: int) -> None:
        file = Path(rest) if rest else self.file or self._running or self._free_file()
        try:
            known = file in (self.file, self._running)
            self._save(file if known else new_file(str(file), self.terminal))
        except OutcryError as error:
            self._complain(str(error))
            return
        if file == self._running:
            self._running = None
        self.file = file
        self._forget_running()
        self.terminal.show(f"  {self._resume_hint(file)}")

    def _quit(self, rest: str, seat: int) -> None:
        raise Leave

    # The story and the record

    def _news(self, viewer: int | None) -> list[Telling]:
        """What this viewer has not been told yet; picks turned up later count as new."""
        heard = self._heard.setdefault(viewer, set())
        news = []
        for event in self.match.story_for(viewer):
            mark = (event.step, event.key, str(event.args))
            if mark not in heard:
                heard.add(mark)
                news.append(event)
        return news

    def _secure(self) -> None:
        """On disk after every decision: a match outlives the process that plays it."""
        record = self.match.record(self.names)
        if self.file is not None:
            try:
                record.save(self.file)
                return
            except RecordError as error:
                self._complain(str(error))
                self.file = None
        try:
            self._running = self._running or self._free_file()
            record.save(self._running)
        except RecordError:
            self._forget_running()

    def _kept_where(self) -> str:
        file = self.file or self._running
        if file is None:
            return self.terminal.say("play.not_kept")
        return self.terminal.say("play.running", file=str(file))

    def _forget_running(self) -> None:
        """The record has a file of its own, or nobody wants one."""
        if self._running is not None:
            with suppress(OSError):
                self._running.unlink()
            self._running = None

    def _leave(self) -> None:
        """Save, and say how to go on."""
        self._print_from_here()
        if len(self.people) > 1:
            self.terminal.clear()
        file = self.file or self._running or self._free_file()
        self._save(file)
        self.terminal.show()
        self.terminal.show(self._resume_hint(file))

    def _resume_hint(self, file: Path) -> str:
        if self.match.over:
            return self.terminal.say("play.kept", file=str(file))
        return self.terminal.say("play.resume", file=str(file))

    def _free_file(self) -> Path:
        """A file here that nobody else writes: mogul-1.json, mogul-2.json, ..."""
        for number in count(1):
            file = Path(f"{self.match.title.name}-{number}.json")
            try:
                file.touch(exist_ok=False)
                return file
            except FileExistsError:
                continue
            except OSError as error:
                raise RecordError(f"{file}: cannot be written: {error.strerror}") from None
        raise AssertionError("numbers do not end")

    def _save(self, file: Path) -> None:
        # From the log alone: Ctrl-C may have come between a state's change and its log entry.
        self.match.at(self.match.step).record(self.names).save(file)
