"""A player's rank and points as at a day, on paper with a code that everybody can check."""
