"""What texts and numbers from a client may be."""

from typing import Annotated

from msgspec import Meta

PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
TableName = Annotated[str, Meta(max_length=40)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
AdvanceSaid = Annotated[
    dict[
        Annotated[str, Meta(max_length=20)],
        bool | Annotated[int, Meta(ge=0, le=1_000_000)] | Annotated[str, Meta(max_length=40)],
    ],
    Meta(max_length=12),
]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
StepNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
PersonId = Annotated[str, Meta(min_length=1, max_length=32)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Milliseconds = int
"""Since 1970, or a span; always whole."""
