"""Limits on how often somebody may try something."""
