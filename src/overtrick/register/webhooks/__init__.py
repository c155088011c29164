"""Webhooks: tells programs of an organisation what became of its results, signed, at least once."""
