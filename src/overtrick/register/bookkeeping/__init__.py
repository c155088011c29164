"""The journal and the documents of money for other programs: files, and what accounts are called there."""
