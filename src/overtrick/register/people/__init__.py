"""Players, their numbers, clubs and standing."""
