"""Ranks, promotions, ranking lists, races, and the close of a month."""
