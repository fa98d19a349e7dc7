"""Where people come from, as far as the operator wants that kept, and which addresses are shut
out for a while: so that a new cookie does not undo a ban at once."""

import contextlib
import hashlib
import hmac

from openoutcry.server.settings import Keeping
from openoutcry.server.store.interface import FloorStore, Person, StoreDown
from openoutcry.server.store.moderation import AddressBan

KEPT_DAYS = 30
"""How long we remember where somebody came from."""
_NOTED_AGAIN = 24 * 3600 * 1000
_DAY = 24 * 3600 * 1000


class Addresses:
    """Addresses in this class are those that rate limits count for (`network`)."""

    def __init__(self, store: FloorStore, keeping: Keeping) -> None:
        self._store = store
        self._keeping = keeping
        self._key = b""
        self._bans: dict[str, AddressBan] = {}
        self._noted: dict[tuple[str, str], int] = {}

    async def open(self, secret: str) -> None:
        self._key = secret.encode()
        await self.refresh()

    async def refresh(self) -> None:
        """Read the bans again: somebody may have made or lifted one."""
        bans = await self._store.moderation.address_bans(self._store.now_ms())
        self._bans = {ban.address: ban for ban in bans}

    async def tidy(self) -> None:
        """Forget what is old."""
        now = self._store.now_ms()
        self._noted = {key: at for key, at in self._noted.items() if now - at < _NOTED_AGAIN}
        await self._store.moderation.forget_addresses(now - KEPT_DAYS * _DAY)

    async def note(self, person: Person, address: str) -> None:
        """Remember that the person came from there; written once a day."""
        kept, now = self._kept(address), self._store.now_ms()
        if not kept or now - self._noted.get((person.id, kept), 0) < _NOTED_AGAIN:
            return
        with contextlib.suppress(StoreDown):  # a later ban then misses this address
            await self._store.moderation.note_address(person.id, kept, now)
            self._noted[person.id, kept] = now

    def is_banned(self, address: str, created: int | None) -> bool:
        """Is somebody who first came at that time (None: just now) shut out of that address?"""
        ban = self._bans.get(self._kept(address)) if self._bans else None
        if ban is None or self._store.now_ms() >= ban.until:
            return False
        return created is None or created >= ban.since  # who was here before the ban stays

    def _kept(self, address: str) -> str:
        if self._keeping == "none":
            return ""
        if self._keeping == "full":
            return address
        return hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()[:32]
