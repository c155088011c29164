"""Who did what, and when? A record that nobody can change."""
