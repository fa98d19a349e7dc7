"""The laboratory: tournaments, ratings, balance and analysis, by bots that play many matches."""
