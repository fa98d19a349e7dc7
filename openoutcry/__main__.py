"""The command `outcry`, also `python -m openoutcry`; Ctrl-C while it loads ends it silently."""

import signal


def main() -> int:
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt is signal.default_int_handler:  # not where somebody chose to ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from openoutcry.cli import main as run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("openoutcry"):
            raise
        raise SystemExit(f"outcry: this needs {error.name}: pip install openoutcry") from None

    signal.signal(signal.SIGINT, interrupt)
    return run()


if __name__ == "__main__":
    raise SystemExit(main())
