"""Organisations: the national body, counties and clubs, with their officers."""
