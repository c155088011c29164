"""Register a newcomer whom the results name, in the step that asks who the players are."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from overtrick.register.competitions.models import Seat
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.people import joining
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player
from overtrick.web import access
from overtrick.web.club import base
from overtrick.web.club.register_member import MemberForm, enrol
from overtrick.web.design.english import english

#: The choice that a player is new.
NEWCOMER = "new"


class NewcomerForm(MemberForm):
    """Who wants a number; nobody who is new has had one before."""

    number = None  # type: ignore[assignment]  # Django's way to leave a field out


def may_register(request: HttpRequest, where: Organisation) -> bool:
    """Say whether this officer may give out numbers for the organisation."""
    return where.kind in base.WITH_MEMBERS and may(access.actor(request), Action.REGISTER, where, access.today())


def form_for(seat: Seat, posted: QueryDict | None) -> NewcomerForm:
    """Make the form for a player of the results; the name is filled in as the results have it."""
    given, _space, family = seat.name.rpartition(" ")
    prefix = f"who-{seat.pk}"
    chosen = posted is not None and posted.get(prefix) == NEWCOMER
    return NewcomerForm(posted if chosen else None, prefix=prefix, initial={"given": given, "family": family})


def alike(where: Organisation, form: NewcomerForm, posted: QueryDict) -> tuple[list[Player], str]:
    """Find players like a newcomer whom nobody has looked at, and say what is wrong; nothing: they are new."""
    if not form.is_valid():
        return [], _("Correct the newcomer’s details")
    looked_at = {numbers.key(where.federation, each) for each in posted.getlist(f"{form.prefix}-looked-at")}
    try:
        found = [each.player for each in joining.candidates(where, Applicant(**form.cleaned_data))]
    except Refused as why:
        return [], english(why)
    unseen = [each for each in found if each.number not in looked_at]
    if not unseen:
        return found, ""
    return found, _("Look at the players who may be %s. If it is none of them, choose “A newcomer” again") % (
        f"{form.cleaned_data['given']} {form.cleaned_data['family']}"
    )


def register(request: HttpRequest, where: Organisation, form: NewcomerForm) -> Player:
    """Give the newcomer a number, as a member of the club."""
    return enrol(where, Applicant(**form.cleaned_data), access.actor(request), access.now()).player
