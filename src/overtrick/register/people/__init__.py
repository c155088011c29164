"""Who plays? Players, their numbers, clubs and standing."""
