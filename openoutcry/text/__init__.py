"""Message catalogues, one source for browser and terminal."""
