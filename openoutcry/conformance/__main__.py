"""`python -m openoutcry.conformance NAME=FOLDER [pytest's own arguments]`."""

import sys

import pytest

SUITE = ["-p", "openoutcry.conformance.options", "--pyargs", "openoutcry.conformance"]

if __name__ == "__main__":
    if len(sys.argv) < 2 or "=" not in sys.argv[1]:
        raise SystemExit(__doc__)
    raise SystemExit(pytest.main([*SUITE, "--title", *sys.argv[1:]]))
