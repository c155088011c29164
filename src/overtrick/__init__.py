"""The master-points office of a bridge federation: events in, explained awards out."""

__version__ = "0.2.0"
