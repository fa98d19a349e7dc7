"""Mogul: what the columns of its lists mean, and which rules speak of a table."""

from openoutcry.core.layout import Column, Layout

LAYOUT = Layout(
    rules={
        "players": ("MO-01",),
        "companies": ("MO-02", "MO-15", "MO-27"),
        "cards": ("MO-03", "MO-09", "MO-26"),
        "chips": ("MO-05", "MO-07", "MO-43"),
        "loan": ("MO-35", "MO-36"),
        "crash": ("MO-11", "MO-41"),
        "track": ("MO-04", "MO-47"),
    },
    columns={
        "cards.list": (
            Column("background", "companies.colours"),
            Column("border", "companies.colours"),
            Column("starter"),
        ),
    },
)
