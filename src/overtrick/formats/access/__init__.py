"""What is in a Microsoft Access database? The rows of its tables, as Access 97 (Jet 3) and later (Jet 4) keep them.

Only what results files use is read: yes or no, whole numbers, texts and dates. Nothing in the file is trusted; whatever
does not fit is reported as :class:`Damaged`, and no file makes the reader run on without end.
"""

from __future__ import annotations

from overtrick.formats.access.pages import LARGEST, Damaged, is_access
from overtrick.formats.access.tables import Database, Row, Table
from overtrick.formats.access.values import Value

__all__ = ["LARGEST", "Damaged", "Database", "Row", "Table", "Value", "is_access"]
