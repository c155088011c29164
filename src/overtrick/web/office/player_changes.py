"""Changes to a player: details, standing, clubs, county, suspension; each from a day, with a reason."""

from __future__ import annotations

from django import forms
from django.core.exceptions import PermissionDenied
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register import transactions
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs, contacts, counties, standings
from overtrick.register.people.models import Standing
from overtrick.register.people.registration import correct
from overtrick.register.periods import spoken
from overtrick.web import access, parameters
from overtrick.web.contact_form import ContactForm
from overtrick.web.design.forms import Plain
from overtrick.web.design.region_words import REGION, region
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.player_lookup import find, page_of, way
from overtrick.web.office.register_player import choose_club

_WHY = gettext_lazy("We record your name and the day.")
Status = Standing.Status
_SHOWN = ("given", "family", "born", "anonymous")


class Details(ContactForm):
    """Name, birthday, how the player is reached, and whether the name is shown."""

    given = forms.CharField(label=gettext_lazy("Given name"), required=False, max_length=100)
    family = forms.CharField(
        label=gettext_lazy("Family name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the family name")},
    )
    born = confirm_form.day(gettext_lazy("Day of birth"), required=False)
    anonymous = forms.BooleanField(label=gettext_lazy("Hide the name from the public"), required=False)
    reason = confirm_form.reason(_WHY, required=False)


@decorators.form
def details(request: HttpRequest, number: str) -> HttpResponse:
    """Correct a name or a birthday; the number never changes."""
    found = find(number)
    if not contacts.may_see(access.actor(request), found, access.today()):
        raise PermissionDenied  # the player chose to be known to the club alone
    lead = _("Only the player, their clubs and the office see how they are reached.")
    page = Ask(_("Details of %(player)s") % {"player": found}, _("Save these details"), way(found), lead=lead)

    def do(given: Answers) -> Done:
        told = {name: given[name] for name in _SHOWN}
        signed = access.signed(request, given["reason"])
        with transactions.atomic():
            changed = correct(found, **told, **signed)
            contacts.change(found, form.details(), given["begins"], **signed)
        return Done(_("The details of %(player)s are saved.") % {"player": changed}, page_of(found))

    initial = {**model_to_dict(found, _SHOWN), **contacts.details_of(found, access.today())._asdict()}
    form = Details(parameters.posted(request), initial=initial)
    return confirm_form.ask(request, form, page, do)


