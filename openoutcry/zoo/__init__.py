"""PettingZoo, Gymnasium and OpenSpiel adapters."""
