"""Web Push: messages that only the browser can read (RFC 8291), signed by this floor (RFC 8292).

The ciphers are `cryptography`'s. How they are put together is written here, because the packages
that do it bring HTTP clients of their own, which resolve names by themselves.
"""

import base64
import json
import os
import time
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from openoutcry.server.alerting import BadTarget

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import (
        EllipticCurvePrivateKey,
        EllipticCurvePublicKey,
    )

_RECORD: Final = 4096
LARGEST: Final = 3000
"""Bytes of a message."""
_HOURS: Final = 12
"""How long a push service keeps a message for a browser that is off."""


def new_key() -> str:
    """A private key for signing, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    value = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return written(value.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """What browsers are told when they subscribe."""
    return written(_point(_private(read(private)).public_key()))


def sealed(
    endpoint: str, p256dh: str, auth: str, message: bytes, key: str, contact: str
) -> tuple[bytes, dict[str, str]]:
    """What a push service is sent: the body, which it cannot read, and the headers."""
    headers = {
        "Authorization": f"vapid t={_token(endpoint, key, contact)}, k={public_key(key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_HOURS * 3600),
        "Topic": "turn",  # one that was not fetched yet is replaced by the next
        "Urgency": "normal",
    }
    return encrypted(message, read(p256dh), read(auth)), headers


def check(p256dh: str, auth: str) -> None:
    """`BadTarget` unless they are a browser's keys."""
    try:
        _public(read(p256dh))
        fits = len(read(auth)) == 16
    except ValueError:
        fits = False
    if not fits:
        raise BadTarget("alert_address")


def encrypted(
    message: bytes, p256dh: bytes, auth: bytes, own: bytes = b"", salt: bytes = b""
) -> bytes:
    """The body of RFC 8291; `own` and `salt` are random unless given."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    assert len(message) <= LARGEST
    sender = _private(own) if own else ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    point = _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), _public(p256dh))
    keyed = _derived(shared, auth, b"WebPush: info\0" + p256dh + point, 32)
    content = _derived(keyed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(keyed, salt, b"Content-Encoding: nonce\0", 12)
    ciphertext = AESGCM(content).encrypt(nonce, message + b"\2", None)
    return salt + _RECORD.to_bytes(4, "big") + bytes([len(point)]) + point + ciphertext


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return bytes(HKDF(SHA256(), length, salt, info).derive(secret))


def _token(endpoint: str, key: str, contact: str) -> str:
    """A JSON Web Token that says who sends to that push service."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _HOURS * 3600,
        "sub": contact,
    }
    text = ".".join(
        written(json.dumps(part, separators=(",", ":")).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    signature = _private(read(key)).sign(text.encode(), ec.ECDSA(SHA256()))
    r, s = decode_dss_signature(signature)
    return f"{text}.{written(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _private(value: bytes) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(value, "big"), ec.SECP256R1())


def _public(point: bytes) -> "EllipticCurvePublicKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _point(key: "EllipticCurvePublicKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def written(data: bytes) -> str:
    """As browsers write bytes: base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """`ValueError` if it is not written so."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
