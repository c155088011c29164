"""How does one do it? Plain words for each role, on pages of their own."""
