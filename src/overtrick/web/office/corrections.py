"""Entries by hand: one person of the office proposes one with a reason, another confirms it."""

from __future__ import annotations

from decimal import Decimal

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.corrections import confirm as second_person
from overtrick.register.corrections import proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.decisions import two_people
from overtrick.register.erasing import erase
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.person_data import consequences
from overtrick.web.office.player_lookup import find, way

#: So many lines of a long proposal are shown.
_MOST_LINES = 50
_STATUSES = {
    Proposal.Status.WAITING: gettext_lazy("Waiting for a second person"),
    Proposal.Status.CONFIRMED: gettext_lazy("In the book"),
    Proposal.Status.REFUSED: gettext_lazy("Refused"),
}


_POINTS = {key: gettext_lazy("Enter the points as a figure, for example 12 or 0.57") for key in ("required", "invalid")}


class Propose(Plain):
    """How many points of which colour, won when, and why by hand."""

    points = forms.DecimalField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("Use a minus sign to take points back: -12"),
        max_digits=9,
        widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "decimal"}),
        error_messages=_POINTS,
    )
    colour = forms.ChoiceField(
        label=gettext_lazy("Colour"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the colour")},
    )
    played = confirm_form.day(gettext_lazy("Won on"), missing=gettext_lazy("Enter the day on which they were won"))
    reason = confirm_form.reason(gettext_lazy("Where the points come from, and how you know. Players can read it."))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        known = handbook.colours(current())
        self.fields["colour"].choices = [(name, _(name.capitalize())) for name in known]  # type: ignore[attr-defined]

    def clean(self) -> Answers:
        """See that the points are whole in the smallest unit of their colour."""
        given: Answers = super().clean() or {}
        colour, points = given.get("colour"), given.get("points")
        if colour is not None and points is not None:
            per_point = handbook.on_record(current())[colour].units
            units = points * per_point
            if units != units.to_integral_value():
                smallest = Decimal(1) / per_point
                said = _("The smallest number of points of this colour is %(smallest)s") % {"smallest": smallest}
                self.add_error("points", said)
            else:
                given["units"] = int(units)
        return given


@decorators.form
def propose(request: HttpRequest, number: str) -> HttpResponse:
    """Propose an entry by hand for a player."""
    found = find(number)
    page = Ask(
        _("Enter points for %(player)s by hand") % {"player": found},
        _("Propose this entry"),
        way(found),
        lead=_("For a transfer from elsewhere, a grant, or an old mistake. To correct results, submit them again."),
        by_two=True,
    )

    def do(given: Answers) -> Done:
        points = proposals.ProposedPoints(given["colour"], given["units"], given["played"])
        who, at, shown = access.actor(request), access.now(), password_again.SHOWN
        proposals.propose(found, points, given["reason"], who, at, shown=shown)
        return Done(_("Proposed. Somebody else in the office must confirm it."), reverse("office-corrections"))

    follows = [_("Nothing is in the book until somebody else in the office confirms it.")]
    return confirm_form.ask(request, Propose(parameters.posted(request)), page, do, follows)


@decorators.page
def corrections(request: HttpRequest) -> HttpResponse:
    """List what was proposed, what waits first."""
    rows = Proposal.objects.select_related("player", "proposed_by", "decided_by").order_by("-proposed_at", "-pk")
    listed = sorted(rows, key=lambda each: each.status != Proposal.Status.WAITING)
    columns = [_("Proposed"), _("Player"), Figures(_("Points")), _("Reason"), _("By"), _("Status")]
    cells = [
        [
            Cell(f"{each.proposed_at:%Y-%m-%d}", formatting.day(each.proposed_at.date()), _address(each)),
            formatting.player_cell(each.player) if each.player else Cell(_("Many players")),
            _points_cell(each),
            Cell(each.reason),
            Cell(formatting.who(each.proposed_by)),
            Cell(_status(each)),
        ]
        for each in listed
    ]
    table = Table(_("Corrections"), columns, cells, request)
    return table.download(request) or render(request, "office/corrections.html", {"table": table})


def _points_cell(proposal: Proposal) -> Cell:
    if proposal.kind == Proposal.Kind.GRANT:
        listed = [(colour, units) for _player, colour, units, _day in proposal.balances]
        words = ", ".join(f"{formatting.plain_points(*each)} {_(each[0])}" for each in listed)
        return Cell(words, format_html_join(SafeString("<br>"), "{}", ((formatting.points(*each),) for each in listed)))
    return formatting.points_cell(proposal.colour, proposal.units) if proposal.units else Cell("")


def _status(proposal: Proposal) -> str:
    if two_people.has_expired(proposal, access.now()):
        return _("Expired")
    if _erases(proposal) and proposal.status == Proposal.Status.CONFIRMED:
        return _("Erased")
    return str(_STATUSES[Proposal.Status(proposal.status)])


def _whose(proposal: Proposal) -> str:
    return str(proposal.player or _("many players"))


def _erases(proposal: Proposal) -> bool:
    return proposal.kind == Proposal.Kind.ERASURE


def _heading(proposal: Proposal) -> str:
    words = _("Erase %(player)s") if _erases(proposal) else _("An entry for %(player)s")
    return words % {"player": _whose(proposal)}


def _address(proposal: Proposal) -> str:
    return reverse("office-correction", args=[proposal.pk])


@decorators.page
def correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one proposal; whoever did not make it can confirm it."""
    chosen = get_object_or_404(Proposal.objects.select_related("player", "proposed_by", "decided_by"), pk=pk)
    waits = chosen.status == Proposal.Status.WAITING
    # What was decided is in the book; a conversion is worked out only for the one who has to confirm it.
    planned = waits or chosen.kind != Proposal.Kind.CONVERSION
    listed = second_person.effects(chosen, access.now()) if planned else []
    context = {
        "proposal": chosen,
        "heading": _heading(chosen),
        "follows": list(consequences(chosen.player)) if waits and chosen.player and _erases(chosen) else [],
        "erases": _erases(chosen),
        "several": len(listed) > 1,
        "entries": [(each.player, formatting.points(each.colour, each.units)) for each in listed[:_MOST_LINES]],
        "more": max(len(listed) - _MOST_LINES, 0),
        "until": chosen.proposed_at + two_people.LASTS,
        "by": formatting.who(chosen.proposed_by),
        "proposed": formatting.moment(chosen.proposed_at),
        "decided": formatting.moment(chosen.decided_at),
        "decided_by": formatting.who(chosen.decided_by) if chosen.decided_by else "",
        "status": _status(chosen),
        "waits": waits and not two_people.has_expired(chosen, access.now()),
        "mine": chosen.proposed_by_id == access.actor(request).pk,
    }
    return render(request, "office/correction.html", context)


@decorators.act
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Put what another proposed into the book; the password shows that it is really somebody else."""
    chosen = get_object_or_404(Proposal, pk=pk)
    if asks := password_again.ask(request):
        return asks
    try:
        done = erase.confirm(chosen, access.actor(request), access.now(), shown=password_again.SHOWN)
    except Refused as error:
        messages.error(request, english(error))
    else:
        if _erases(done):
            messages.success(request, _("The person is erased."))
            return redirect("office-correction", pk)
        said = _("The entry is in the book, as posting %(posting)s.") % {"posting": number_of(done.posting_id or 0)}
        messages.success(request, said if done.posting_id else _("The book had all of it already."))
    return redirect("office-correction", pk)


@decorators.form
def refuse(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a proposal, or withdraw one’s own."""
    chosen = get_object_or_404(Proposal.objects.select_related("player"), pk=pk)
    heading = _("Do not erase %(player)s") if _erases(chosen) else _("Refuse the entry for %(player)s")
    page = Ask(
        heading % {"player": _whose(chosen)},
        _("Refuse this proposal") if _erases(chosen) else _("Refuse this entry"),
        [Crumb(_("Corrections"), reverse("office-corrections")), Crumb(_whose(chosen), _address(chosen))],
        warn=True,
        checked=False,
    )

    def do(given: Answers) -> Done:
        proposals.refuse(chosen, given["reason"], access.actor(request), access.now())
        entry = _("The entry was refused. Nothing is in the book.")
        said = _("The proposal was refused. Nothing was erased.") if _erases(chosen) else entry
        return Done(said, reverse("office-corrections"))

    form = confirm_form.Why(_("The person who proposed it will read this."), parameters.posted(request))
    return confirm_form.ask(request, form, page, do)
