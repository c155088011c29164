"""The federations' handbooks: one folder each, one sub-folder per dated edition.

    overtrick.handbooks.get("ebu").edition(on=date(2026, 11, 12)).assess(event)

A handbook that is not in this package is found if an installed package names its folder's package in the entry-point
group ``overtrick.handbooks``.
"""

from overtrick.handbooks.edition import Edition, Handbook, NoEdition, NoHandbook, get, names

__all__ = ["Edition", "Handbook", "NoEdition", "NoHandbook", "get", "names"]
