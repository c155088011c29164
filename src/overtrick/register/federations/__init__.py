"""Whose office is it? A federation, its handbook and its settings."""
