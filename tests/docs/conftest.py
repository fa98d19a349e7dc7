"""The documentation's commands are run against a real PostgreSQL."""

from tests.server.conftest import database as database
from tests.server.conftest import postgres as postgres
