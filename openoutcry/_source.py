"""With OPENOUTCRY_INTERPRETED=1 the engine runs from its Python source, compiled or not.

For comparing the two: same results, different speed.
"""

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class _SourceOnly(MetaPathFinder):
    """Finds `openoutcry` modules by their .py files alone."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("openoutcry.") or path is None:
            return None
        source = (importlib.machinery.SourceFileLoader, [".py"])
        for folder in path:
            finder = importlib.machinery.FileFinder(folder, source)
            spec = finder.find_spec(fullname)
            if spec is not None:
                return spec
        return None


if os.environ.get("OPENOUTCRY_INTERPRETED") == "1":
    sys.meta_path.insert(0, _SourceOnly())
