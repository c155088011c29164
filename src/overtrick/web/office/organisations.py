"""The tree of counties and clubs, and the page of each."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.formats.names import plain
from overtrick.register import transactions
from overtrick.register.audit import trail
from overtrick.register.organisations import affiliation, ancestry, contacts, officers, tree
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.design.region_words import REGION
from overtrick.web.design.tables import Cell, Table
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.audit_actions import act_words
from overtrick.web.office.confirm_form import Answers, Ask, Choose, Crumb, Done

KINDS = {
    Organisation.Kind.NATIONAL: gettext_lazy("National body"),
    Organisation.Kind.REGION: REGION,
    Organisation.Kind.CLUB: gettext_lazy("Club"),
    Organisation.Kind.LEAGUE: gettext_lazy("League"),
    Organisation.Kind.ORGANISER: gettext_lazy("Licensed organiser"),
}


def find(pk: int) -> Organisation:
    """Give the organisation of the address."""
    return get_object_or_404(Organisation.objects.select_related("parent", "federation"), pk=pk)


def page_of(organisation: Organisation) -> str:
    """Give the address of an organisation’s page."""
    return reverse("office-organisation", args=[organisation.pk])


def way(organisation: Organisation | None = None) -> list[Crumb]:
    """Give the way to a page below an organisation’s own."""
    found = [Crumb(_("Organisations"), reverse("office-organisations"))]
    return [*found, Crumb(str(organisation), page_of(organisation))] if organisation else found


@decorators.page
def organisations(request: HttpRequest) -> HttpResponse:
    """List them as the tree stands: each county, and its clubs below it."""
    asked = plain(parameters.search(request.GET, "q"))
    every = list(Organisation.objects.select_related("parent").order_by("name", "pk"))
    standing = affiliation.affiliated_on(access.today())
    columns = [_("Name"), _("Number"), _("Kind"), _("Belongs to"), _("Affiliated")]
    cells = [
        [
            Cell(each.name, "– " * depth + each.name, page_of(each)),
            Cell(each.number),
            Cell(str(KINDS[Organisation.Kind(each.kind)])),
            Cell(str(each.parent or "")),
            Cell(_("Yes") if each.pk in standing else _("No")),
        ]
        for depth, each in _in_order(every)
        if asked in plain(f"{each.name} {each.number}")
    ]
    table = Table(_("Organisations"), columns, cells, request)
    context = {"table": table, "asked": request.GET.get("q", "")}
    return table.download(request) or render(request, "office/organisations.html", context)


def _in_order(every: list[Organisation]) -> Iterator[tuple[int, Organisation]]:
    below: dict[int | None, list[Organisation]] = {}
    for each in every:
        below.setdefault(each.parent_id, []).append(each)
    waiting = [(0, each) for each in reversed(below.get(None, []))]
    while waiting:
        depth, each = waiting.pop()
        yield depth, each
        waiting += [(depth + 1, child) for child in reversed(below.get(each.pk, []))]


@decorators.page
def organisation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an organisation: where it belongs, since when, who acts for it, who is in it."""
    found = find(pk)
    on = access.today()
    listed = clubs.members(found, on)
    columns = [_("Member"), _("Number"), _("Since"), _("Home club")]
    cells = [
        [
            formatting.player_cell(each.player),
            Cell(each.player.number),
            Cell(each.since, formatting.day(each.since)),
            Cell(_("Yes") if each.home else _("No")),
        ]
        for each in listed
    ]
    table = Table(_("Members of %(club)s") % {"club": found}, columns, cells, request)
    if (file := table.download(request)) is not None:
        return file
    context = {
        "organisation": found,
        "kind": KINDS[Organisation.Kind(found.kind)],
        "above": list(reversed(ancestry.ancestors(found))),
        "below": found.children.order_by("name"),
        "affiliations": found.affiliations.order_by("-begins"),
        "affiliated": affiliation.affiliated(found, on),
        "contact": contacts.details_of(found),
        "officers": [(each, formatting.who(each.user)) for each in officers.officers_of(found, on)],
        "earlier": [
            (each, formatting.who(each.user))
            for each in officers.people()
            .filter(organisation=found, ends__lt=on)
            .select_related("user")
            .order_by("-ends")
        ],
        "table": table,
        "acts": [
            (each, formatting.act_moment(each), formatting.who(each.user), act_words(each.action))
            for each in trail.about(found).select_related("user")[:15]
        ],
        "subject": trail.name(found),
    }
    return render(request, "office/organisation.html", context)


# --- Changes -------------------------------------------------------------------------------------------------------


