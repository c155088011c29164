"""Signed heads of the books and audits, and the proofs under them."""
