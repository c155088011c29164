"""The members' year: what there is to do, the renewal, lapses by a list, youths and cards."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.federations import numbers
from overtrick.register.membership import bulk_lapse, cards, forwarding, renewal, visitors, youth
from overtrick.register.membership.models import YearRun
from overtrick.register.membership.tasks import come_of_age, lapse_list, renew, run_key
from overtrick.register.people import sight
from overtrick.register.people.models import Player
from overtrick.register.scoping import current
from overtrick.register.tasks import queue
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Table
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb

_YEARS = range(1990, 2100)


class Way(NamedTuple):
    """A page of the members' year."""

    address: str
    words: str
    about: str


def crumbs() -> list[Crumb]:
    """Give the way to a page of the members' year."""
    return [Crumb(_("Members’ year"), reverse("office-members"))]


@decorators.page
def members(request: HttpRequest) -> HttpResponse:
    """Show what there is to do; what the handbook does not know is not there."""
    on = access.today()
    ways = [Way(reverse("office-doubles"), _("Possible doubles"), _("Records that may be one person."))]
    found = renewal.renewal_of(on.year) or renewal.renewal_of(on.year + 1)
    if found is not None:
        year = _next_renewal(on)
        words = _("Renewal for %(year)d") % {"year": year}
        ways.append(Way(reverse("office-renewal", args=[year]), words, _("Who was cancelled, and who has not told.")))
    ways.append(
        Way(reverse("office-lapse"), _("Lapses by a list"), _("Let everybody lapse whose number is in a list."))
    )
    if youth.club_name(on):
        words = _("Youths of %(year)d") % {"year": on.year}
        ways.append(Way(reverse("office-youth"), words, _("Who comes of age, and what becomes of them.")))
    period = cards.year_of(on.year)
    if period is not None:
        year = period.first.year if period.first <= on else period.first.year - 1
        words = _("Registration cards of %(year)d") % {"year": year}
        ways.append(Way(reverse("office-cards", args=[year]), words, _("Name, number, rank and club, as a file.")))
    if visitors.unions(on):
        ways.append(Way(reverse("office-forwarding"), _("Forwarding"), _("What visitors won, for their own unions.")))
    runs = YearRun.objects.select_related("done_by").order_by("-done_at")[:10]
    context = {"ways": ways, "runs": [(each, _said(each), formatting.who(each.done_by)) for each in runs]}
    return render(request, "office/members.html", context)


def _next_renewal(on: date) -> int:
    """Say which renewal the office looks at: this year's while it is to come or clubs have told, else the next."""
    found = renewal.renewal_of(on.year)
    if found is not None and (on < found.begins or renewal.is_to_be_done(on.year)):
        return on.year
    return on.year + 1


def _said(run: YearRun) -> str:
    words = {YearRun.Kind.RENEWAL: _("Renewal for %(year)d"), YearRun.Kind.YOUTH: _("Youths of %(year)d")}
    return words[YearRun.Kind(run.kind)] % {"year": run.year}


def player_rows(players: list[Player]) -> list[list[Cell]]:
    """List people with their numbers."""
    return [
        [formatting.player_cell(each), Cell(numbers.written(current(), each.number)), Cell(_born(each))]
        for each in players
    ]


def _born(player: Player) -> date | None:
    return None if player.club_only else player.born


# --- Renewal ---------------------------------------------------------------------------------------------------------


@decorators.form
def renewal_page(request: HttpRequest, year: int) -> HttpResponse:
    """Show what the renewal of a year does; the button puts it in the queue."""
    if year not in _YEARS:
        raise Http404
    key = run_key(YearRun.Kind.RENEWAL, year)
    last = queue.latest(key)
    if last is not None and last.is_open:
        return redirect("task", last.pk)
    try:
        found = renewal.rehearse(year, access.today())
    except renewal.NoRenewal as error:
        return render(request, "office/renewal.html", {"refused": error, "year": year, "crumbs": crumbs()})
    if request.method == "POST" and not renewal.may_still_tell(found.renewal, access.now()):
        at = access.now()
        title = _("Renewal for %(year)d") % {"year": year}
        order = Order(access.federation(request), access.actor(request), at, title, key)
        return redirect("task", renew.add(order, year=year, at=at.isoformat()).pk)
    table = Table(
        _("Not renewed for %(year)d") % {"year": year},
        [_("Player"), _("Number"), _("Born")],
        player_rows(list(found.lapsing)),
        request,
    )
    context = {
        "found": found,
        "year": year,
        "table": table,
        "open": renewal.may_still_tell(found.renewal, access.now()),
        "done_by": formatting.who(found.done.done_by) if found.done else "",
        "crumbs": crumbs(),
    }
    status = 409 if request.method == "POST" else 200
    return table.download(request) or render(request, "office/renewal.html", context, status=status)


