"""Points by hand, from paper: a field for each home and alternate member, and lines for others.

They become a list of points, which waits for the office like any file that only adds points.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.formats import points_list
from overtrick.formats.answers import typed as read_typed
from overtrick.formats.points_list import PointsLine
from overtrick.handbooks.entries import Colour
from overtrick.register.competitions.match import unsaid
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.versions import Placed
from overtrick.register.federations import handbook, numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design import mistakes
from overtrick.web.design.forms import Day, Plain
from overtrick.web.design.mistakes import Mistake

#: Lines for people who are not members, at first and at most.
_OTHERS, _MOST_OTHERS = 6, 200
_LONGEST_NAME = 100
#: Nobody wins so many points in one event, nor in a quarter of a year.
_MOST_POINTS = 10_000


class EventForm(Plain):
    """Which event, when, and what points."""

    event = forms.CharField(
        label=gettext_lazy("What the points are for"),
        help_text=gettext_lazy("For example: Summer league, or sessions of July to September"),
        error_messages={"required": gettext_lazy("Enter what the points are for")},
        max_length=200,
    )
    day = Day(
        label=gettext_lazy("Day on which they were won"),
        help_text=gettext_lazy("The last one, if there were several. For example 30 September 2026"),
        error_messages={
            "required": gettext_lazy("Enter a day, for example 30 September 2026"),
            "invalid": gettext_lazy("Enter a day, for example 30 September 2026"),
        },
    )
    colour = forms.ChoiceField(
        label=gettext_lazy("Which points"), error_messages={"required": gettext_lazy("Choose which points they are")}
    )

    def __init__(self, colours: list[str], *args: object) -> None:
        super().__init__(*args)
        field = self.fields["colour"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(each, each.capitalize()) for each in colours]

    def clean_day(self) -> date:
        """Refuse a day that has not come."""
        found: date = self.cleaned_data["day"]
        if found > access.today():
            raise forms.ValidationError(_("Enter a day that is not in the future"))
        return found


class PointsRow(NamedTuple):
    """A row of the form: a member, or somebody else."""

    key: str
    number: str
    name: str
    points: str
    home: bool = False
    member: bool = True
    error: str = ""


@base.form(Action.UPLOAD)
def points_by_hand(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the members with a field each, and take what was typed."""
    colours = handbook.colours(where.federation)
    form = EventForm(list(colours), parameters.posted(request))
    asks_more = "more" in request.POST
    rows, others = _rows(request, where)
    if request.method == "POST" and not asks_more and form.is_valid():
        colour = colours[form.cleaned_data["colour"]]
        rows, others = ([_checked(each, colour) for each in listed] for listed in (rows, others))
        wrong = [each for each in (*rows, *others) if each.error]
        lines = [] if wrong else _lines(where, [*rows, *others], colour)
        if not wrong and not lines:
            form.add_error(None, _("Enter the points of at least one player"))
        elif not wrong:
            return _keep(request, where, form, lines)
    if asks_more:
        form = EventForm(list(colours), None)
        form.initial = {name: request.POST.get(name, "") for name in form.fields}
    listed = [Mistake(f"points-{each.key}", each.error) for each in (*rows, *others) if each.error]
    shown = {
        "form": form,
        "rows": rows,
        "others": others,
        "count": len(others),
        "mistakes": [*mistakes.of_form(form), *listed] if form.is_bound else [],
    }
    status = 422 if request.method == "POST" and not asks_more else 200
    return base.show(request, where, "by_hand_points", shown, status=status)


def _rows(request: HttpRequest, where: Organisation) -> tuple[list[PointsRow], list[PointsRow]]:
    """Put what was typed beside the members, home members first, and into the lines for others."""
    given = request.POST
    members = sorted(clubs.members(where, access.today()), key=lambda each: (not each.home, each.player.family))
    base.as_seen(request, [each.player for each in members])
    rows = [
        PointsRow(
            str(each.player.pk),
            numbers.written(where.federation, each.player.number),
            str(each.player),
            given.get(f"points-{each.player.pk}", "").strip(),
            each.home,
        )
        for each in members
    ]
    count = min(parameters.whole(given.get("others", "")) or _OTHERS, _MOST_OTHERS)
    if "more" in given:
        count = min(count + _OTHERS, _MOST_OTHERS)
    others = [
        PointsRow(
            f"other-{at}",
            given.get(f"number-{at}", "").strip()[:20],
            given.get(f"name-{at}", "").strip()[:_LONGEST_NAME],
            given.get(f"points-other-{at}", "").strip(),
            member=False,
        )
        for at in range(count)
    ]
    return rows, others


def _checked(row: PointsRow, colour: Colour) -> PointsRow:
    """Say what is wrong in a row, if anything is."""
    if not row.points:
        told = not row.member and (row.number or row.name)
        return row._replace(error=_("Enter the points of %s") % (row.name or row.number)) if told else row
    if not row.member and not row.number and not row.name:
        return row._replace(error=_("Enter whose points these are: a number, a name, or both"))
    if _units(row.points, colour) is None:
        example = colour.show(12 * colour.units + colour.units // 2)
        return row._replace(error=_("Enter a number of points, for example %s") % example)
    return row


def _units(written: str, colour: Colour) -> int | None:
    """Read points of a colour exactly; None where they are none."""
    plain = written.replace(",", ".")
    try:
        found = Fraction(plain) * colour.units if plain.replace(".", "", 1).isdigit() else None
    except (ValueError, ZeroDivisionError):
        found = None
    if found is None or found.denominator != 1 or found > _MOST_POINTS * colour.units:
        return None
    return int(found)


def _lines(where: Organisation, rows: list[PointsRow], colour: Colour) -> list[PointsLine]:
    found = []
    for row in rows:
        units = _units(row.points, colour) if row.points else None
        if units:
            number = numbers.key(where.federation, row.number) or row.number
            found.append(PointsLine(number, row.name, colour.name, colour.show(units), units))
    return found


def _keep(request: HttpRequest, where: Organisation, form: EventForm, lines: list[PointsLine]) -> HttpResponse:
    """Take the list in as a file that only adds points, and go on to who is who or to the preview."""
    day, event = form.cleaned_data["day"], form.cleaned_data["event"]
    name = _("points by hand %(day)s.csv") % {"day": day.isoformat()}
    answers = read_typed([("", "date", day.isoformat()), ("", "event", event)])
    (draft,) = receive(
        where,
        name,
        points_list.write(lines),
        access.actor(request),
        access.now(),
        answers,
        Placed(points_only=True),
    )
    if draft.submission is None:
        for problem in draft.problems:
            form.add_error(None, f"{problem.found} {problem.remedy}")
        rows, others = _rows(request, where)
        shown = {"form": form, "rows": rows, "others": others, "count": len(others)}
        return base.show(request, where, "by_hand_points", shown, status=422)
    page = "club-players" if unsaid(draft.submission) else "club-preview"
    return redirect(page, where.pk, draft.submission.pk)
