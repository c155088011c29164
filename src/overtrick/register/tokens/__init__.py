"""Tokens: by them programs act, for a person or for an organisation."""
