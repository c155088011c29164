"""A start list, checked before play. Nothing is kept."""
