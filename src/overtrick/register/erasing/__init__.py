"""Erases a person to a pseudonym. The number, the points and the proof of the book stay."""
