"""Batches of papers: certificates of a month, cards, statements and reports, drawn by the task queue."""
