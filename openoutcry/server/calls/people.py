"""Who somebody is: sessions, names and passwords."""

import contextlib
import logging
from collections.abc import Iterator

from openoutcry.server import languages
from openoutcry.server.accounts import clean
from openoutcry.server.calls.call import Call, SignedIn, SignedOut
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.calls.lists import PAGE, lobby_of
from openoutcry.server.rate_limits import NAMES, NEWCOMERS, PASSWORDS, STRANGERS_PASSWORDS
from openoutcry.server.refusals import banned, too_many
from openoutcry.server.store.interface import NEWEST, Person, folded
from openoutcry.table import commands
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal, UnknownRules

log = logging.getLogger(__name__)


async def session(call: Call) -> SignedIn:
    person = call.someone
    if person is None:
        if call.backend.addresses.is_banned(call.address, None):
            raise banned("banned_address")
        if not call.backend.limits.allow(NEWCOMERS, call.address):
            raise too_many("newcomers")
        lang = languages.preferred(call.languages)
        person = await call.backend.accounts.newcomer(lang)
    return await _signed_in(call, person)


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
    # Whoever has the cookie is counted alone: nobody else can use these attempts up.
    if not call.backend.limits.allow(PASSWORDS, f"person:{call.person.id}"):
        raise too_many("attempts")
    with _counting_passwords(call):
        person = await call.backend.accounts.set_password(
            call.person, call.body.password, call.body.current
        )
    return await _signed_in(call, person, anew=True)


async def login(call: Call) -> SignedIn:
    await _count_attempt(call, call.body.name)
    with _counting_passwords(call):
        person = await call.backend.accounts.login(call.body.name, call.body.password)
    if call.backend.addresses.is_banned(call.address, person.created):
        raise banned("banned_address")
    return await _signed_in(call, person)


async def logout(call: Call) -> SignedOut:
    """The cookie is void from now on, wherever it was copied to."""
    if call.someone is not None:
        person = await call.backend.accounts.log_out(call.someone)
        await call.backend.tables.person_changed(person)
    return SignedOut()


async def _signed_in(call: Call, person: Person, anew: bool = False) -> SignedIn:
    await call.backend.addresses.note(person, call.address)
    return SignedIn(person, anew)


@contextlib.contextmanager
def _counting_passwords(call: Call) -> Iterator[None]:
    passwords = call.backend.metrics.passwords
    try:
        yield
    except Refusal:
        passwords.labels("refused").inc()
        log.warning("password refused", extra={"address": call.address})
        raise
    passwords.labels("accepted").inc()


async def _count_attempt(call: Call, name: str) -> None:
    """Passwords are guessed neither from one address nor for one name. Where the owner has logged
    in before, attempts are counted apart: strangers cannot use them up."""
    backend = call.backend
    device = await backend.accounts.device(call.device, name)
    limits = (
        [(PASSWORDS, f"device:{device}")]
        if device
        else [(PASSWORDS, call.address), (STRANGERS_PASSWORDS, f"name:{folded(clean(name))}")]
    )
    if not all(backend.limits.allow(rate, key) for rate, key in limits):
        raise too_many("attempts")


def me_of(person: Person) -> p.Me:
    return p.Me(person.id, person.name, person.password is not None)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        session,
        "POST",
        "/api/session",
        "Who I am; a newcomer becomes a guest with a name",
        p.Me,
    ),
    Endpoint(me, "GET", "/api/me", "Who I am", p.Me, needs_person=True),
    Endpoint(
        rename,
        "PATCH",
        "/api/me",
        "Change my name",
        p.Me,
        p.Rename,
        problems=(409,),
        needs_person=True,
    ),
    Endpoint(
        set_password,
        "POST",
        "/api/me/password",
        "Keep my name on other devices",
        p.Me,
        p.SetPassword,
        problems=(403, 409),
        needs_person=True,
        proves_person=True,
    ),
    Endpoint(
        login,
        "POST",
        "/api/login",
        "Be somebody who set a password",
        p.Me,
        p.Login,
        problems=(403,),
        proves_person=True,
    ),
    Endpoint(logout, "POST", "/api/logout", "End my session, in every browser", proves_person=True),
)
