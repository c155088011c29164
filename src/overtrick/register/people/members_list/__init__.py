"""How does a list of members get into the register? Read, compared line by line and shown; then applied as a whole.

``reading.read`` takes the file apart, ``comparing.compare`` says what each line would do, ``applying.apply`` does it.
"""
