"""The operations that need no token."""
