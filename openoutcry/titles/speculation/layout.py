"""Speculation: what the columns of its lists mean, and which rules speak of a table."""

from openoutcry.core.layout import Column, Layout

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
    columns={"track.segments": (Column("first"), Column("last"))},
)
