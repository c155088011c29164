"""How few are no group: a report for everybody says nothing of fewer than five players."""

from __future__ import annotations

#: A group of fewer players tells of persons: a public report puts them together.
LEAST_GROUP = 5
SMALL = "small groups together"
