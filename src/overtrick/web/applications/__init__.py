"""Pages of applications that clubs, players and the office share."""
