"""Register a new member, after a look at those who may be the same person.

Somebody who has a number already has to agree, or the office does for them.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.findings import Finding
from overtrick.engine.marks import clause_mark
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.mail import outbox
from overtrick.register.organisations import affiliation
from overtrick.register.organisations.contact_details import MOST, NONE, ContactDetails
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import (
    clubs,
    confirmation,
    contacts,
    duplicates,
    identity,
    joining,
    registration,
    reinstate,
    sight,
    standings,
)
from overtrick.register.people.duplicates import Applicant, Candidate
from overtrick.register.people.models import JoinRequest, Player, Standing
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups
from overtrick.web.contact_form import ReachForm
from overtrick.web.design.english import english
from overtrick.web.design.forms import Day, Plain
from overtrick.web.design.mistakes import Mistake

SOMEBODY_NEW = "new"


class MemberForm(Plain):
    """Who wants a number."""

    given = forms.CharField(
        label=gettext_lazy("First name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the first name")},
    )
    family = forms.CharField(
        label=gettext_lazy("Family name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the family name")},
    )
    born = Day(
        label=gettext_lazy("Day of birth"),
        help_text=gettext_lazy(
            "For example 27 March 1951. It is the best way to tell two people with the same name apart."
        ),
        required=False,
        error_messages={"invalid": gettext_lazy("Enter the day of birth, for example 27 March 1951")},
    )
    number = forms.CharField(
        label=gettext_lazy("A number they have had before"),
        help_text=gettext_lazy("Leave it empty if they have never had one."),
        required=False,
        max_length=20,
    )


class CodeForm(Plain):
    """The player's word."""

    code = forms.CharField(
        label=gettext_lazy("The code that the player shows you"),
        help_text=gettext_lazy("The player finds it under “My clubs”."),
        max_length=20,
        error_messages={"required": gettext_lazy("Enter the code that the player shows you")},
    )


class PossibleMatch(NamedTuple):
    """Somebody in the register who may be the same person, as far as the club may know them."""

    number: str
    name: str
    because: str


class NewMember(MemberForm, ReachForm):
    """Who wants a number, and what the handbook asks of them."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=MOST["title"], required=False)
    searched = forms.BooleanField(
        label=gettext_lazy("We searched among active and lapsed players, and they have never had a number"),
        required=False,
    )
    incomplete = forms.BooleanField(
        label=gettext_lazy("Register them without what is missing"),
        required=False,
    )
    field_order = (
        *("title", "given", "family", "born", "number", "email", "address", "telephone"),
        *("searched", "incomplete"),
    )

    def __init__(self, where: Organisation, *args: object, potential: bool = False, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._club = where
        rules = clubs.rules(access.today())
        if potential or rules.may_register(0, searched=True) is None:
            del self.fields["searched"]
        self._asks = not potential and rules.complete({}, where.name) is not None
        if not self._asks:
            for name in ("title", "email", "address", "telephone", "incomplete"):
                del self.fields[name]
        elif not self.is_bound:
            del self.fields["incomplete"]

    def clean(self) -> dict[str, object]:
        """Say all at once what the handbook asks for and is missing, unless the club says that it cannot be had."""
        given: dict[str, object] = super().clean() or self.cleaned_data
        rules = clubs.rules(access.today())
        if "searched" in self.fields:
            found = rules.may_register(0, searched=bool(given.get("searched")))
            if found is not None and not found.holds:
                mark = clause_mark(found.working.clause)
                self.add_error("searched", _("Search first, then tick that you did (%(clause)s)") % {"clause": mark})
        if self._asks and not given.get("incomplete"):
            self._check_complete(given)
        elif self._asks and not self._missing(given):
            self.fields.pop("incomplete", None)
        return given

    def _missing(self, given: dict[str, object]) -> list[Finding]:
        told = {name: str(given.get(name, "")) for name in ("title", "address", "telephone", "email")}
        told["name"] = f"{given.get('given', '')} {given.get('family', '')}".strip()
        asked = clubs.rules(access.today()).complete(told, self._club.name)
        return [each for each in asked.conditions if each.holds is False] if asked else []

    def _check_complete(self, given: dict[str, object]) -> None:
        missing = [each for each in self._missing(given) if each.working.values.get("item") in self.fields]
        for each in missing:
            said = _("Enter this, or tick below that it cannot be had (%(clause)s)")
            self.add_error(str(each.working.values["item"]), said % {"clause": clause_mark(each.working.clause)})
        if not missing:
            self.fields.pop("incomplete", None)

    def applicant(self) -> Applicant:
        """Give who applies."""
        given = self.cleaned_data
        return Applicant(given["given"], given["family"], given["born"], given["number"])

    def contact(self) -> ContactDetails:
        """Give how they are reached, as far as it was asked."""
        return self.details() if self._asks else NONE


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
@look_ups.counted()
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Register somebody; if the register may know them already, ask first."""
    potential = request.GET.get("as") == "potential"
    if potential and clubs.rules(access.today()).may_register_as_potential(known=False, affiliated=True) is None:
        raise Http404
    form = NewMember(where, parameters.posted(request), potential=potential)
    candidates: list[PossibleMatch] = []
    error = ""
    if request.method == "POST" and form.is_valid():
        applicant = form.applicant()
        chosen, looked_at = request.POST.get("who", ""), request.POST.getlist("looked-at")
        try:
            found = joining.candidates(where, applicant)
            if chosen and chosen != SOMEBODY_NEW:
                home = request.POST.get("home") == "yes"
                return _ask(request, where, identity.resolve(chosen), applicant, home=home)
            unseen = [each for each in found if each.player.number not in _keys(where, looked_at)]
            if (chosen == SOMEBODY_NEW and not unseen) or not found:
                made = enrol(where, applicant, access.actor(request), access.now(), form.contact(), potential=potential)
                return _welcome(request, where, *made)
            candidates = [_possible_match(where, each) for each in found]
            if looked_at:
                error = _("Choose who this is, or choose somebody new")
        except Refused as why:
            form.add_error(None, english(why))
    shown = {"form": form, "candidates": candidates, "error": error, "potential": potential}
    shown["mistakes"] = [Mistake("known", error)] if error else []
    return base.show(request, where, "newcomer", shown, status=422 if form.errors or error else 200)


