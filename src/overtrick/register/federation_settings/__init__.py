"""What does the office decide for its federation? Its setup, its settings from a day on, its colours and its crest."""
