"""A folder that holds one long piece of work, which goes on where it was stopped."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openoutcry.core.errors import OutcryError


def claim(folder: Path, identity: Mapping[str, Any], work: str) -> None:
    """The folder is this work's from now on; another one's is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "course.json"
    ours = json.dumps(identity, indent=1) + "\n"
    if not file.exists():
        write_whole(file, ours.encode())
    elif file.read_text(encoding="utf-8") != ours:
        raise OutcryError(f"{folder} holds another {work}: choose another folder")


def write_whole(path: Path, content: bytes) -> None:
    """Whole or not at all."""
    trial = path.with_name(path.name + ".part")
    trial.write_bytes(content)
    trial.replace(path)
