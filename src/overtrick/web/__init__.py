"""The pages: for everybody, for players, for clubs, for the office. Thin: what they show is decided below them."""
