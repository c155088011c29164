"""The signals that a licence was granted, changed or taken back, sent in the same transaction.

Organisations know nothing of money; so who charges for a licence listens here.
"""

from __future__ import annotations

from django.dispatch import Signal

#: A licence was granted: ``licence``, ``actor``, ``at``.
licence_granted = Signal()
#: A licence was taken back: ``licence``, ``actor``, ``at``, ``reason``.
licence_revoked = Signal()
