"""The addresses of the pages about the API."""

from __future__ import annotations

from django.urls import path

from overtrick.api import pages

urlpatterns = [
    path("api/", pages.overview, name="api"),
    path("help/api/problems", pages.problems, name="api-problems"),
    path("help/api/problems/<slug:code>", pages.problem, name="api-problem"),
]
