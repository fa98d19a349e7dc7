"""What is filled in fits what stands before it."""

import json
import re
from pathlib import Path

import pytest

from openoutcry.text import LANGUAGES
from openoutcry.text.fitting import fitted
from openoutcry.titles import find

CASES = json.loads(Path(__file__).with_name("fitted.json").read_text("utf-8"))
"""What `client/tests/fitting.test.ts` reads, too."""


@pytest.mark.parametrize(("lang", "before", "filled", "text"), CASES)
def test_the_seam_is_as_the_language_wants_it(
    lang: str, before: str, filled: str, text: str
) -> None:
    assert fitted(before, filled, lang) == text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_quotation_in_the_coachs_warning_has_inner_marks(lang: str) -> None:
    words = find("wallstreet").words
    discard = {"card": "move.maize.up1", "zone": "gold_3", "dynamite": 1}
    what = words.say(lang, "offer.discard", discard)
    warning = words.say(
        lang, "ui.coach.loses", {"what": what, "better": what, "chance": 20, "better_chance": 80}
    )
    opened, closed, inner = ("“", "”", "\u2018") if lang == "en" else ("«", "»", "“")
    quotation = rf"[^{opened}{closed}]*{opened}[^{opened}{closed}]*{closed}"
    assert re.fullmatch(f"{quotation}{quotation}[^{opened}{closed}]*", warning)
    assert warning.count(inner) == 4  # both name a card and a pile