# --- Lapses by a list ------------------------------------------------------------------------------------------------


class LapseForm(Plain):
    """Whose registration lapses, and from when."""

    numbers = forms.CharField(
        label=gettext_lazy("Numbers"),
        help_text=gettext_lazy("One on each line. Whatever stands behind a comma on the line is ignored."),
        max_length=600_000,
        widget=forms.Textarea(attrs={"rows": 10}),
        error_messages={"required": gettext_lazy("Enter the numbers, one on each line")},
    )
    begins = confirm_form.day(gettext_lazy("Lapsed from"), gettext_lazy("The first day without registration."))
    reason = confirm_form.reason(gettext_lazy("For example: not renewed for 2027."))

    def clean_numbers(self) -> list[str]:
        """Read the numbers; those that are nobody's are told together."""
        found = bulk_lapse.numbers_in(self.cleaned_data["numbers"])
        if not found:
            raise forms.ValidationError(_("Enter the numbers, one on each line"))
        if len(found) > bulk_lapse.MOST:
            raise forms.ValidationError(_("Enter at most %(most)d numbers at once") % {"most": bulk_lapse.MOST})
        unknown = bulk_lapse.rehearse(found, access.today()).unknown
        if unknown:
            listed = ", ".join(unknown[:10])
            said = _("%(count)d numbers are nobody’s: %(listed)s") % {"count": len(unknown), "listed": listed}
            raise forms.ValidationError(said)
        return found


@decorators.form
def lapse(request: HttpRequest) -> HttpResponse:
    """Let many registrations lapse from one day, after a look at who it is."""
    page = Ask(
        _("Lapses by a list"),
        _("Let them lapse"),
        crumbs(),
        lead=_("They keep their numbers and points. Those with an e-mail address on file get a letter."),
        warn=True,
    )

    def foresee(given: Answers) -> list[str]:
        asked = bulk_lapse.rehearse(given["numbers"], given["begins"])
        names = ", ".join(str(sight.for_office(each)) for each in asked.lapsing[:20])
        more = len(asked.lapsing) - 20
        said = [
            _("%(count)d registrations lapse from %(day)s.")
            % {"count": len(asked.lapsing), "day": formatting.day(given["begins"])},
            f"{names} …" if more > 0 else names,
        ]
        if asked.already:
            said.append(
                _("%(count)d have lapsed or died already. Nothing changes for them.") % {"count": len(asked.already)}
            )
        return [each for each in said if each]

    def do(given: Answers) -> HttpResponse:
        at = access.now()
        title = _("Lapses by a list")
        content = "\n".join(given["numbers"]).encode()
        order = Order(access.federation(request), access.actor(request), at, title, files=(("numbers.txt", content),))
        row = lapse_list.add(order, begins=given["begins"].isoformat(), reason=given["reason"], at=at.isoformat())
        return redirect("task", row.pk)

    form = LapseForm(parameters.posted(request))
    return confirm_form.ask(request, form, page, do, foresee)


# --- Youths ----------------------------------------------------------------------------------------------------------


