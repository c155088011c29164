"""Questions about awards: a thread between player, club and office, with the working beside it."""
