"""What the pages of the office and of clubs share about money."""