@decorators.form
def youth_page(request: HttpRequest) -> HttpResponse:
    """List the youths of a year by birthday, and let those leave who came of age."""
    if not youth.club_name(access.today()):
        raise Http404
    year = parameters.whole(request.GET.get("year", "")) or access.today().year
    if year not in _YEARS:
        raise Http404
    key = run_key(YearRun.Kind.YOUTH, year)
    over = access.today() > date(year, 12, 31)
    if request.method == "POST" and over:
        at = access.now()
        title = _("Youths of %(year)d") % {"year": year}
        order = Order(access.federation(request), access.actor(request), at, title, key)
        return redirect("task", come_of_age.add(order, year=year, at=at.isoformat()).pk)
    context: dict[str, object] = {"year": year, "crumbs": crumbs(), "over": over}
    context["done"] = YearRun.objects.filter(kind=YearRun.Kind.YOUTH, year=year).first()
    try:
        # Once the run is done, the page shows those for whom it was.
        listed = youth.youths(year, date(year, 12, 31) if context["done"] else access.today())
    except youth.NoYouths as error:
        return render(request, "office/youth.html", context | {"refused": error})
    rows = [
        [
            formatting.player_cell(each.player),
            Cell(numbers.written(current(), each.player.number)),
            Cell(_born(each.player)),
            Cell(each.ends),
            Cell(str(each.other or "")),
            Cell(_becomes(each, year)),
        ]
        for each in listed
    ]
    columns = [_("Player"), _("Number"), _("Born"), _("Youth until"), _("Another club"), _("After the year")]
    table = Table(_("Youths of %(year)d") % {"year": year}, columns, rows, request)
    context |= {"table": table, "leaving": len(youth.leaving(listed, year)), "club": youth.youth_club(access.today())}
    status = 409 if request.method == "POST" else 200
    return table.download(request) or render(request, "office/youth.html", context, status=status)


def _becomes(each: youth.Youth, year: int) -> str:
    if each.ends is None:
        return _("The birthday is not known")
    if each.ends > date(year, 12, 31):
        return _("Stays, free of charge")
    return _("Goes to the other club") if each.other else _("Lapses")


# --- Cards -----------------------------------------------------------------------------------------------------------

_DUE = {
    cards.Due.NEW: gettext_lazy("New player"),
    cards.Due.RANK: gettext_lazy("New rank"),
    cards.Due.DETAILS: gettext_lazy("Details changed"),
    cards.Due.NOTHING: "",
}


@decorators.page
def cards_page(request: HttpRequest, year: int) -> HttpResponse:
    """List what stands on the cards of a year, and who is due another one since."""
    period = cards.year_of(year) if year in _YEARS else None
    if period is None:
        raise Http404
    only_due = request.GET.get("due") == "yes"
    listed = [each for each in cards.cards(period, access.today()) if each.due or not only_due]
    rows = [
        [
            formatting.player_cell(each.player),
            Cell(numbers.written(current(), each.player.number)),
            Cell(each.rank),
            Cell(each.club),
            Cell(str(_DUE[each.due])),
        ]
        for each in listed
    ]
    columns = [_("Player"), _("Number"), _("Rank"), _("Club"), _("New card for")]
    table = Table(_("Registration cards of %(year)d") % {"year": year}, columns, rows, request)
    if (file := table.download(request)) is not None:
        return file
    table.rows = table.rows[:_SHOWN]
    context = {
        "table": table,
        "year": year,
        "period": period,
        "count": len(listed),
        "most": _SHOWN,
        "only_due": only_due,
        "crumbs": crumbs(),
    }
    return render(request, "office/cards.html", context)


#: So many cards are shown; the file has all.
_SHOWN = 200


# --- What visitors won -----------------------------------------------------------------------------------------------


@decorators.page
def forwarding_page(request: HttpRequest) -> HttpResponse:
    """List what the visitors of a union won in a month, to forward it."""
    if not visitors.unions(access.today()):
        raise Http404
    known = forwarding.unions()
    union = request.GET.get("union", "") or next(iter(known), "")
    month = parameters.month(request.GET.get("month", "")) or access.today().replace(day=1)
    rows = [
        [
            Cell(str(each.visitor)),
            Cell(each.visitor.number_there),
            Cell(each.visitor.number),
            Cell(each.played),
            Cell(each.event),
            Cell(each.organiser),
            formatting.points_cell(each.colour, each.units),
        ]
        for each in forwarding.entries(union, month)
    ]
    columns = [_("Player"), _("Number there"), _("Number here"), _("Played"), _("Event"), _("Club"), _("Points")]
    title = _("Points of %(union)s members, %(month)s") % {"union": union, "month": formatting.month(month)}
    table = Table(title, columns, rows, request)
    context = {"table": table, "unions": known, "union": union, "month": f"{month:%Y-%m}", "crumbs": crumbs()}
    return table.download(request) or render(request, "office/forwarding.html", context)
