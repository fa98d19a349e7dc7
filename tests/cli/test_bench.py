"""`outcry bench`: one object of the same shape for every title."""

import json

from openoutcry.bots.levels import SEARCH_LEVELS
from openoutcry.lab.provenance import is_compiled
from openoutcry.titles import names
from tests.cli.conftest import Outcry

FIGURES = {"moves_per_s", "clone_ns", "search_sims_per_s"}


def test_the_report_has_the_agreed_shape(outcry: Outcry) -> None:
    ran = outcry("bench", "--json", "--seconds", "0.01")
    assert ran.code == 0
    report = json.loads(ran.out)
    assert set(report) == {"machine", "titles"}
    assert set(report["titles"]) == set(names())
    for found in report["titles"].values():
        engine = {"compiled", "interpreted", "python_api", "bots"}
        assert set(found) == engine | {"seats", "moves_per_match", "branching"}
        assert set(found["compiled"]) == set(found["interpreted"]) == FIGURES
        assert set(found["python_api"]) == {"moves_per_s"}
        assert found["interpreted"]["moves_per_s"] > 0
        assert (found["compiled"]["moves_per_s"] is not None) == is_compiled()
        assert (found["bots"] is not None) == is_compiled()
        if is_compiled():
            assert set(found["bots"]["ms_per_decision"]) == set(SEARCH_LEVELS)
            assert found["bots"]["network_looks_per_s"] > 0
            assert found["bots"]["tycoon_rollouts_per_s"] > 0


def test_the_table_fits_80_columns(outcry: Outcry) -> None:
    for lang in ("en", "es", "fr", "it"):
        out = outcry("bench", "--seconds", "0.01", "--title", "mogul", "--lang", lang).out
        assert "mogul" in out
        assert max(map(len, out.splitlines())) <= 80
