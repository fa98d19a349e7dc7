"""Speculation: what the columns of its lists mean, and which rules speak of a table."""

from openoutcry.core.layout import Column, Layout

_COLOURS = (
    *("orange", "grey", "blue", "yellow", "red", "green", "purple", "white"),
    *("black", "brown", "pink"),
)
"""Those of our reconstruction, and others that bricks come in."""

LAYOUT = Layout(
    rules={
        "players": ("SP-01",),
        "companies": ("SP-02", "SP-04"),
        "companies.paint": ("SP-04",),
        "shares": ("SP-05", "SP-06"),
        "cards": ("SP-02", "SP-08", "SP-30"),
        "money": ("SP-07", "SP-11"),
        "tiles": ("SP-15", "SP-16", "SP-36"),
        "movement": ("SP-31", "SP-36"),
        "bank_holiday": ("SP-33",),
        "track": ("SP-10", "SP-32"),
        "prices.plain": ("SP-03", "SP-10", "SP-13"),
        "prices.star": ("SP-03", "SP-10", "SP-13"),
    },
    columns={
        "companies.paint.colours": (Column("colour", choices=_COLOURS),),
        "track.segments": (Column("first"), Column("last")),
    },
)
