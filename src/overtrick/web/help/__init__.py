"""Help in plain words, by role."""
