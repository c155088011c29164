"""The addresses of the help."""

from __future__ import annotations

from django.urls import path

from overtrick.web.help import pages

urlpatterns = [
    path("", pages.contents, name="help"),
    path("<slug:topic>/", pages.page, name="help-page"),
]
