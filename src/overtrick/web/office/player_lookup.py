"""Finds the player of a page by the number in its address, and names standings."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.people.standings import PlayerState
from overtrick.web.office.confirm_form import Crumb


def find(number: str) -> Player:
    """Give the player with the number of the address; a merged number leads to the record that stays."""
    try:
        return identity.resolve(number)
    except identity.NoSuchPlayer as error:
        raise Http404 from error


def page_of(player: Player) -> str:
    """Give the address of a player’s page."""
    return reverse("office-player", args=[player.number])


def way(player: Player) -> list[Crumb]:
    """Give the way to a page below a player’s own."""
    return [Crumb(_("Players"), reverse("office-players")), Crumb(str(player), page_of(player))]


def of_status(state: PlayerState) -> str:
    """Say what a player is today."""
    said = str(state.status.label) if state.status else _("nothing known")
    return _("%(standing)s, suspended") % {"standing": said} if state.suspended else said
