"""The edition of 2006."""
