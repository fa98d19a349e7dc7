"""How people want to be alerted: off until asked for, tried by a button, stopped by one tap."""

import secrets
from typing import Final

import msgspec

from openoutcry.server.alerting import Alerting, BadTarget, NotDelivered
from openoutcry.server.calls.call import Call
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.rate_limits import (
    CHANNELS,
    CHANNELS_PER_ADDRESS,
    TRIALS,
    TRIALS_PER_ADDRESS,
    TRIALS_PER_TARGET,
)
from openoutcry.server.refusals import bad_target, not_understood, too_many
from openoutcry.server.store.outbox import MOST_CHANNELS, Channel
from openoutcry.table.protocol import channels as c
from openoutcry.table.refusal import Refusal, not_now, not_yours
from openoutcry.text import LANGUAGES

_SHOWN: Final = 40
"""Characters of an address that are shown again."""


async def channels(call: Call) -> c.Channels:
    alerts = _alerts(call)
    found = await alerts.outbox.channels_of(call.person.id)
    return c.Channels([_info(channel) for channel in found], await alerts.push_key(), alerts.mails)


async def add_channel(call: Call) -> c.Channels:
    alerts, new = _alerts(call), _new_channel(call)
    limits = call.backend.limits
    counted = ((CHANNELS, call.person.id), (CHANNELS_PER_ADDRESS, call.address))
    if not all(limits.allow(rate, key) for rate, key in counted):
        raise too_many()
    _check(alerts, new)
    if new.table:
        live = await call.backend.tables.get(new.table)
        if not await live.look(lambda table: bool(table.seats_of(call.person.id))):
            raise not_yours()
    others = []
    for old in await alerts.outbox.channels_of(call.person.id):
        if (old.kind, old.target, old.table) == (new.kind, new.target, new.table):
            await alerts.outbox.remove(old.id)
        else:
            others.append(old)
    if len(others) >= MOST_CHANNELS:
        raise not_now("alert_many", most=MOST_CHANNELS)
    await alerts.outbox.add(new)
    if not new.live:
        await _send_trial(call, new)
    return await channels(call)


def _new_channel(call: Call) -> Channel:
    new: c.NewChannel = call.body
    if new.table and new.kind != "webhook":
        raise not_understood("request", "table: for webhooks only")
    # It begins with the time: channels are listed by their ids, as they were asked for.
    id = f"{call.backend.store.now_ms():012x}{secrets.token_hex(4)}"
    return Channel(
        id=id,
        person=call.person.id,
        kind=new.kind,
        target=new.target,
        lang=new.lang if new.lang in LANGUAGES else "en",
        token=f"{id}-{secrets.token_urlsafe(24)}",
        table=new.table,
        shape=new.shape,
        p256dh=new.p256dh,
        auth=new.auth,
        quiet_from=new.quiet_from,
        quiet_to=new.quiet_to,
        zone=new.zone,
        live=new.kind != "mail",
    )


def _check(alerts: Alerting, channel: Channel) -> None:
    try:
        alerts.check(channel)
    except BadTarget as error:
        raise bad_target(error) from None


async def change_channel(call: Call) -> c.Channels:
    alerts, change = _alerts(call), call.body
    changed = msgspec.structs.replace(
        await _mine(call, alerts),
        quiet_from=change.quiet_from,
        quiet_to=change.quiet_to,
        zone=change.zone,
    )
    _check(alerts, changed)
    await alerts.outbox.change(changed)
    return await channels(call)


async def remove_channel(call: Call) -> c.Channels:
    alerts = _alerts(call)
    await alerts.outbox.remove((await _mine(call, alerts)).id)
    return await channels(call)


async def try_channel(call: Call) -> c.Channels:
    """Send something now, so that whoever asked sees whether it arrives."""
    await _send_trial(call, await _mine(call, _alerts(call)))
    return await channels(call)


async def stop_channel(call: Call) -> c.Stopped:
    """Whoever has the link may stop it: no name, no password."""
    alerts = _alerts(call)
    channel = await _by_token(call, alerts)
    await alerts.outbox.remove(channel.id)
    return c.Stopped(channel.kind)


async def confirm_channel(call: Call) -> c.Stopped:
    """Whoever has the link reads the mail that is sent there."""
    alerts = _alerts(call)
    channel = await _by_token(call, alerts)
    await alerts.outbox.change(msgspec.structs.replace(channel, live=True))
    return c.Stopped(channel.kind)


async def _send_trial(call: Call, channel: Channel) -> None:
    limits = call.backend.limits
    counted = (
        (TRIALS, channel.person),
        (TRIALS_PER_ADDRESS, call.address),
        (TRIALS_PER_TARGET, f"target:{channel.target.casefold()}"),
    )
    if not all(limits.allow(rate, key) for rate, key in counted):
        raise too_many()
    try:
        await _alerts(call).send_trial(channel)
    except BadTarget as error:
        raise bad_target(error) from None
    except NotDelivered:
        raise Refusal(409, "not_delivered", "alert_not_delivered") from None


async def _mine(call: Call, alerts: Alerting) -> Channel:
    channel = await alerts.outbox.channel(call.path("channel"))
    if channel is None or channel.person != call.person.id:
        raise Refusal(404, "no_channel", "alert_none")
    return channel


async def _by_token(call: Call, alerts: Alerting) -> Channel:
    channel = await alerts.outbox.by_token(call.path("token"))
    if channel is None:
        raise Refusal(404, "no_channel", "alert_none")
    return channel


def _alerts(call: Call) -> Alerting:
    if call.backend.alerts is None:
        raise Refusal(404, "no_alerts", "alert_here")
    return call.backend.alerts


def _info(channel: Channel) -> c.ChannelInfo:
    shown = channel.target
    if channel.kind != "mail" and len(shown) > _SHOWN:
        shown = f"{shown[:_SHOWN]}…"  # the rest is often a secret
    return c.ChannelInfo(
        *(channel.id, channel.kind, shown, channel.shape, channel.table, channel.live),
        *(channel.quiet_from, channel.quiet_to, channel.zone),
    )


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        channels,
        "GET",
        "/api/me/channels",
        "How I am alerted that it is my turn",
        c.Channels,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        add_channel,
        "POST",
        "/api/me/channels",
        "Alert me in another way",
        c.Channels,
        c.NewChannel,
        problems=(403, 404, 409),
        needs_person=True,
    ),
    Endpoint(
        change_channel,
        "PUT",
        "/api/me/channels/{channel}",
        "When to be silent",
        c.Channels,
        c.ChannelChange,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        try_channel,
        "POST",
        "/api/me/channels/{channel}/try",
        "Send something there now",
        c.Channels,
        problems=(404, 409),
        needs_person=True,
    ),
    Endpoint(
        remove_channel,
        "POST",
        "/api/me/channels/{channel}/remove",
        "Stop alerting me there",
        c.Channels,
        problems=(404,),
        needs_person=True,
    ),
    Endpoint(
        stop_channel,
        "POST",
        "/api/channels/stop/{token}",
        "Stop a channel, by the link in its messages",
        c.Stopped,
        problems=(404,),
    ),
    Endpoint(
        confirm_channel,
        "POST",
        "/api/channels/confirm/{token}",
        "Confirm an address, by the link that was sent there",
        c.Stopped,
        problems=(404,),
    ),
)
