"""What is entered by hand? Proposed by one of the office, confirmed by another; only then is it in the book."""
