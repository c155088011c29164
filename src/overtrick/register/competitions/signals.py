"""The signal that a submission was worked out and counts, sent in the same transaction.

Submissions know nothing of the players' records; so the records listen here.
"""

from __future__ import annotations

from django.dispatch import Signal

#: A submission was worked out and counts: ``submission``, ``assessment``.
worked_out = Signal()
