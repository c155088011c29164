"""Backup and restore of the whole office as one file, and the upgrade of its tables.

The file is the same for SQLite and PostgreSQL. It is a zip, locked or not: for each table a text with one row a line,
as JSON, and a manifest with the version, the migrations, and the number of rows and the SHA-256 of each text.
"""
