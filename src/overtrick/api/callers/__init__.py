"""The operations about whoever calls."""
