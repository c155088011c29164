"""What in the book is against the handbook: every event is checked again, at night and on request."""
