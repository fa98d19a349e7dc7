"""1920 Wall Street: what the columns of its lists mean, and which rules speak of a table."""

from openoutcry.core.layout import Column, Layout

_COMPANY = Column("company", "companies.list")
_KINDS = (
    "surprise_up",
    "surprise_down",
    "fluctuation_up",
    "fluctuation_down",
    "fluctuation_mixed",
    "black_day",
    "stock_exchange",
)

LAYOUT = Layout(
    rules={
        "players": ("WS-01",),
        "companies": ("WS-02",),
        "counts": ("WS-22", "WS-23"),
        "shares": ("WS-23", "WS-41", "WS-46"),
        "gold": ("WS-23", "WS-111"),
        "duals": ("WS-22", "WS-111"),
        "moves": ("WS-47", "WS-80"),
        "specials": ("WS-81", "WS-82", "WS-84", "WS-85"),
        "surprise": ("WS-81",),
        "board.blue": ("WS-03", "WS-04", "WS-20"),
        "board.orange": ("WS-03", "WS-04", "WS-20"),
        "minimums": ("WS-29", "WS-112"),
        "capital": ("WS-06", "WS-27", "WS-65"),
        "secrets": ("WS-26", "WS-113"),
        "cash": ("WS-05", "WS-21", "WS-28"),
        "payments": ("WS-34", "WS-43", "WS-65", "WS-84"),
        "ring": ("WS-07", "WS-24"),
        "loan": ("WS-70", "WS-71"),
        "explosion": ("WS-25", "WS-100"),
        "gold_event": ("WS-95",),
        "call_option": ("WS-120", "WS-122"),
        "magnates": ("WS-130", "WS-132", "WS-133", "WS-135"),
    },
    columns={
        "shares.list": (
            _COMPANY,
            Column("shares"),
            Column("levels"),
            Column("cost"),
            Column("dynamite"),
            Column("copies"),
        ),
        "duals.pairs": (_COMPANY, _COMPANY),
        "moves.list": (
            Column("levels"),
            Column("cost"),
            Column("points"),
            Column("dynamite"),
            Column("copies"),
        ),
        "specials.list": (
            Column("kind", choices=_KINDS),
            Column("cost"),
            Column("points"),
            Column("dynamite"),
            Column("copies"),
        ),
        "secrets.list": (_COMPANY, Column("shares"), Column("points")),
    },
)
