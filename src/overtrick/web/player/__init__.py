"""The pages of a player: the record, the working of every award, the statement, questions."""
