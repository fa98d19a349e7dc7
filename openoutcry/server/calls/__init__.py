"""The calls of the HTTP API, a module for each kind of thing they are about."""
