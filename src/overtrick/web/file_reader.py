"""Reads the files that strangers and clubs send: in another process, one for each process of the web server."""

from __future__ import annotations

from overtrick.formats.limited.reader import FOR_A_PAGE, Reader

READER = Reader(FOR_A_PAGE)
#: For pages that show what is in a file that came before: whoever sends one need not wait for them.
BOARD_READER = Reader(FOR_A_PAGE._replace(computing=10, seconds=20, wait=5))
