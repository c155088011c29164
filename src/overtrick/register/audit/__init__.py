"""The audit: who did what, and when. Nobody can change it."""
