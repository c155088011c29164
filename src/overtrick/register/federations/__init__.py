"""Federations, their handbooks and their settings."""
