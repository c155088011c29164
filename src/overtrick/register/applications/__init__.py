"""Applications of organisations and players: drafts, papers, support, outcomes, and what falls due afterwards."""
