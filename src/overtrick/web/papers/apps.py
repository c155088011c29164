"""The app's name; the register has an app called papers already."""

from __future__ import annotations

from django.apps import AppConfig


class PaperBatches(AppConfig):
    """Batches of papers."""

    name = "overtrick.web.papers"
    label = "paper_batches"
