"""How people want to be alerted that it is their turn."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Hour = Annotated[int, Meta(ge=0, le=23)]
Target = Annotated[str, Meta(min_length=3, max_length=1000)]
PushKey = Annotated[str, Meta(max_length=200)]


class NewChannel(Struct, forbid_unknown_fields=True):
    """A way to alert me; nobody is alerted in a way that they did not ask for."""

    kind: Literal["push", "webhook", "mail"]
    target: Target
    """The push service's or the webhook's address, or one for mail."""
    shape: Literal["plain", "discord", "slack"] = "plain"
    """What a webhook's receiver understands."""
    table: Annotated[str, Meta(max_length=40)] = ""
    """Of a webhook: everybody's turns at that table, where I have a seat, instead of mine."""
    p256dh: PushKey = ""
    auth: PushKey = ""
    lang: Annotated[str, Meta(max_length=5)] = "en"
    zone: Annotated[str, Meta(max_length=60)] = "UTC"
    quiet_from: Hour = 0
    quiet_to: Hour = 0


class ChannelChange(Struct, forbid_unknown_fields=True):
    """From which hour to which it is silent, there; equal hours: never."""

    quiet_from: Hour
    quiet_to: Hour
    zone: Annotated[str, Meta(max_length=60)] = "UTC"


class ChannelInfo(Struct):
    """One of my channels."""

    id: str
    kind: Literal["push", "webhook", "mail"]
    target: str
    """Enough of it to know it again."""
    shape: Literal["plain", "discord", "slack"]
    table: str
    live: bool
    """False until the address is confirmed, by the link that was sent there."""
    quiet_from: int
    quiet_to: int
    zone: str


class Channels(Struct):
    """How I am alerted."""

    channels: list[ChannelInfo]
    push_key: str
    """What a browser subscribes with."""
    mail: bool
    """Whether mail can be sent from here."""


class Stopped(Struct):
    """A channel that is stopped, or confirmed."""

    kind: Literal["push", "webhook", "mail"]
