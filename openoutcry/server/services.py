"""What all live tables of a node share."""

from dataclasses import dataclass

from openoutcry.server.addresses import Addresses
from openoutcry.server.background import BackgroundTasks
from openoutcry.server.bot_pool import BotPool
from openoutcry.server.metrics import Metrics
from openoutcry.server.presence import Presence
from openoutcry.server.slices import Slices
from openoutcry.server.store.interface import Store


@dataclass(frozen=True)
class Services:
    store: Store
    bots: BotPool
    metrics: Metrics
    presence: Presence
    tasks: BackgroundTasks
    slices: Slices
    addresses: Addresses
