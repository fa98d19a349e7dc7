"""A folder of records: the matches of a run, each in a file of its own."""

from dataclasses import dataclass
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.core.record import Record


@dataclass(frozen=True)
class RecordFolder:
    """Where the matches of a run are kept: FOLDER/RUN-NUMBER.json, the same for the same run."""

    folder: Path
    run: str

    def file(self, number: int) -> Path:
        """Where match `number` is kept."""
        return self.folder / f"{self.run}-{number:05}.json"

    def has(self, number: int) -> bool:
        """Was this match kept before? Records are written whole or not at all."""
        return self.file(number).is_file()

    def keep(self, number: int, record: Record) -> None:
        """Save match `number`."""
        record.save(self.file(number))


def open_folder(path: str) -> Path:
    """The folder, created if needed, and checked before the work begins."""
    folder = Path(path)
    try:
        if folder.exists() and not folder.is_dir():
            raise OutcryError(f"{path} is a file, not a folder for records")
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / ".outcry"
        trial.touch()
        trial.unlink()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise OutcryError(f"{path}: no folder for records: {why}") from None
    return folder
