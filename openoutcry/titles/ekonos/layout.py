"""Ekonos: what the columns of its lists mean, and which rules speak of a table."""

from openoutcry.core.layout import Column, Layout

LAYOUT = Layout(
    rules={
        "players": ("EK-01", "EK-02"),
        "companies": ("EK-03",),
        "tiles": ("EK-03", "EK-17"),
        "shares": ("EK-35", "EK-38"),
        "markers": ("EK-05", "EK-43"),
        "growth": ("EK-22", "EK-23", "EK-25", "EK-27"),
        "map": ("EK-13", "EK-27"),
        "cards": ("EK-12", "EK-13", "EK-15"),
    },
    columns={
        "players.rounds": (Column("players"), Column("rounds"), Column("cards"), Column("coins")),
        "map.spaces": (Column("number"), Column("label"), Column("x"), Column("y")),
        "map.links": (Column("from"), Column("to")),
        "cards.list": (
            Column("top", "companies.letters"),
            Column("middle", "companies.letters"),
            Column("bottom", "companies.letters"),
        ),
    },
)
