"""A report of a run: one page, and every table of it as data."""
