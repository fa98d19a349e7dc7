"""Who somebody is: a signed cookie for everybody, and a password for those who keep a name."""

import asyncio
import contextlib
import secrets
import unicodedata
from collections.abc import Callable
from typing import Protocol

import msgspec

from openoutcry.server.names import is_reserved, is_wide, mixes_scripts
from openoutcry.server.refusals import banned, no_session, not_understood
from openoutcry.server.store.interface import FloorStore, NameTaken, Person, StoreDown
from openoutcry.table.refusal import Refusal
from openoutcry.table.seat import REMOTE, is_remote
from openoutcry.text import say

COOKIE = "outcry"
DEVICE = "outcry_device"
"""Says that somebody has logged in from this browser before. Opens nothing by itself."""
COOKIE_SECONDS = 400 * 24 * 3600
_DAY = 24 * 3600 * 1000


class Proofs(Protocol):
    """How somebody shows who they are: by a signed cookie or a password."""

    def sign(self, person: Person) -> str: ...

    def read(self, cookie: str) -> tuple[str, int] | None:
        """The person's id and epoch; None if we have not signed it."""

    def sign_device(self, person: str, id: str) -> str: ...

    def read_device(self, cookie: str) -> tuple[str, str] | None:
        """Who has logged in there before, and the browser's id."""

    def hash(self, password: str) -> str: ...

    def fits(self, hashed: str, password: str) -> bool: ...


