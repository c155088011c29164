"""What looks after the project itself and is not part of the program."""
