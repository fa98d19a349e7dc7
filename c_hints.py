"""Hints for the C compiler, put into the C that mypyc has written.

mypyc asks before every access to a vector whether the index is in range, but does not say which
answer is to be expected, and gcc then lays the rare one, an index counted from the end, beside the
loop's own steps. `likely`, a macro of mypyc's own, changes no result.
"""

import re
from collections.abc import Sequence
from pathlib import Path

_IN_RANGE = re.compile(
    r"((?P<answer>cpy_r_\w+) = \(uint64_t\)[\w-]+ < \(uint64_t\)\w+;\s+if \()(?P=answer)(?=\))",
    re.ASCII,
)


def put_into(c_files: Sequence[Path]) -> None:
    """Mark every index as likely to be in range."""
    for path in c_files:
        code = path.read_text(encoding="utf-8")
        path.write_text(with_hints(code), encoding="utf-8")


def with_hints(code: str) -> str:
    """The code, with the first question about each index answered.

    >>> with_hints("cpy_r_r2 = (uint64_t)cpy_r_i < (uint64_t)cpy_r_r1; if (cpy_r_r2) goto CPyL2;")
    'cpy_r_r2 = (uint64_t)cpy_r_i < (uint64_t)cpy_r_r1; if (likely(cpy_r_r2)) goto CPyL2;'
    """
    return _IN_RANGE.sub(r"\1likely(\g<answer>)", code)
