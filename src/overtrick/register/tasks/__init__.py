"""A queue for long work. A task is taken up again after a kill, and never done twice."""
