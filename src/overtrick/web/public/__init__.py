"""What may everybody see, without logging in? What an event is worth, a file's awards, the handbook."""
