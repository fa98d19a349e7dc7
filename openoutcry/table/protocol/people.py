"""Who somebody is, on this device and on others."""

from msgspec import Struct

from openoutcry.table.protocol.bounds import Password, PersonName


class Me(Struct):
    """Who the cookie says you are."""

    id: str
    name: str
    keeps_name: bool
    """A password is set: the name is yours on every device."""


class Rename(Struct, forbid_unknown_fields=True):
    name: PersonName


class SetPassword(Struct, forbid_unknown_fields=True):
    """Keep the name on other devices. `current` is needed to change a password."""

    password: Password
    current: Password | None = None


class Login(Struct, forbid_unknown_fields=True):
    name: PersonName
    password: Password
