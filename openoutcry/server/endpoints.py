"""The HTTP API: the routes and the API document are both made from this list.

Each call stands in the module of `calls` that answers it.
"""

from openoutcry.server.calls import (
    analyses,
    bots,
    branches,
    channels,
    coach,
    contests,
    daily,
    days,
    editions,
    lessons,
    lists,
    matches,
    moderation,
    people,
    profiles,
    questions,
    records,
    tables,
    titles,
)
from openoutcry.server.calls.endpoint import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *titles.ENDPOINTS,
    *editions.ENDPOINTS,
    *lessons.ENDPOINTS,
    *questions.ENDPOINTS,
    *daily.ENDPOINTS,
    *people.ENDPOINTS,
    *moderation.ENDPOINTS,
    *profiles.ENDPOINTS,
    *channels.ENDPOINTS,
    *bots.ENDPOINTS,
    *lists.ENDPOINTS,
    *days.ENDPOINTS,
    *contests.ENDPOINTS,
    *tables.ENDPOINTS,
    *coach.ENDPOINTS,
    *matches.ENDPOINTS,
    *branches.ENDPOINTS,
    *analyses.ENDPOINTS,
    *records.ENDPOINTS,
)
