"""Ask about an award: a thread of player, club and office, with the working attached."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from overtrick.handbooks.record import QueryDesk
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.people import identity, sight
from overtrick.register.queries import desks, threads
from overtrick.register.queries.models import Query, Said
from overtrick.web import parameters
from overtrick.web.access import actor, is_office, now, today
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.region_words import region
from overtrick.web.design.tables import Cell, LongTable, Named
from overtrick.web.design.templatetags.design import day
from overtrick.web.design.working import clause_link
from overtrick.web.player import record_filters
from overtrick.web.player.own_record import points
from overtrick.web.player.record_filters import ShownLine
from overtrick.web.player.why import Working, line_of, own_line, working_of

_PAGE = 30


class Words(Plain):
    """What somebody wants to know or to say."""

    text = forms.CharField(
        label=gettext_lazy("What would you like to know?"),
        help_text=gettext_lazy("Your club and the office will read your question beside the working of the award."),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=4000,
        error_messages={
            "required": gettext_lazy("Write what you would like to know, for example: were there not 13 tables?")
        },
    )


class Answer(Words):
    """What somebody adds."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("Your words")
        self.fields["text"].help_text = _("Everybody in this thread can read them.")
        self.fields["text"].error_messages["required"] = _("Write your answer before you send it")


class PassOn(Plain):
    """To whom a question goes, and what they should know."""

    to = forms.ChoiceField(
        label=gettext_lazy("Pass it on to"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose to whom you pass it on"),
            "invalid_choice": gettext_lazy("Choose to whom you pass it on"),
        },
    )
    text = forms.CharField(
        label=gettext_lazy("What should they know? (optional)"),
        help_text=gettext_lazy("Everybody in this thread can read it."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=4000,
        required=False,
    )


def desk_words(query: Query) -> str:
    """Say who has a question now."""
    if query.closed_at:
        return _("Nobody")
    if query.waits_for_player:
        return _("The player")
    return _at_desk(query) if query.desk else _("Club or office")


def _at_desk(query: Query) -> str:
    """Name the desk on which a question is, whoever spoke last."""
    where = desks.holder(query)
    return _called(QueryDesk(query.desk)) if where is None else str(where)


def _with(query: Query) -> str:
    """Name that desk within a sentence; empty where there are none."""
    if not query.desk:
        return ""
    words = _at_desk(query)
    return words[:1].lower() + words[1:] if query.desk == QueryDesk.OFFICE else words


@login_required
@require_safe
def queries(request: HttpRequest) -> HttpResponse:
    """List the threads that this person may read: what waits first."""
    seen = threads.visible_to(actor(request), today()).select_related("player", "submission__competition__organisation")
    closed = request.GET.get("closed") == "yes"
    listed = seen.filter(closed_at__isnull=not closed)
    shown = Paginator(listed, _PAGE).get_page(request.GET.get("page"))

    def cells(some: Sequence[Query]) -> list[list[Cell]]:
        return [
            [
                Cell(each.about, english(each.about), reverse("query", args=[each.pk])),
                Cell(str(_as_seen(request, each).player)),
                Cell(str(each.submission.competition.organisation) if each.submission else ""),
                Cell(each.heard_at.date()),
                _waits_for(each),
            ]
            for each in some
        ]

    columns = [_("About"), _("Player"), _("Club"), _("Last message"), Named(_("Waiting for"))]
    title, after = _("Questions about awards"), max(shown.start_index() - 1, 0)
    table = LongTable(title, columns, listed, cells, request, _PAGE, after)
    context = {"shown": shown, "table": table, "closed": closed, "me": actor(request).player_id}
    return table.download(request) or render(request, "player/queries.html", context)


def _waits_for(query: Query) -> Cell:
    words = desk_words(query)
    waits = not (query.closed_at or query.waits_for_player)
    return Cell(words, format_html('<span class="chip chip-odd">{}</span>', words) if waits else words)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, entry: int = 0, submission: int = 0) -> HttpResponse:
    """Ask about one line of the own record."""
    mine, line = own_line(request, entry, submission)
    form = Words(parameters.posted(request))
    shown = record_filters.shown(line, points(request))
    if request.method == "POST" and form.is_valid():
        about = threads.About(_about(shown), line.entry or None, Submission.objects.filter(pk=line.submission).first())
        try:
            made = threads.ask(mine.player, about, form.cleaned_data["text"], actor=actor(request), at=now())
        except threads.AskedBefore as refused:
            messages.info(request, _("You have already asked about this award. Here is the thread."))
            return redirect("query", refused.query.pk)
        said = (
            _("Your question is with %(who)s. The answer will appear here.") % {"who": _with(made)}
            if made.desk
            else _("Your question is with the club and the office. The answer will appear here.")
        )
        messages.success(request, said)
        return redirect("query", made.pk)
    return render(request, "player/ask.html", {"form": form, "shown": shown}, status=422 if form.errors else 200)


