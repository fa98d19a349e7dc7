"""1920 Wall Street: that nothing more is to be done at the end of a turn, said in advance.

That what one buys is kept is answered by the buyer's own page, which is open then."""

from openoutcry.core.standing import Answer, Said, declining
from openoutcry.core.view import View


def answer(view: View, said: Said) -> Answer | None:
    if view.decision is None or view.decision.kind != "end" or said.get("end") is False:
        return None
    done = declining(view)
    return Answer(done.action) if done is not None else None
