"""Chores: deleting batches that nobody fetches any more."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from overtrick.register.papers.batch_files import KEPT
from overtrick.register.papers.models import PaperFile
from overtrick.register.tasks.retention import outdated


@outdated
def drawn_batches(before: datetime) -> QuerySet[PaperFile]:
    """Give the parts of batches that were drawn more than a week ago."""
    return PaperFile.objects.filter(made_at__lt=before + settings.KEEP - KEPT)
