"""WBU Master Points Handbook, sixth edition, revision 6.6 of September 2020."""