def _parents() -> QuerySet[Organisation]:
    kinds = (Organisation.Kind.NATIONAL, Organisation.Kind.REGION)
    return Organisation.objects.filter(kind__in=kinds).order_by("kind", "name")


def _parent() -> Choose:
    """Choose what something belongs to."""
    missing = {"required": gettext_lazy("Choose what it belongs to")}
    return Choose(_parents, label=gettext_lazy("Belongs to"), empty_label=None, error_messages=missing)


class NewOrganisationForm(Plain):
    """A new organisation."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter the name of the organisation")},
    )
    number = forms.CharField(
        label=gettext_lazy("Number"),
        max_length=20,
        error_messages={"required": gettext_lazy("Enter the number of the organisation")},
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=[(kind, words_) for kind, words_ in KINDS.items() if kind != Organisation.Kind.NATIONAL],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what kind of organisation it is")},
    )
    parent = _parent()
    begins = confirm_form.day(gettext_lazy("Affiliated from"))


@decorators.form
def new(request: HttpRequest) -> HttpResponse:
    """Add a county, a club, a league or an organiser."""
    page = Ask(_("A new organisation"), _("Add this organisation"), way())

    def do(given: Answers) -> Done:
        kind, signed = Organisation.Kind(given["kind"]), access.signed(request)
        number, name = given["number"].strip(), given["name"].strip()
        with transactions.atomic():
            made = tree.add(access.federation(request), number, name, kind, given["parent"], **signed)
            affiliation.affiliate(made, given["begins"], **signed)
        return Done(_("%(name)s is added.") % {"name": made}, page_of(made))

    return confirm_form.ask(
        request, NewOrganisationForm(parameters.posted(request), initial={"begins": access.today()}), page, do
    )


class OrganisationForm(Plain):
    """Another name, or another place in the tree."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter the name of the organisation")},
    )
    parent = _parent()
    reason = confirm_form.reason(gettext_lazy("We record your name and the day."), required=False)

    def __init__(self, changed: Organisation, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if changed.kind == Organisation.Kind.NATIONAL:
            del self.fields["parent"]


@decorators.form
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Rename an organisation, or put it under another."""
    found = find(pk)
    page = Ask(_("Change %(name)s") % {"name": found}, _("Save the change"), way(found))

    def do(given: Answers) -> Done:
        signed = access.signed(request, given["reason"])
        if given["name"] != found.name:
            tree.rename(found, given["name"], **signed)
        if "parent" in given and given["parent"] != found.parent:
            tree.move(found, given["parent"], **signed)
        return Done(_("%(name)s is changed.") % {"name": found}, page_of(found))

    form = OrganisationForm(found, parameters.posted(request), initial={"name": found.name, "parent": found.parent})
    return confirm_form.ask(request, form, page, do)


class Days(Plain):
    """From one day to another."""

    begins = confirm_form.day(gettext_lazy("Affiliated from"))
    ends = confirm_form.day(
        gettext_lazy("Last day"), gettext_lazy("Leave it empty if there is no last day."), required=False
    )
    reason = confirm_form.reason(gettext_lazy("We record your name and the day."), required=False)


@decorators.form
def affiliate(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an organisation belong to the federation."""
    found = find(pk)
    page = Ask(_("Affiliate %(name)s") % {"name": found}, _("Affiliate it"), way(found))

    def do(given: Answers) -> Done:
        affiliation.affiliate(found, given["begins"], given["ends"], **access.signed(request, given["reason"]))
        return Done(_("%(name)s is affiliated.") % {"name": found}, page_of(found))

    return confirm_form.ask(request, Days(parameters.posted(request), initial={"begins": access.today()}), page, do)


class LastDay(Plain):
    """The last day of something."""

    last = confirm_form.day(gettext_lazy("Last day"), missing=gettext_lazy("Enter the last day"))
    reason = confirm_form.reason(gettext_lazy("We record your name and the day."))


@decorators.form
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an affiliation end."""
    found = find(pk)
    page = Ask(_("End the affiliation of %(name)s") % {"name": found}, _("End the affiliation"), way(found), warn=True)

    def do(given: Answers) -> Done:
        affiliation.end(found, given["last"], **access.signed(request, given["reason"]))
        said = _("The affiliation of %(name)s ends on %(day)s.")
        return Done(said % {"name": found, "day": formatting.day(given["last"])}, page_of(found))

    follows = [_("It cannot award points after that day. Points it has already awarded stay.")]
    return confirm_form.ask(
        request, LastDay(parameters.posted(request), initial={"last": access.today()}), page, do, follows
    )
