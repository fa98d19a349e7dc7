"""Store, tables, live play, accounts and API."""
