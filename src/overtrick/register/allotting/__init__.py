"""Works allotments out from the book and the directory, and compares authorisations with what was processed."""
