"""What an edition asks of whoever has the box follows from its own marks."""

from openoutcry.core.checklist import Wanted, checklist, numbers
from openoutcry.core.edition import parse
from openoutcry.titles import find

HEAD = '[edition]\ntitle = "x"\nname = "X"\n'


def test_106_of_112_price_cells_of_speculation_are_our_own() -> None:
    wanted = checklist(find("speculation").edition())
    assert wanted[0] == Wanted("prices", reconstructed=106, reported=6, total=112, rows=14)


def test_a_value_that_is_corrected_is_no_longer_asked_for() -> None:
    text = (find("speculation").folder / "edition.toml").read_text("utf-8")
    mine = text.replace('"1,1" = "reported: caption of a', '"1,1" = "printed: my box, not a')
    assert checklist(parse(mine, "mine"))[0].reported == 5
    source = 'source = "reconstructed: no price of this side is known"'
    mine = mine.replace(source, 'source = "printed: my box"')
    assert checklist(parse(mine, "mine"))[0].reconstructed == 50


def test_single_values_go_by_their_own_mark_however_it_is_named() -> None:
    edition = parse(
        HEAD
        + """
[grid]
source = "reported: a blog"
list = [[1, 2], [3, 4], [5, 6]]
cells = {"1,2" = "printed: box", "list.2" = "printed: box"}
[plain]
source = "printed: box"
colours = ["red", "blue"]
width = 7
cells = {2 = "reconstructed: a guess", width = "reported: a blog"}
""",
        "x",
    )
    assert checklist(edition) == [
        Wanted("plain", reconstructed=1, reported=1, total=3, rows=0),
        Wanted("grid", reconstructed=0, reported=3, total=6, rows=3),
    ]
    assert numbers(edition) == {"plain_width": 7}


def test_what_no_box_prints_is_asked_of_nobody() -> None:
    table = (
        '[a]\nsource = "printed: box"\nid = "x"\ncells = {id = "reconstructed: ours, to name it"}\n'
    )
    assert checklist(parse(HEAD + table, "x")) == []
    assert all(wanted.part != "companies" for wanted in checklist(find("ekonos").edition()))
