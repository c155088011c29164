"""The Scottish Bridge Union's master points, as far as its guide for clubs goes, edition by edition."""
