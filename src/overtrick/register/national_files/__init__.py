"""Numbers, standing and rank of players for scoring programs: a snapshot a day, and files made of it."""
