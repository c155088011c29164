"""Knock-outs, leagues and ladders that are played over a season: one event each, which grows."""
