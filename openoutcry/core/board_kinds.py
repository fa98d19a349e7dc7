"""What a number or text on a board stands for, where its type cannot tell.

The browser draws a title without a drawing of its own from its board's types alone. Declared as one
of these, a seat is shown by its player's name and a company by its mark; to Python and to the wire
they are the plain types.
"""

from typing import Annotated, TypeVar

from msgspec import Meta

T = TypeVar("T")

Seat = Annotated[int, Meta(extra={"shows": "seat"})]
"""A seat's number, from 0."""
Company = Annotated[str, Meta(extra={"shows": "company"})]
"""One of `Views.companies`."""
PerCompany = Annotated[list[int], Meta(extra={"shows": "per_company"})]
"""A number for each of `Views.companies`."""
PerSeat = Annotated[list[T], Meta(extra={"shows": "per_seat"})]
"""A thing for each seat."""
