"""What is written may be opened: the longest matches with their analyses, too."""

from pathlib import Path

import openoutcry as oo
from openoutcry.analysis.effort import Effort
from openoutcry.lab.analyse import analyse, with_analysis
from openoutcry.lab.spread import Workers
from openoutcry.server.calls.endpoint import LARGEST_RECORD


def test_a_match_of_six_who_never_leave_an_auction_fits_with_its_analysis(tmp_path: Path) -> None:
    match = oo.new("mogul", seats=6, seed=1)
    while not match.over:
        offered = [offer.action for offer in match.decision.offers]
        match.play("pay" if "pay" in offered else offered[0])
    record = match.record()
    assert len(record.log) > 900
    path = tmp_path / "game.analysis.json"
    with_analysis(record, analyse(record, Effort(1), Workers(1), lambda done: None)).save(path)
    assert path.stat().st_size < LARGEST_RECORD
