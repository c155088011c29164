"""What has a player played and won? Who sat with whom, and came where, is kept beside each submission."""
