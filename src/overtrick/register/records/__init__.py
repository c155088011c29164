"""Players' records: what each played and won, with whom, and in which place."""
