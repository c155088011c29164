"""The parts of a page, as template tags."""
