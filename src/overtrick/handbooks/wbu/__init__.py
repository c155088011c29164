"""The Welsh Bridge Union's handbook."""