def _about(shown: ShownLine) -> str:
    line = shown.line
    words = {"points": shown.points, "colour": colour_word(line.colour)}
    what = _("%(points)s %(colour)s points") % words if line.colour else _("No points")
    return ", ".join(part for part in (what, shown.event, day(line.played)) if part)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def query(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a thread; whoever may read it may answer."""
    seen = threads.visible_to(actor(request), today())
    found = get_object_or_404(seen.select_related("player__kept", "submission__competition__organisation"), pk=pk)
    form = Answer(parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            threads.answer(found, form.cleaned_data["text"], actor=actor(request), at=now())
        except (threads.Closed, threads.OnAnotherDesk) as refused:
            form.add_error("text", english(refused))
        else:
            return redirect("query", found.pk)
    shown, working = _attached(request, found)
    context = {
        "query": _as_seen(request, found),
        "corrections": threads.corrections(found).select_related("submission"),
        "said": found.said.select_related("by").order_by("at", "pk"),
        "form": form,
        "shown": shown,
        "working": working,
        "side": threads.side_of(found, actor(request), today()),
        "above": desks.region(found) or region(),
        "who_has_it": _with(found),
        "may_answer": _may_answer(request, found),
        "onward": _may_pass_on(request, found),
        "may_close": threads.may_close(found, actor(request), today()),
    }
    return render(request, "player/query.html", context, status=422 if form.errors else 200)


def _as_seen(request: HttpRequest, found: Query) -> Query:
    """Let the office read the number of somebody who is known to the club alone."""
    if threads.side_of(found, actor(request), today()) == Said.Side.OFFICE:
        sight.for_office(found.player)
    return found


def _may_answer(request: HttpRequest, found: Query) -> bool:
    mine = threads.side_of(found, actor(request), today()) == Said.Side.PLAYER
    return mine or (found.closed_at is None and desks.has_it(found, actor(request), today()))


def _may_pass_on(request: HttpRequest, found: Query) -> bool:
    has_it = desks.has_it(found, actor(request), today()) or is_office(request)
    mine = threads.side_of(found, actor(request), today()) == Said.Side.PLAYER
    return has_it and not mine and bool(desks.onward(found, today()))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pass_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Pass a question on to whoever the handbook says takes it next."""
    seen = threads.visible_to(actor(request), today())
    found = get_object_or_404(seen.select_related("player__kept", "submission__competition__organisation"), pk=pk)
    if not _may_pass_on(request, found):
        raise PermissionDenied
    form = PassOn(parameters.posted(request))
    choices = [(str(desk), _called(desk)) for desk in desks.onward(found, today())]
    form.fields["to"].choices = choices  # type: ignore[attr-defined]
    if request.method == "POST" and form.is_valid():
        to = QueryDesk(form.cleaned_data["to"])
        try:
            threads.pass_on(found, to, form.cleaned_data["text"], actor=actor(request), at=now())
        except Refused as refused:
            form.add_error("to", english(refused))
        else:
            messages.success(request, _("The question is passed on. The player sees who has it now."))
            return redirect("query", found.pk)
    clauses = [
        clause_link(each.working.clause, found.federation.handbook) for each in desks.onward(found, today()).values()
    ]
    context = {"query": found, "form": form, "clauses": list(dict.fromkeys(clauses)), "who_has_it": _with(found)}
    return render(request, "player/pass_on.html", context, status=422 if form.errors else 200)


def _called(desk: QueryDesk) -> str:
    return region() if desk is QueryDesk.REGION else _("The office")


def _attached(request: HttpRequest, found: Query) -> tuple[ShownLine | None, Working]:
    """Give the line that is asked about, and its working, as they are now."""
    records = identity.identities(found.player)
    line = line_of(records, entry=found.entry or 0, submission=0 if found.entry else found.submission_id or 0)
    if line is None:
        return None, Working()
    return record_filters.shown(line, points(request)), working_of(line, records)


@login_required
@require_POST
def close_query(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a thread; it stays to be read."""
    found = get_object_or_404(threads.visible_to(actor(request), today()), pk=pk)
    try:
        threads.close(found, actor=actor(request), at=now())
    except threads.OnAnotherDesk as refused:
        messages.error(request, english(refused))
    else:
        messages.success(request, _("The thread is closed. You can still read it here."))
    return redirect("query", found.pk)