class NewStanding(Plain):
    """What a player is from a day on."""

    status = forms.ChoiceField(
        label=gettext_lazy("New standing"),
        choices=[
            (Status.REGISTERED, gettext_lazy("Member")),
            (Status.OVERSEAS, gettext_lazy("Overseas member")),
            (Status.VISITOR, gettext_lazy("Visitor")),
            (Status.POTENTIAL, gettext_lazy("Potential member")),
            (Status.LAPSED, gettext_lazy("Lapsed")),
            (Status.DECEASED, gettext_lazy("Deceased")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the new standing")},
    )
    begins = confirm_form.day(
        gettext_lazy("From"), gettext_lazy("The first day of the new standing. For a death, the day of death.")
    )
    reason = confirm_form.reason(_WHY, required=False)


@decorators.form
def standing(request: HttpRequest, number: str) -> HttpResponse:
    """Give a player another standing from a day on."""
    found = find(number)
    page = Ask(_("Standing of %(player)s") % {"player": found}, _("Change the standing"), way(found))

    def do(given: Answers) -> Done:
        signed = access.signed(request, given["reason"])
        status, begins = Status(given["status"]), given["begins"]
        if status == Status.LAPSED:
            standings.lapse(found, begins, **signed)
        elif status == Status.DECEASED:
            standings.mark_deceased(found, begins, **signed)
        else:
            standings.change(found, status, begins, **signed)
        return Done(_("The standing of %(player)s is changed.") % {"player": found}, page_of(found))

    def foresee(given: Answers) -> list[str]:
        follows = [_("The old standing ends on the day before %(day)s.") % {"day": formatting.day(given["begins"])}]
        if given["status"] in (Status.LAPSED, Status.DECEASED):
            follows.append(_("%(player)s is removed from every club’s list.") % {"player": found})
        follows.append(_("Nothing in the book changes."))
        return follows

    form = NewStanding(parameters.posted(request), initial={"begins": access.today()})
    return confirm_form.ask(request, form, page, do, foresee)


class Transfer(Plain):
    """The new home club."""

    club = choose_club(gettext_lazy("New home club"))
    begins = confirm_form.day(gettext_lazy("From"))
    reason = confirm_form.reason(_WHY, required=False)


@decorators.form
def transfer(request: HttpRequest, number: str) -> HttpResponse:
    """Move a player to another home club; the first one is joined."""
    found = find(number)
    page = Ask(_("Transfer %(player)s") % {"player": found}, _("Transfer to this club"), way(found))

    def do(given: Answers) -> Done:
        club, begins = given["club"], given["begins"]
        signed = access.signed(request, given["reason"])
        if clubs.clubs_of(found, begins).home is None:
            clubs.join(found, club, begins, home=True, **signed)
        else:
            clubs.transfer(found, club, begins, **signed)
        return Done(_("%(player)s plays for %(club)s.") % {"player": found, "club": club}, page_of(found))

    def foresee(given: Answers) -> list[str]:
        home = clubs.clubs_of(found, given["begins"]).home
        if home is None:
            return [_("%(club)s becomes the first home club.") % {"club": given["club"]}]
        said = _("%(old)s ends on the day before %(day)s, and %(new)s begins on %(day)s.")
        return [said % {"old": home, "day": formatting.day(given["begins"]), "new": given["club"]}]

    form = Transfer(parameters.posted(request), initial={"begins": access.today()})
    return confirm_form.ask(request, form, page, do, foresee)


FIRST, BESIDES, LEAVE = "first", "besides", "leave"


class County(Plain):
    """A county, and what the player is to it."""

    what = forms.ChoiceField(
        label=gettext_lazy("What changes?"),
        choices=[
            (FIRST, gettext_lazy("The player belongs to it first")),
            (BESIDES, gettext_lazy("The player joins it besides the others")),
            (LEAVE, gettext_lazy("The player leaves it, after having joined it besides")),
        ],
        initial=FIRST,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what changes")},
    )

    county = confirm_form.Choose(
        lambda: Organisation.objects.filter(kind=Organisation.Kind.REGION).order_by("name"),
        label=REGION,
        empty_label=gettext_lazy("Choose one"),
        error_messages={"required": gettext_lazy("Choose where the player belongs first")},
    )
    begins = confirm_form.day(gettext_lazy("From"), gettext_lazy("For leaving: the last day."))
    reason = confirm_form.reason(_WHY, required=False)


@decorators.form
def county(request: HttpRequest, number: str) -> HttpResponse:
    """Let a player belong to another county first."""
    found = find(number)
    told = {"region": region(), "player": found}
    mine = counties.counties_of(found, access.today())
    lead = _("Belongs to %(counties)s.") % {"counties": ", ".join(mine)} if mine else _("Belongs to none.")
    page = Ask(_("%(region)s of %(player)s") % told, _("Change it"), way(found), lead=lead)

    def do(given: Answers) -> Done:
        county, begins, signed = given["county"], given["begins"], access.signed(request, given["reason"])
        words = {"player": found, "county": county}
        if given["what"] == BESIDES:
            counties.join_besides(found, county, begins, **signed)
            return Done(_("%(player)s belongs to %(county)s too.") % words, page_of(found))
        if given["what"] == LEAVE:
            counties.leave(found, county, begins, **signed)
            return Done(_("%(player)s leaves %(county)s.") % words, page_of(found))
        counties.choose(found, county, begins, **signed)
        return Done(_("%(player)s belongs to %(county)s first.") % words, page_of(found))

    return confirm_form.ask(request, County(parameters.posted(request), initial={"begins": access.today()}), page, do)


class Suspension(Plain):
    """From when to when."""

    begins = confirm_form.day(gettext_lazy("First day"))
    ends = confirm_form.day(
        gettext_lazy("Last day"), gettext_lazy("Leave it empty if there is no last day."), required=False
    )
    reason = confirm_form.reason(gettext_lazy("For example: decision of the conduct committee of 3 May."))


@decorators.form
def suspend(request: HttpRequest, number: str) -> HttpResponse:
    """Suspend a player from one day to another."""
    found = find(number)
    page = Ask(_("Suspend %(player)s") % {"player": found}, _("Suspend this player"), way(found), warn=True)

    def do(given: Answers) -> Done:
        standings.suspend(found, given["begins"], given["ends"], **access.signed(request, given["reason"]))
        days = spoken(given["begins"], given["ends"])
        return Done(_("%(player)s is suspended from %(days)s.") % {"player": found, "days": days}, page_of(found))

    follows = [
        _("The handbook says what happens to points won on these days."),
        _("%(player)s keeps the points won before.") % {"player": found},
    ]
    form = Suspension(parameters.posted(request), initial={"begins": access.today()})
    return confirm_form.ask(request, form, page, do, follows)


class Lift(Plain):
    """The last day of the suspension."""

    last = confirm_form.day(gettext_lazy("Last day of the suspension"), missing=gettext_lazy("Enter the last day"))
    reason = confirm_form.reason(_WHY)


@decorators.form
def lift(request: HttpRequest, number: str) -> HttpResponse:
    """Let a suspension end."""
    found = find(number)
    page = Ask(_("End the suspension of %(player)s") % {"player": found}, _("End the suspension"), way(found))

    def do(given: Answers) -> Done:
        standings.lift(found, given["last"], **access.signed(request, given["reason"]))
        said = _("The suspension of %(player)s ends on %(day)s.")
        return Done(said % {"player": found, "day": formatting.day(given["last"])}, page_of(found))

    return confirm_form.ask(request, Lift(parameters.posted(request), initial={"last": access.today()}), page, do)
