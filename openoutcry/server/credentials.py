"""A server's proofs of who somebody is: cookies signed with its secret, and hashed passwords."""

import argon2
from itsdangerous import BadSignature, URLSafeSerializer

from openoutcry.server.store.interface import Person


class Credentials:
    """Both kinds (`accounts.Proofs`)."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="person")
        self._devices = URLSafeSerializer(secret, salt="device")
        self._hasher = argon2.PasswordHasher()

    def sign(self, person: Person) -> str:
        return self._signer.dumps([person.id, person.epoch])

    def read(self, cookie: str) -> tuple[str, int] | None:
        try:
            id, epoch = self._signer.loads(cookie)
        except (BadSignature, TypeError, ValueError):
            return None
        return id, epoch

    def sign_device(self, person: str, id: str) -> str:
        return self._devices.dumps([person, id])

    def read_device(self, cookie: str) -> tuple[str, str] | None:
        try:
            person, id = self._devices.loads(cookie)
        except (BadSignature, TypeError, ValueError):
            return None
        return str(person), str(id)

    def hash(self, password: str) -> str:
        return self._hasher.hash(password)

    def fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except argon2.exceptions.VerificationError:
            return False
