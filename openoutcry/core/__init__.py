"""The contract: states, matches, records, editions. Imports nothing else of ours."""
