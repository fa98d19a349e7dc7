"""A state's fields are declared once; what empties, copies and stores them follows."""

from pathlib import Path

import pytest

from openoutcry.core import fields

SOURCE = f"""
class Game:
    components: Components
    n: i64
    quick: bool
    pot: i64
    price: i64  # derived from the pot
    chips: vec[i64]  # per seat

    def __init__(self, components: Components, seats: i64) -> None:
        self.components = components
        self.n = seats

{fields.BEGIN}
{fields.END}

    def seats(self) -> i64:
        return self.n
"""


def test_every_title_of_ours_is_written_as_its_declarations_say() -> None:
    assert len(fields.files()) == 4
    assert list(fields.stale(fields.files())) == []


def test_a_declared_field_is_copied_dumped_and_restored() -> None:
    text = fields.rewritten(SOURCE)
    for line in (
        "copy = Game(self.components, self.n)",
        "copy.pot = self.pot",
        "copy.chips = self.chips[:]",
        "int(self.quick),",
        "self.quick = bool(flat[1])",
        "self.pot = flat[2]",
        "refill(self._vectors(), flat, 3)",
    ):
        assert line in text
    assert "copy.n" not in text and "copy.components" not in text
    assert text.endswith("return self.n\n")


def test_a_derived_field_is_copied_but_not_dumped() -> None:
    text = fields.rewritten(SOURCE)
    assert "copy.price = self.price" in text
    assert text[text.index("def dump") :].count("price") == 0


def test_a_field_has_a_value_from_the_start_and_is_copied_all_the_same() -> None:
    text = fields.rewritten(SOURCE)
    init = text[text.index("def __init__") : text.index(fields.BEGIN)]
    for line in (
        "self.n = seats",
        "self.quick = False",
        "self.pot = self.price = 0",
    ):
        assert f"        {line}\n" in init
    assert fields.rewritten(text) == text
    assert "self.chips" not in init
    assert "copy.pot = self.pot" in text and "copy.chips = self.chips[:]" in text


def test_writing_twice_changes_nothing_and_a_new_field_makes_the_file_stale(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(SOURCE)
    assert fields.main(["--check", str(file)]) == 1
    assert file.read_text() == SOURCE
    assert fields.main([str(file)]) == 0
    assert fields.main(["--check", str(file)]) == 0
    file.write_text(file.read_text().replace("    pot: i64", "    pot: i64\n    bank: i64"))
    assert fields.main(["--check", str(file)]) == 1


@pytest.mark.parametrize("missing", [fields.BEGIN, fields.END, "class Game:"])
def test_a_file_without_markers_or_class_is_refused(missing: str) -> None:
    with pytest.raises(fields.FieldsError):
        fields.rewritten(SOURCE.replace(missing, "if True:"))
