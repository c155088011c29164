"""The addresses of calls; ``middleware.ApiCalls`` alone asks for them."""

from __future__ import annotations

from importlib import import_module

from django.urls import path

from overtrick.api.application import api

#: Every module that declares operations. A further one is entered here.
MODULES = (
    "public.root",
    "public.handbooks",
    "public.worth",
    "public.awards",
    "public.players",
    "public.rankings",
    "callers.me",
    "results.files",
    "results.drafts",
    "results.submissions",
    "own.record",
    "club.organisation",
    "club.player_file",
    "club.year",
    "club.account",
    "club.members",
    "club.start_list",
    "club.webhooks",
    "club.deliveries",
)
for _name in MODULES:
    import_module(f"overtrick.api.{_name}")

urlpatterns = [path("api/v1/", api.urls)]
