"""Proofs of the book that the office asks for on its pages: found by a worker, kept with their task, shown later."""
