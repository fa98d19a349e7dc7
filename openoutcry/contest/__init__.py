"""Duplicate: several tables play the same deals, and are compared on equal cards.

Knows neither tables, stores nor people's names: who sits where, and what results are worth.
"""
