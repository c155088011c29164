"""The handbook of the Singapore Contract Bridge Association."""
