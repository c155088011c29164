"""Long work in a queue: month close, imports, many files. It is taken up again after a kill, and never done twice."""
