"""Register a player, after a look at those who may be the same person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.engine.marks import clause_mark
from overtrick.handbooks.record import Destination, Goes
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import HeldCredit
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs, reinstate
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player, Standing
from overtrick.register.people.registration import register
from overtrick.register.people.signals import ReleasedPoints
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Choose, Done
from overtrick.web.office.player_lookup import Side, find, page_of, sides_of, way


def clubs_to_choose() -> QuerySet[Organisation]:
    """Give the clubs that somebody may belong to; the national body has members of its own."""
    kinds = (Organisation.Kind.CLUB, Organisation.Kind.NATIONAL)
    return Organisation.objects.filter(kind__in=kinds).order_by("name")


def choose_club(label: object, hint: object = "", *, required: bool = True) -> Choose:
    """Choose a club; the list is read when the page is shown."""
    said = gettext_lazy("Choose a club")
    missing = {"required": said}
    more = {"label": label, "help_text": hint, "empty_label": said, "error_messages": missing}
    return Choose(clubs_to_choose, required=required, **more)


class PlayerForm(Plain):
    """Who wants a number."""

    given = forms.CharField(label=gettext_lazy("Given name"), required=False, max_length=100)
    family = forms.CharField(
        label=gettext_lazy("Family name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the family name")},
    )
    born = confirm_form.day(
        gettext_lazy("Day of birth"), gettext_lazy("Helps to tell people with the same name apart."), required=False
    )
    number = forms.CharField(
        label=gettext_lazy("A number they say they have"),
        help_text=gettext_lazy("From an old card, for example. Leave it empty for a new one."),
        required=False,
    )
    club = choose_club(gettext_lazy("Home club"), gettext_lazy("Leave it empty for direct members."), required=False)
    begins = confirm_form.day(gettext_lazy("Registered from"))
    status = forms.ChoiceField(
        label=gettext_lazy("Registered as"),
        choices=[
            (Standing.Status.REGISTERED, gettext_lazy("Member")),
            (Standing.Status.POTENTIAL, gettext_lazy("Potential member, has not paid yet")),
            (Standing.Status.VISITOR, gettext_lazy("Visitor")),
            (Standing.Status.OVERSEAS, gettext_lazy("Overseas member")),
        ],
        widget=forms.RadioSelect,
        initial=Standing.Status.REGISTERED,
        error_messages={"required": gettext_lazy("Choose what they are registered as")},
    )


@decorators.form
def new_player(request: HttpRequest) -> HttpResponse:
    """Register somebody; whoever may be the same person is shown first."""
    form = PlayerForm(parameters.posted(request), initial={"begins": access.today()})
    known: list[Side] = []
    typed = ""
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        applicant = Applicant(given["given"], given["family"], given["born"], given["number"])
        despite = request.POST.getlist("despite")
        try:
            done = register(
                applicant,
                given["begins"],
                status=Standing.Status(given["status"]),
                club=given["club"],
                despite=despite,
                **access.signed(request, _despite(despite)),
            )
        except Refused as error:
            form.add_error(None, english(error))
        else:
            if done.player is not None:
                said = _("%(player)s is registered with the number %(number)s.")
                number = numbers.written(current(), done.player.number)
                messages.success(request, said % {"player": done.player, "number": number})
                return redirect(page_of(done.player))
            known = sides_of([(each.player, each.reasons) for each in done.candidates])
            typed = urlencode({"begins": given["begins"], "club": given["club"].pk if given["club"] else ""})
    status = 422 if form.is_bound and (form.errors or known) else 200
    return render(request, "office/register.html", {"form": form, "known": known, "typed": typed}, status=status)


def _despite(numbers_looked_at: Iterable[str]) -> str:
    looked_at = ", ".join(numbers_looked_at)
    return f"Registered although these may be the same person: {looked_at}" if looked_at else ""


class Again(Plain):
    """From when, and where."""

    begins = confirm_form.day(gettext_lazy("Registered again from"))
    club = choose_club(gettext_lazy("Home club"), gettext_lazy("Leave it empty for direct members."), required=False)
    reason = confirm_form.reason(gettext_lazy("If there is one to record."), required=False)


@decorators.form
def again(request: HttpRequest, number: str) -> HttpResponse:
    """Register somebody again who lapsed or had not paid yet, under the old number; held points are looked at."""
    found = find(number)
    page = Ask(
        _("Register %(player)s again") % {"player": found},
        _("Register again"),
        way(found),
        lead=_("The number and all points stay the same."),
    )

    def do(given: Answers) -> Done:
        signed = access.signed(request, given["reason"])
        back = reinstate.register_again(found, given["club"], given["begins"], **signed)
        said = _("%(player)s is registered again.") % {"player": found}
        return Done(" ".join([said, *_became_of(back.points)]), page_of(found))

    def foresee(given: Answers) -> list[str]:
        return [
            _("%(player)s is a member from %(day)s.") % {"player": found, "day": formatting.day(given["begins"])},
            *_becomes_of_held(found, given["begins"]),
        ]

    home = clubs.clubs_of(found, access.today()).home
    initial = {"begins": request.GET.get("begins") or access.today(), "club": request.GET.get("club") or home}
    return confirm_form.ask(request, Again(parameters.posted(request), initial=initial), page, do, foresee)


def _became_of(points: ReleasedPoints) -> list[str]:
    """Say what became of the points that were held."""
    credited = ngettext("%(count)d held credit was posted.", "%(count)d held credits were posted.", points.released)
    lost = ngettext(
        "%(count)d was lost, as the handbook says.", "%(count)d were lost, as the handbook says.", points.dropped
    )
    told = ((credited, points.released), (lost, points.dropped))
    return [said % {"count": count} for said, count in told if count]


def _becomes_of_held(player: Player, begins: date) -> list[str]:
    """Say what becomes of each credit that is held for somebody who comes back."""
    waiting = held_credits.on_return(player, begins)
    if not waiting:
        return [_("No points are held for %(player)s.") % {"player": player}]
    later = [_("The points are posted when a month is closed after that day.")] if begins > access.today() else []
    more = [_("and others")] if len(waiting) > _NAMED else []
    return [*(_becomes(each, found) for each, found in waiting[:_NAMED]), *more, *later]


def _becomes(held: HeldCredit, found: Destination) -> str:
    points = f"{formatting.plain_points(held.colour, held.units)} {colour_word(held.colour)}"
    mark = f" ({clause_mark(found.working.clause)})" if found.working.clause else ""
    told = {
        "points": points,
        "event": held.submission.competition,
        "day": formatting.day(held.played),
        "why": f"{formatting.sentence(found.working)}{mark}",
    }
    said = {
        Goes.CREDITED: _("%(event)s, %(day)s: %(points)s points are credited. %(why)s."),
        Goes.DROPPED: _("%(event)s, %(day)s: %(points)s points are lost. %(why)s."),
        Goes.HELD: _("%(event)s, %(day)s: %(points)s points stay held. %(why)s."),
    }
    return said[found.goes] % told


#: So many held credits are named one by one.
_NAMED = 20
