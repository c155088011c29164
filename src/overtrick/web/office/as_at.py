"""A player's rank and points as at any day, and an extract of it for whoever has to know."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.register.federations import numbers
from overtrick.register.scoping import current
from overtrick.web.office import decorators
from overtrick.web.office.player_lookup import find
from overtrick.web.player import as_at


@decorators.form
def player_as_at(request: HttpRequest, number: str) -> HttpResponse:
    """Show what a player held on a day; a button makes an extract."""
    player = find(number)
    shown = as_at.page(request, player) | {"number": numbers.written(current(), player.number)}
    status = int(str(shown["status"]))
    return as_at.made(request, player) or render(request, "office/as_at.html", shown, status=status)
