"""A table: what has happened at it, who may do what, and what may be told to whom.

Nothing here knows sockets, a store or the time of day, so that anything can carry a table: a
server, or a worker in a browser.
"""
