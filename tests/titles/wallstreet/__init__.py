"""1920 Wall Street."""
