"""What came in, whose it is, what it is worth, and what becomes of it."""
