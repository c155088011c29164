"""Elbonian handbook of 2025."""