class Accounts:
    """People and their cookies."""

    def __init__(self, store: FloorStore, proofs: Proofs, protected: tuple[str, ...] = ()) -> None:
        self._store = store
        self._proofs = proofs
        self._protected = protected
        """Names that nobody may take, beyond those that nobody may take anywhere."""
        self._hashing = asyncio.Semaphore(2)
        """Hashing is costly on purpose: attempts wait their turn."""
        self._nobody: str | None = None

    def cookie(self, person: Person) -> str:
        return self._proofs.sign(person)

    async def who(self, cookie: str | None) -> Person | None:
        """Whose cookie it is; None if it is nobody's, forged or out of date."""
        if not cookie or len(cookie) > 200:
            return None
        signed = self._proofs.read(cookie)
        if signed is None:
            return None
        id, epoch = signed
        person = await self._store.person(id)
        if person is None or person.epoch != epoch:
            return None
        if person.banned:
            raise banned()
        await self._note_seen(person)
        return person

    async def _note_seen(self, person: Person) -> None:
        """Written once a day: whoever does not come any more is forgotten one day."""
        now = self._store.now_ms()
        if now - person.seen > _DAY:
            with contextlib.suppress(StoreDown):
                await self._store.note_seen(person.id, now)

    def device_cookie(self, person: Person) -> str:
        return self._proofs.sign_device(person.id, secrets.token_hex(8))

    async def device(self, cookie: str | None, name: str) -> str | None:
        """An id of the browser, if whoever bears the name has logged in from it before: attempts
        from there are counted apart from those of strangers."""
        if not cookie or len(cookie) > 300:
            return None
        known = self._proofs.read_device(cookie)
        if known is None:
            return None
        owner, id = known
        person = await self._store.person_named(clean(name))
        return id if person is not None and person.id == owner else None

    async def log_out(self, person: Person) -> Person:
        """End all of the person's cookies, wherever they are."""
        epoch = person.epoch + 1
        return await self._change(person, lambda known: msgspec.structs.replace(known, epoch=epoch))

    async def forget(self, person: Person) -> Person:
        """Nobody bears the name or has the password any more, and every cookie is void."""
        epoch, name = person.epoch + 1, guest_name("en")
        return await self._change(
            person,
            lambda known: msgspec.structs.replace(
                known, name=name, named=False, password=None, epoch=epoch
            ),
        )

    async def newcomer(self, lang: str) -> Person:
        """A guest, under a name that we make up."""
        now = self._store.now_ms()
        person = Person(secrets.token_hex(8), guest_name(lang), now, seen=now)
        await self._store.add_person(person)
        return person

    async def new_bot(self, id: str) -> Person:
        """A bot from elsewhere, of that id and name. The name is kept for good, and nobody can log
        in by it."""
        bare = id.removeprefix(REMOTE)
        if is_reserved(bare, self._protected):
            raise Refusal(409, "name_reserved", "name_reserved", name=id)
        if await self._store.people_like(id) or await self._store.people_like(bare):
            raise _taken(id)
        now, hashed = self._store.now_ms(), await self._hash(secrets.token_hex(32))
        bot = Person(id, id, now, hashed, named=True, seen=now)
        try:
            await self._store.add_person(bot)
        except NameTaken:
            raise _taken(id) from None
        return bot

    async def rename(self, person: Person, name: str) -> Person:
        name = clean(name)
        await self.check_free(person, name)
        return await self._change(
            person, lambda known: msgspec.structs.replace(known, name=name, named=True)
        )

    async def check_free(self, person: Person, *names: str) -> None:
        """Nobody may use a name that somebody else keeps with a password, or one that can be taken
        for it, for the operator's, or for a bot's."""
        for name in set(names) - {person.name}:
            if is_wide(name):
                raise not_understood("name_length")
            if mixes_scripts(name):
                raise not_understood("name_scripts")
            if is_remote(name) or is_reserved(name, self._protected):
                raise Refusal(409, "name_reserved", "name_reserved", name=name)
            keepers = await self._store.people_like(name)
            if any(keeper.id != person.id for keeper in keepers):
                raise _taken(name)

    async def set_password(self, person: Person, password: str, current: str | None) -> Person:
        """Keep the name; older cookies become void."""
        if person.password is not None and not await self._fits(person.password, current or ""):
            raise Refusal(403, "password", "present_password")
        keepers = await self._store.people_like(person.name)
        if person.password is None and any(keeper.id != person.id for keeper in keepers):
            raise _taken(person.name)
        hashed, epoch = await self._hash(password), person.epoch + 1
        return await self._change(
            person, lambda known: msgspec.structs.replace(known, password=hashed, epoch=epoch)
        )

    async def _change(self, person: Person, change: Callable[[Person], Person]) -> Person:
        """Change the person as stored now: nothing done meanwhile is undone, above all no ban."""
        known: Person | None = person
        while known is not None and (known.epoch, known.banned) == (person.epoch, False):
            changed = change(known)
            try:
                if await self._store.change_person(known, changed):
                    return changed
            except NameTaken:
                raise _taken(changed.name) from None
            known = await self._store.person(person.id)
        raise no_session()

    async def login(self, name: str, password: str) -> Person:
        """A wrong name gets the same answer as a wrong password, and takes as long."""
        person = await self._store.person_named(clean(name))
        known = person.password if person is not None else None
        fits = await self._fits(known or await self._nobodys_hash(), password)
        if person is None or known is None or not fits:
            raise Refusal(403, "password", "password")
        if person.banned:
            raise banned()
        return person

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._proofs.hash, password)

    async def _nobodys_hash(self) -> str:
        """To compare with when there is no such name."""
        if self._nobody is None:
            self._nobody = await self._hash(secrets.token_hex(16))
        return self._nobody

    async def _fits(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(self._proofs.fits, hashed, password)


def guest_name(lang: str) -> str:
    """Such as Golden Bear 42."""
    words = {part: say(lang, f"guest.{part}").split() for part in ("how", "who")}
    chosen = {part: secrets.choice(options) for part, options in words.items()}
    return say(lang, "guest.name", {**chosen, "number": secrets.randbelow(90) + 10})


def _taken(name: str) -> Refusal:
    return Refusal(409, "name_taken", "name_taken", name=name)


_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing, though Unicode does not count them as spaces."""


_MOST_MARKS = 4
"""On one letter: more than any language needs, and too few to reach into other lines."""


def clean(text: str) -> str:
    """One line of visible text: no control characters, no direction tricks, single spaces, no
    towers of accents."""
    visible = [c if unicodedata.category(c)[0] != "C" and c not in _BLANKS else " " for c in text]
    tidy = " ".join(unicodedata.normalize("NFC", "".join(visible)).split())
    if not tidy:
        raise not_understood("blank")
    return _with_few_marks(tidy)


def _with_few_marks(text: str) -> str:
    kept, marks = list[str](), 0
    for c in text:
        marks = marks + 1 if unicodedata.category(c)[0] == "M" else 0
        if marks <= _MOST_MARKS:
            kept.append(c)
    return "".join(kept)
