"""What a player's own token is for."""
