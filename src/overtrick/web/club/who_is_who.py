"""Say who a player is, where the register does not know the number or name for certain."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.register import transactions
from overtrick.register.competitions import draft_store, match, say_who
from overtrick.register.competitions.models import Seat, Submission
from overtrick.register.competitions.say_who import Doubt
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, identity, sight
from overtrick.register.people.identity import NoSuchPlayer
from overtrick.register.people.models import Player
from overtrick.web import access, parameters
from overtrick.web.accounts.throttle import TooManyTries, told
from overtrick.web.club import base, look_ups, newcomers
from overtrick.web.club.newcomers import NewcomerForm
from overtrick.web.design.english import english
from overtrick.web.design.mistakes import Mistake, of_form
from overtrick.web.design.templatetags.design import day

NOT_A_MEMBER, NOT_KNOWN, SOMEBODY_ELSE = "none", "unknown", "else"


class Likely(NamedTuple):
    """Somebody who may be meant."""

    number: str
    name: str
    club: str  #: the home club, with what it belongs to; of somebody who hides, that they hide
    here: str  #: what ties them to this organisation, if anything does
    chosen: bool


class Open(NamedTuple):
    """A player of the results of whom somebody has to say who it is."""

    seat: Seat
    why: str
    likely: list[Likely]
    chosen: str  #: what is marked now
    looked_for: str
    found: list[Likely]  #: by the search under "someone else"
    newcomer: NewcomerForm
    error: str = ""

    @property
    def field(self) -> str:
        """The name of its field."""
        return f"who-{self.seat.pk}"

    @property
    def people(self) -> list[Likely]:
        """Everybody who can be chosen by name."""
        return [*self.likely, *self.found]

    @property
    def mistakes(self) -> list[Mistake]:
        """What is wrong, with the field it is wrong in: of a newcomer, each field of their own."""
        if self.error and self.chosen == newcomers.NEWCOMER and self.newcomer.errors:
            return list(of_form(self.newcomer))
        return [Mistake(self.field, self.error)] if self.error else []

    @property
    def contestant(self) -> str:
        """The pair or team, where the player is not the whole of it."""
        return self.seat.contestant if self.seat.contestant != self.seat.name else ""


@base.form(Action.SUBMIT)
@look_ups.counted("look")
def players(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Ask who the players are of whom it is not certain, and take the answers."""
    draft = base.submission_of(where, submission)
    if draft.status != Submission.Status.DRAFT:
        return redirect("club-submission", where.pk, draft.pk)
    posted = parameters.posted(request)
    listed = [_open(where, seat, posted) for seat in say_who.seats(draft)]
    errors = [each for each in listed if each.error]
    searching = posted is not None and "look" in posted
    if posted is not None and not searching and not errors:
        with transactions.atomic():
            for each in listed:
                _take(request, where, each)
            draft_store.complete(draft, access.now())
        return redirect("club-preview", where.pk, draft.pk)
    if searching:
        listed, errors = [each._replace(error="") for each in listed], []
    registers = newcomers.may_register(request, where)
    shown = {"submission": draft, "open": listed, "registers": registers}
    shown["mistakes"] = [found for each in errors for found in each.mistakes]
    return base.show(request, where, "players", shown, status=422 if errors else 200)


def _open(where: Organisation, seat: Seat, posted: QueryDict | None) -> Open:
    proposed = say_who.proposed(where, seat)
    field = f"who-{seat.pk}"
    chosen = posted.get(field, "") if posted is not None else _now(seat)
    looked_for = parameters.search(posted, f"{field}-name") if posted is not None else ""
    hits = look_ups.search(where, looked_for, seat.name)
    found = [each for each in hits if each not in proposed]
    form = newcomers.form_for(seat, posted)
    if posted is None:
        error = ""
    elif chosen == newcomers.NEWCOMER:
        alike, error = newcomers.alike(where, form, posted)
        proposed += [each for each in alike if each not in proposed]
    else:
        error = _error(where, seat, chosen, found, hits)
    if chosen == SOMEBODY_ELSE and len(found) == 1 and posted is not None and "look" in posted:
        chosen = found[0].number
    return Open(
        seat,
        _why(seat),
        [likely(where, each, seat.name, chosen) for each in proposed if not say_who.is_kept_back(where, seat, each)],
        chosen,
        looked_for,
        [likely(where, each, seat.name, chosen) for each in found],
        form,
        error,
    )


