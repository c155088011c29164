"""What does a player see? The record, the working of every award, the statement, and what was asked about it."""
