"""An invented federation, for trying things out and for measuring: no real people, the same bytes for the same seed."""
