"""Events with all their versions and entries, and how to reverse one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.competitions import reconcile
from overtrick.register.competitions.decide import reverse_event
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.ledger.models import Entry
from overtrick.web import access, parameters
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.tables import Cell, Counts, Figures, LongTable, Table
from overtrick.web.event_search import matching
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

#: So many are listed; a search finds the others, and the file has them all.
_MOST = 100


@decorators.page
def events(request: HttpRequest) -> HttpResponse:
    """List events, the latest first; narrowed by part of a name or a club."""
    asked = parameters.search(request.GET, "q")
    found = matching(Competition.objects.select_related("organisation"), asked)
    columns = [_("Event"), _("Played"), _("Run by"), Counts(_("Versions"))]
    table = LongTable(_("Events"), columns, found.order_by("-begins", "-pk"), _cells, request, _MOST)
    context = {"table": table, "asked": asked, "most": _MOST, "full": table.full}
    return table.download(request) or render(request, "office/events.html", context)


def _cells(rows: Sequence[Competition]) -> list[list[Cell]]:
    sent = Submission.objects.filter(competition__in=rows).order_by()
    versions = dict(sent.values_list("competition").annotate(count=Count("pk")))
    return [
        [
            Cell(each.name, link=reverse("office-event", args=[each.pk])),
            Cell(each.begins, formatting.day(each.begins)),
            Cell(str(each.organisation), link=reverse("office-organisation", args=[each.organisation_id])),
            Cell(versions.get(each.pk, 0)),
        ]
        for each in rows
    ]


@decorators.page
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an event: its versions, and every entry that it ever brought."""
    chosen = get_object_or_404(Competition.objects.select_related("organisation"), pk=pk)
    versions = chosen.submissions.select_related("submitted_by", "decided_by", "upload").order_by("version")
    table = _entries(request, chosen)
    if (file := table.download(request)) is not None:
        return file
    context = {
        "event": chosen,
        "versions": [
            (each, formatting.who(each.submitted_by), formatting.moment(each.submitted_at)) for each in versions
        ],
        "counts": any(each.status in COUNTING for each in versions),
        "table": table,
    }
    return render(request, "office/event.html", context)


def _entries(request: HttpRequest, chosen: Competition) -> Table:
    rows = Entry.objects.filter(posting__submission__competition=chosen).select_related("player", "posting__closed")
    listed = list(rows.order_by("pk"))
    taken_back = {each.corrects_id: each.number for each in listed if each.corrects_id}
    columns = [Figures(_("Entry")), _("Player"), _("Number"), Figures(_("Points")), _("Posted"), _("What it is")]
    cells = [
        [
            Cell(each.number),
            formatting.player_cell(each.player),
            Cell(each.player.number),
            formatting.points_cell(each.colour, each.units),
            Cell(each.posting.posted, formatting.day(each.posting.posted)),
            Cell(formatting.entry_state(each, taken_back.get(each.pk))),
        ]
        for each in listed
    ]
    return Table(_("Entries of %(event)s") % {"event": chosen}, columns, cells, request)


@decorators.form
def reverse_whole(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back everything an event brought."""
    chosen = get_object_or_404(Competition.objects.select_related("organisation"), pk=pk)
    here = reverse("office-event", args=[pk])
    page = Ask(
        _("Reverse %(event)s") % {"event": chosen},
        _("Reverse this event"),
        [Crumb(_("Events"), reverse("office-events")), Crumb(str(chosen), here)],
        lead=_("All points of the event are taken back. Nothing is deleted: both entries stay in the book."),
        warn=True,
    )

    def do(given: Answers) -> Done:
        done = reverse_event(chosen, access.actor(request), access.now(), given["reason"])
        said = ngettext(
            "%(entries)d entry of %(event)s was taken back. %(club)s can submit it again.",
            "%(entries)d entries of %(event)s were taken back. %(club)s can submit it again.",
            done.entries,
        )
        told = {"entries": done.entries, "event": chosen, "club": chosen.organisation}
        return Done(said % told, here)

    def foresee(_given: Answers) -> list[str]:
        counted = [each.credit for each in reconcile.counted(chosen)]
        people = len({each.player for each in counted})
        sums = Counter[str]()
        for each in counted:
            sums[each.colour] += each.units
        points = _(" and ").join(f"{formatting.plain_points(*each)} {colour_word(each[0])}" for each in sums.items())
        said = ngettext(
            "%(points)s points of %(people)d player are taken back.",
            "%(points)s points of %(people)d players are taken back.",
            people,
        )
        return [
            said % {"points": points or "0", "people": people},
            _("%(club)s sees the event as returned, with your reason, and can submit it again.")
            % {"club": chosen.organisation},
            _("A rank that somebody reached with these points stays. Its certificate says that they were taken back."),
        ]

    hint = _("For example: it was awarded at county status, and was a club event.")
    return confirm_form.ask(request, confirm_form.Why(hint, parameters.posted(request)), page, do, foresee)
