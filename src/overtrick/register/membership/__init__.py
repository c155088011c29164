"""Members through the year: visitors, renewal, youths, cards, and records that may be one person."""
