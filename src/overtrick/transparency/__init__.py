"""Proofs that a book only ever grew: Merkle trees, signed heads and proofs, in the standard forms of transparency logs.

Standard library only; signatures need ``cryptography`` (the extra ``proof``, or ``office``).
"""
