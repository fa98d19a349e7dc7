"""What hosts, players and everybody can do against somebody who disturbs."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from openoutcry.table.journal import ChatFor
from openoutcry.table.protocol.bounds import PersonId


class Blocking(Struct, forbid_unknown_fields=True):
    """Block somebody, or unblock them: what they write is not shown to you, and they cannot sit
    down at a table of yours. They are not told."""

    person: PersonId
    blocked: bool = True


class BlockedPerson(Struct):
    person: str
    name: str


class Blocks(Struct):
    """Whom you have blocked."""

    people: list[BlockedPerson]


class ChatRule(Struct, forbid_unknown_fields=True):
    """The host says who may write."""

    to: ChatFor


class Mute(Struct, forbid_unknown_fields=True):
    """The host silences somebody at the table, or lets them write again."""

    person: PersonId
    muted: bool = True


class Kick(Struct, forbid_unknown_fields=True):
    """Remove somebody from the table for good: the host may do so before the start and to those
    who watch; during play all the others who play must ask for it, two at least."""

    person: PersonId


class NewReport(Struct, forbid_unknown_fields=True):
    """Tell whoever runs the server about somebody at the table; what they last wrote is added."""

    person: PersonId
    reason: Literal["insults", "name", "cheating", "spam", "other"]
    text: Annotated[str, Meta(max_length=500)] = ""


class KickRequest(Struct):
    """Somebody is to be removed; everybody else who plays must agree."""

    person: str
    name: str
    agreed: list[str]
    """People."""
    missing: list[str]
