"""The pages of the office: submissions, players, months, settings, and who did what."""
