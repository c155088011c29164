"""Who was credited with what? The book: entries that nobody can change."""
