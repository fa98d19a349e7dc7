"""Where a match plays on from, as it is told."""

from openoutcry.core.origin import Origin
from openoutcry.table import protocol as p


def told_origin(origin: Origin | None, table: str | None = None) -> p.Whence | None:
    """Without the luck of a new deal, which would tell what is hidden."""
    if origin is None:
        return None
    return p.Whence(origin.record, origin.step, origin.seat, origin.hidden, table)
