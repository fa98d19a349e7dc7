"""Who somebody is: sessions, names and passwords."""

import contextlib

from openoutcry.server import languages
from openoutcry.server.accounts import clean
from openoutcry.server.calls.call import Call, SignedIn, SignedOut
from openoutcry.server.calls.lists import PAGE, lobby_of
from openoutcry.server.rate_limits import NAMES, NEWCOMERS, PASSWORDS
from openoutcry.server.refusals import too_many
from openoutcry.server.store.interface import NEWEST, Person, folded
from openoutcry.table import commands
from openoutcry.table import protocol as p
from openoutcry.table.refusal import UnknownRules


async def session(call: Call) -> SignedIn:
    person = call.someone
    if person is None:
        if not call.backend.limits.allow(NEWCOMERS, call.address):
            raise too_many("newcomers")
        lang = languages.preferred(call.languages)
        person = await call.backend.accounts.newcomer(lang)
    return SignedIn(person)


async def me(call: Call) -> p.Me:
    return me_of(call.person)


async def rename(call: Call) -> p.Me:
    backend, before = call.backend, call.person.name
    if not backend.limits.allow(NAMES, call.person.id):
        raise too_many()
    person = await backend.accounts.rename(call.person, call.body.name)
    await backend.tables.person_changed(person)
    lines, _ = await backend.store.listed_for(person.id, NEWEST, PAGE)
    for line in lobby_of(lines, False).tables:
        if before in line.seats and line.state in ("open", "playing"):
            with contextlib.suppress(UnknownRules):  # nobody can play there
                live = await backend.tables.get(line.id)
                await live.run_all(lambda t: commands.rename(t, person.id, before, person.name))
    return me_of(person)


async def set_password(call: Call) -> SignedIn:
    _count_attempt(call, call.person.name)
    person = await call.backend.accounts.set_password(
        call.person, call.body.password, call.body.current
    )
    return SignedIn(person, anew=True)


async def login(call: Call) -> SignedIn:
    _count_attempt(call, call.body.name)
    return SignedIn(await call.backend.accounts.login(call.body.name, call.body.password))


async def logout(call: Call) -> SignedOut:
    return SignedOut()


def _count_attempt(call: Call, name: str) -> None:
    """Passwords are guessed neither from one address nor for one name."""
    keys = (call.address, f"name:{folded(clean(name))}")
    if not all(call.backend.limits.allow(PASSWORDS, key) for key in keys):
        raise too_many("attempts")


def me_of(person: Person) -> p.Me:
    return p.Me(person.id, person.name, person.password is not None)
