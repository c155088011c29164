"""The pages for everybody, players, clubs and the office. They show what the rooms below decide."""
