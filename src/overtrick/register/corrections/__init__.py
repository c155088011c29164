"""Entries by hand: one person of the office proposes one, another confirms it."""
