"""`python -m openoutcry.cli` is `outcry`."""

import sys

from openoutcry.cli import main

sys.exit(main())
