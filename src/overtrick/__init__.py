"""The master-points office of a bridge federation: events in, explained awards out."""

__version__ = "0.1.0"