def _now(seat: Seat) -> str:
    """Mark what an officer said; what is only likely is not marked, so that nobody confirms it by not looking."""
    said = {Seat.Match.NO_MEMBER: NOT_A_MEMBER, Seat.Match.LEFT_OPEN: NOT_KNOWN}.get(Seat.Match(seat.match))
    if said:
        return said
    return seat.player.number if seat.player and seat.match == Seat.Match.CHOSEN else ""


def _error(where: Organisation, seat: Seat, chosen: str, found: list[Player], hits: list[Player]) -> str:
    name = seat.name or seat.number
    if not chosen:
        return _("Say who %s is, or that you do not know") % name
    if chosen == SOMEBODY_ELSE:
        if not hits:
            return _("Enter the number or the name of the player who is %s, and look them up") % name
        return _("Choose the player who is %s") % name if found else _("Choose one of the players above for %s") % name
    if chosen in (NOT_A_MEMBER, NOT_KNOWN):
        return ""
    try:
        match.check_fits(where, seat.name, identity.resolve(chosen))
    except Refused as why:
        return english(why)
    return ""


def _why(seat: Seat) -> str:
    why = say_who.doubt(seat)
    if why is Doubt.OTHER_NAME and seat.player:
        if seat.player.anonymous:
            return _("The number %s and the name do not fit.") % seat.number
        told = {"number": seat.number, "player": seat.player}
        return _("The number %(number)s belongs to %(player)s, a quite different name.") % told
    if why is Doubt.IMPOSSIBLE:
        return _("%s cannot be a number: one of its digits is wrong.") % seat.number
    if why is Doubt.UNKNOWN:
        return _("Nobody in the register has the number %s.") % seat.number
    return _("The results give no number.")


def likely(where: Organisation, player: Player, written: str, chosen: str = "") -> Likely:
    """Show what tells people of one name apart: the home club and its county, and when they last played here.

    Of somebody who hides from the organisation nothing is shown but the number, with the name as the results have it.
    """
    if sight.hides(player, where):
        number = numbers.written(where.federation, player.number)
        said = _("hidden from the public")
        return Likely(number, written, said, _("The number and the name fit"), chosen in (number, player.number))
    home = clubs.clubs_of(player, access.today()).home
    number = numbers.written(where.federation, player.number)
    club = f"{home.name}, {home.parent.name}" if home and home.parent else home.name if home else _("no club")
    return Likely(number, str(player), club, _last_here(where, player), chosen=chosen in (number, player.number))


def _last_here(where: Organisation, player: Player) -> str:
    last = say_who.last_here(where, player)
    return _("last played here on %(day)s") % {"day": day(last)} if last else _("never played here")


def _take(request: HttpRequest, where: Organisation, each: Open) -> None:
    actor, at = access.actor(request), access.now()
    if each.chosen == NOT_A_MEMBER:
        match.say_no_member(each.seat, actor, at)
    elif each.chosen == NOT_KNOWN:
        match.leave_open(each.seat, actor, at)
    else:
        new = each.chosen == newcomers.NEWCOMER
        player = newcomers.register(request, where, each.newcomer) if new else identity.resolve(each.chosen)
        say_who.say(each.seat, player, actor, at)


@base.page(Action.UPLOAD)
def name_of(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Give the name that goes with a number, for the form in which an event is entered by hand."""
    try:
        look_ups.count(request)
    except TooManyTries as refused:
        return told(HttpResponse(str(refused), status=429, content_type="text/plain; charset=utf-8"), refused)
    try:
        known = identity.resolve(request.GET.get("number", ""))
    except NoSuchPlayer:
        return HttpResponse(status=204)
    if sight.hides(known, where):
        return HttpResponse(status=204)
    return HttpResponse(str(known), content_type="text/plain; charset=utf-8")
