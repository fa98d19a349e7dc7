"""`outcry lesson list|check|show TITLE`: lessons, for those who write them."""

from argparse import Namespace

from rich.markup import escape

from openoutcry.cli.choices import find_title
from openoutcry.cli.display import Display
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.title import Title
from openoutcry.lessons.attempt import Attempt
from openoutcry.lessons.check import problems, ways_through
from openoutcry.lessons.lesson import Lesson, find, lessons_of, messages_of
from openoutcry.text import say


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "lesson",
        "List a title's lessons, prove them, or show one task by task.",
        "outcry lesson check mogul\noutcry lesson show mogul win",
        run,
    )
    parser.add_argument("what", metavar="list|check|show", choices=tuple(_RUN))
    parser.add_argument("title", metavar="TITLE", help="a title; see `outcry titles`")
    parser.add_argument("name", metavar="NAME", nargs="?", help="show: a lesson")


def run(args: Namespace, terminal: Terminal) -> int:
    return _RUN[args.what](find_title(args.title, terminal), args.name, terminal)


def _list(title: Title, name: str | None, terminal: Terminal) -> int:
    words = messages_of(title, terminal.lang) if lessons_of(title) else {}
    for number, lesson in enumerate(lessons_of(title), 1):
        terminal.show(
            f"{number}. [bold]{lesson.name}[/]  {escape(words[lesson.name])}."
            f" [dim]{escape(words[f'{lesson.name}.about'])}[/]"
        )
    if not lessons_of(title):
        terminal.show(terminal.say("lesson.none", title=title.name))
    return 0


def _check(title: Title, name: str | None, terminal: Terminal) -> int:
    found = list(problems(title))
    for problem in found:
        terminal.show(f"[red]{terminal.say('edition.problem')}[/] {escape(problem)}")
    if found:
        return 1
    for lesson in lessons_of(title):
        count = len(list(ways_through(lesson)))
        terminal.show(
            f"  {lesson.name}: "
            + terminal.say("lesson.proven", tasks=len(lesson.tasks), ways=count)
        )
    terminal.show(terminal.say("lesson.good", count=len(lessons_of(title))))
    return 0


def _show(title: Title, name: str | None, terminal: Terminal) -> int:
    for lesson in [find(title, name)] if name else lessons_of(title):
        _show_one(lesson, terminal)
    return 0


def _show_one(lesson: Lesson, terminal: Terminal) -> int:
    words = messages_of(lesson.title, terminal.lang)
    attempt = Attempt(lesson)
    names = [
        say(terminal.lang, "seat.name", {"number": seat + 1}) for seat in range(lesson.setup.seats)
    ]
    display = Display(attempt.match, names, terminal)
    terminal.show(f"[bold]{escape(words[lesson.name])}[/]")
    for answer in next(ways_through(lesson)):
        task = attempt.task
        assert task is not None
        terminal.show()
        display.draw(attempt.view)
        terminal.show(escape(words[f"{lesson.name}.{task.id}.ask"]))
        attempt.answer(answer)
        if not task.is_read:
            terminal.show(f"> [bold]{escape(answer)}[/]")
            terminal.show(escape(words[f"{lesson.name}.{task.id}.done"]))
    terminal.show()
    terminal.show(escape(words[f"{lesson.name}.moral"]))
    return 0


_RUN = {"list": _list, "check": _check, "show": _show}
