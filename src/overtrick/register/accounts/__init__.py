"""Accounts of people who log in."""
