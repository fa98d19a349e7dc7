"""One suite over every title that exists: what the contract promises, tried on random play."""