def _keys(where: Organisation, written: list[str]) -> set[str]:
    return {numbers.key(where.federation, each) for each in written}


def _possible_match(where: Organisation, candidate: Candidate) -> PossibleMatch:
    player = candidate.player
    number = numbers.written(where.federation, player.number)
    if sight.hides(player, where):
        return PossibleMatch(number, _("A player who is hidden from the public"), _("The number and the name fit"))
    return PossibleMatch(number, str(player), ", ".join(candidate.reasons))


class Enrolled(NamedTuple):
    """A new member, and how many points were waiting."""

    player: Player
    released: int


def enrol(
    where: Organisation,
    applicant: Applicant,
    actor: User,
    at: datetime,
    contact: ContactDetails = NONE,
    *,
    potential: bool = False,
) -> Enrolled:
    """Give a number to somebody new; whoever else is like them was looked at, or is not for the club to know.

    A potential member has a number, and points that wait until they join.
    """
    others = [each.player.number for each in duplicates.candidates(applicant)]
    status = Standing.Status.REGISTERED
    if potential:
        status = Standing.Status.POTENTIAL
        there = affiliation.affiliated(where, at.date())
        found = clubs.rules(at.date()).may_register_as_potential(known=bool(applicant.number), affiliated=there)
        if found is not None:
            clubs.allowed(found)
    with transactions.atomic():
        made = registration.register(
            applicant, at.date(), status=status, club=where, despite=others, actor=actor, at=at
        )
        if made.player is None:
            raise joining.DoesNotFit(
                f"The number {applicant.number} is in use.",
                "Choose the person who has it, or leave the number out.",
                code="number-taken",
            )
        if any(contact):
            contacts.change(made.player, contact, at.date(), actor=actor, at=at)
        confirmation.write(made.player, where, at)
    return Enrolled(made.player, made.points.released)


def _ask(
    request: HttpRequest, where: Organisation, player: Player, applicant: Applicant, *, home: bool
) -> HttpResponse:
    """Ask for somebody who has a number already. The office needs nobody's word, nor a club for its own members."""
    actor, at = access.actor(request), access.now()
    if clubs.is_listed(player, where) and standings.is_away(player, at.date()):
        again = reinstate.register_again(player, where, at.date(), actor=actor, at=at)
        return _welcome(request, where, player, again.points.released)
    belongs = clubs.clubs_of(player, at.date())
    if where == belongs.home or (where in belongs.others and not home):
        return _welcome(request, where, player, 0)
    asked = joining.ask(player, where, applicant, home=home, actor=actor, at=at)
    if access.is_office(request):
        return _welcome(request, where, player, joining.confirm(asked, actor, at))
    messages.success(request, _("%s joins when they agree, or when the office does.") % asked.written)
    return redirect("club-join", where.pk, asked.pk)


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
@look_ups.counted()
def join(request: HttpRequest, where: Organisation, asked: int) -> HttpResponse:
    """Show a request that waits for the player; the code that the player shows confirms it."""
    waits = get_object_or_404(joining.every(), club=where, pk=asked)
    if waits.status != JoinRequest.Status.WAITING:
        return _decided(request, where, waits)
    form = CodeForm(parameters.posted(request))
    if "withdraw" in request.POST:
        joining.refuse(waits, access.actor(request), access.now())
        messages.success(request, _("The request is withdrawn."))
        return redirect("club-members", where.pk)
    if form.is_bound and form.is_valid():
        try:
            released = joining.confirm_by_code(waits, form.cleaned_data["code"], access.actor(request), access.now())
        except Refused as why:
            form.add_error("code", english(why))
        else:
            return _welcome(request, where, identity.kept(waits.player), released)
    by_mail = outbox.server().is_set_up
    shown = {"form": form, "asked": waits, "number": _number(where, waits), "by_mail": by_mail}
    return base.show(request, where, "join", shown, status=422 if form.errors else 200)


def _decided(request: HttpRequest, where: Organisation, asked: JoinRequest) -> HttpResponse:
    """Say what became of a request that no longer waits."""
    if asked.status == JoinRequest.Status.CONFIRMED:
        messages.info(request, _("%(player)s is now a member of %(club)s.") % {"player": asked.written, "club": where})
    else:
        messages.info(request, _("The request for %(player)s was refused or withdrawn.") % {"player": asked.written})
    return redirect("club-members", where.pk)


def _number(where: Organisation, asked: JoinRequest) -> str:
    return numbers.written(where.federation, asked.player.number)


def _welcome(request: HttpRequest, where: Organisation, player: Player, released: int) -> HttpResponse:
    told = {"name": player, "number": numbers.written(where.federation, player.number), "club": where}
    messages.success(request, _("%(name)s is a member of %(club)s, with the number %(number)s.") % told)
    if released:
        messages.success(request, _("Points held for %s are now credited.") % player)
    return redirect("club-member", where.pk, player.pk)
