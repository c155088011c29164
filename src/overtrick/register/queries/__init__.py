"""How is an award asked about? A thread between the player, the club and the office, with the computation beside it."""
