"""The app's name; Django has an app called messages already."""

from __future__ import annotations

from django.apps import AppConfig


class Post(AppConfig):
    """What changed for whom."""

    name = "overtrick.register.messages"
    label = "post"
