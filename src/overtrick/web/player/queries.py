"""Ask about an award: a thread of player, club and office, with the working attached."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from overtrick.register.competitions.models import Submission
from overtrick.register.people import identity
from overtrick.register.queries import threads
from overtrick.register.queries.models import Query
from overtrick.web import parameters
from overtrick.web.access import actor, now, today
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.templatetags.design import day
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


@login_required
@require_safe
def queries(request: HttpRequest) -> HttpResponse:
    """List the threads that this person may read: what waits first."""
    seen = threads.visible_to(actor(request), today()).select_related("player", "submission__competition__organisation")
    closed = request.GET.get("closed") == "yes"
    listed = seen.filter(closed_at__isnull=not closed)
    shown = Paginator(listed, _PAGE).get_page(request.GET.get("page"))
    return render(request, "player/queries.html", {"shown": shown, "closed": closed, "me": actor(request).player_id})


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
        messages.success(request, _("Your question is with the club and the office. The answer will appear here."))
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
        except threads.Closed as refused:
            form.add_error("text", english(refused))
        else:
            return redirect("query", found.pk)
    shown, working = _attached(request, found)
    context = {
        "query": found,
        "said": found.said.select_related("by").order_by("at", "pk"),
        "form": form,
        "shown": shown,
        "working": working,
        "side": threads.side_of(found, actor(request), today()),
    }
    return render(request, "player/query.html", context, status=422 if form.errors else 200)


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
    threads.close(found, actor=actor(request), at=now())
    messages.success(request, _("The thread is closed. You can still read it here."))
    return redirect("query", found.pk)
