"""What organisations tell year by year, what regions decide for themselves, and what is allotted for a year."""
