"""A floor somewhere else, as a bot sees it: a stream of decisions, and a call to answer each."""

import http.client
import json
import ssl
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from openoutcry import __version__
from openoutcry.core.errors import OutcryError

Json = dict[str, Any]
_SILENCE: Final = 30.0
"""Seconds without a line after which the floor is gone: it sends one every ten."""
_LONGEST: Final = 4 * 1024 * 1024


class FloorLost(Exception):
    """The connection has ended; another one may be tried."""


class TokenRefused(OutcryError):
    """The floor does not know the token."""


class RemoteFloor:
    """The address of a floor, and the token of a bot there."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise OutcryError(f"--floor {url}: an address such as https://play.example/")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._base = parts.path.rstrip("/")
        self._headers = {
            "Authorization": f"Bearer {token}",
            "User-Agent": f"openoutcry-bot/{__version__}",
        }

    def messages(self, **wishes: str) -> Iterator[Json]:
        """What the floor tells, until the connection ends: `FloorLost`."""
        connection = self._connection()
        try:
            connection.request(
                "GET", f"{self._base}/api/bot/stream?{urlencode(wishes)}", headers=self._headers
            )
            response = connection.getresponse()
            if response.status != 200:
                raise _refusal(response.status, response.read(_LONGEST))
            while line := response.readline(_LONGEST):
                if line.strip():
                    yield json.loads(line)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise FloorLost(_words(error)) from None
        finally:
            connection.close()
        raise FloorLost("the server has closed the connection")

    def answer(self, decision: Json, action: str) -> str:
        """Play the action; what was wrong with it, or nothing. `FloorLost` if nobody answers."""
        body = {key: decision[key] for key in ("table", "seat", "step", "rewinds")}
        headers = {**self._headers, "Content-Type": "application/json"}
        connection = self._connection()
        try:
            data = json.dumps({**body, "action": action})
            connection.request("POST", f"{self._base}/api/bot/play", data, headers)
            response = connection.getresponse()
            text = response.read(_LONGEST)
        except (OSError, http.client.HTTPException) as error:
            raise FloorLost(_words(error)) from None
        finally:
            connection.close()
        if response.status in (200, 204, 409):  # 409: somebody has taken back, or time was up
            return ""
        return str(_refusal(response.status, text))

    def _connection(self) -> http.client.HTTPConnection:
        if self._secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(
                self._host, self._port, timeout=_SILENCE, context=context
            )
        return http.client.HTTPConnection(self._host, self._port, timeout=_SILENCE)


def _refusal(status: int, body: bytes) -> Exception:
    try:
        said = str(json.loads(body)["text"])
    except (ValueError, KeyError, TypeError):
        said = f"HTTP {status}"
    if status == 401:
        return TokenRefused(said)
    return FloorLost(said) if status in (429, 502, 503, 504) else OutcryError(said)


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__
