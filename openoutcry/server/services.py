"""What all live tables of a node share."""

from dataclasses import dataclass

from openoutcry.server.addresses import Addresses
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.bot_streams import BotStreams
from openoutcry.server.meters import Meters
from openoutcry.server.presence import Presence
from openoutcry.server.slices import Slices
from openoutcry.server.store.interface import FloorStore
from openoutcry.server.thinking import Thinking


@dataclass(frozen=True)
class Services:
    store: FloorStore
    bots: Thinking
    metrics: Meters
    presence: Presence
    tasks: BackgroundTasks
    slices: Slices
    addresses: Addresses
    streams: BotStreams | None = None
    """Bots from elsewhere; None where none can come."""
