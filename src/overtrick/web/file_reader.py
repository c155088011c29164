"""Reads the files that strangers and clubs send: in another process, one for each process of the web server."""

from __future__ import annotations

from overtrick.formats.limited.reader import FOR_A_PAGE, Reader

READER = Reader(FOR_A_PAGE)
