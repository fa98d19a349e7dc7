"""Why a request was refused."""

from msgspec import Struct

from openoutcry.core.title import Args


class Problem(Struct):
    """Why a request was refused; `text` is one clear line, `code` is for programs, `key` and
    `args` are the line's message in the shared catalogues."""

    code: str
    text: str
    key: str
    args: Args = {}
