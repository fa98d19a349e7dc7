"""Alerts: people are told that it is their turn, in the way they asked for."""
