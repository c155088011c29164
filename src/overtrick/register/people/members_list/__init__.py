"""Import of a list of members: read, compared line by line, shown, then applied as a whole.

``parse.read`` reads the file, ``compare.compare`` says what each line would do, ``apply_changes.apply`` does it.
"""
