"""Arena, ratings, balance reports and analysis."""
