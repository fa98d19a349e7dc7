"""pytest imports a compiled module where it looks for the doctests of its source: that is fine."""

import os

os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"
