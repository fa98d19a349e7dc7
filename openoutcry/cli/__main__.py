"""`python -m openoutcry.cli` is `outcry`."""

import sys

from openoutcry.cli import main

if __name__ == "__main__":
    sys.exit(main())
