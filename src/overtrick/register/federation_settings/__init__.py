"""What the office decides for its federation: setup, settings from a day on, colours and crest."""
