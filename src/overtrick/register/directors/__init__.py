"""Tournament directors: who is accredited at which level, from when, and by whom."""
