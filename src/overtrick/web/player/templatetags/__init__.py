"""Template tags of a player's own pages."""
