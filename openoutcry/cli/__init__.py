"""The `outcry` command."""
