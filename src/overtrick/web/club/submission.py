"""One submission: its awards, versions, entries in the book and held points, and how to correct it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from overtrick.formats import forms
from overtrick.handbooks import returns
from overtrick.register.competitions import approval_queue, event_facts, held_credits, join, match, objections
from overtrick.register.competitions import sent as submissions
from overtrick.register.competitions.models import FindingAnswer, HeldCredit, Submission
from overtrick.register.competitions.named_players import Named
from overtrick.register.competitions.submission_findings import answers_to
from overtrick.register.competitions.submit import reopen
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import Entry
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.money.models import Charge
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import identity, sight
from overtrick.register.seasons.models import SeasonEvent
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups, planned_results
from overtrick.web.club.by_hand.views import can_be_changed
from overtrick.web.club.preview import WaitingCredit, charge_code, who_decides, worked_out
from overtrick.web.club.submission_list import SubmissionRow, final_of, listed
from overtrick.web.club.who_is_who import Likely, likely
from overtrick.web.design import objection_rows
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.fact_fields import kind_of
from overtrick.web.design.mistakes import Mistake
from overtrick.web.design.working import clause_link
from overtrick.web.money.document_sheet import ChargeRow, charge_row
from overtrick.web.public.file_check import Checked

_FORMS = {"xml": "usebio", "csv": "csv", "xlsx": "xlsx", "json": "json"}
#: What can be downloaded, beside these, to be sent on.
_RANKING, _RESULT_ONLY = "ranking", "result-only"
_SENT_ON = {_RANKING: "ranking-csv", _RESULT_ONLY: "usebio"}


class Written(NamedTuple):
    """An entry of the book."""

    number: int
    posted: date
    name: str
    colour: str
    points: str
    takes_back: int | None  #: the number of the entry that this one reverses


class Version(NamedTuple):
    """One version of the results, and what it wrote into the book."""

    sent: SubmissionRow
    entries: list[Written]
    this: bool


@base.page()
def submission(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Show a submission with everything that became of it."""
    sent = base.submission_of(where, submission)
    if sent.status == Submission.Status.DRAFT:
        return redirect("club-preview", where.pk, sent.pk)
    return show(request, where, sent, {})


def show(request: HttpRequest, where: Organisation, sent: Submission, wrong: Mapping[str, object]) -> HttpResponse:
    """Show a submission, with what was wrong in a decision about it."""
    versions = _versions(where, sent)
    joined = join.under(sent)
    later = [each.sent for each in versions if each.sent.submission.version > sent.version]
    shown = {
        "submission": sent,
        "state": next(each.sent.state for each in versions if each.this),
        "checked": _awards(sent),
        "versions": versions[::-1],
        "later": later[-1] if later else None,
        "held": _held(where, sent),
        "pending": _pending(where, sent),
        "season": SeasonEvent.objects.filter(competition=sent.competition_id).first(),
        "decides": sent.status == Submission.Status.SUBMITTED
        and approval_queue.may_decide(access.actor(request), sent, access.today()),
        "waits_for": who_decides(sent),
        "forms": _FORMS,
        "final": bool(final_of([sent])),
        "answers": _answers(sent),
        "under": planned_results.line(sent, joined),
        "objections": objection_rows.rows(objections.of(sent), where.federation.handbook),
        **wrong,
        "charges": _charges(sent),
        "charge_code": charge_code(sent, joined.licences()),
        "event_kind": kind_of(*event_facts.event_of(sent)) if sent.event else None,
        **_sent_on(sent),
    }
    return base.show(request, where, "submission", shown, status=422 if wrong else 200)


def _charges(sent: Submission) -> list[ChargeRow]:
    """List what the event has cost, version by version: what was reversed stays visible."""
    rows = Charge.objects.filter(submission__competition=sent.competition_id)
    rows = rows.select_related("submission__competition", "licence", "player", "document")
    return [charge_row(each) for each in rows.order_by("pk")]


def _sent_on(sent: Submission) -> dict[str, object]:
    """Say where these results are to be sent on, and what is typed into a scoring program for them."""
    edition, event = event_facts.event_of(sent) if sent.event else (None, None)
    rules = returns.of(edition) if edition is not None else None
    if rules is None or event is None or edition is None:
        return {}
    book = handbook.book_on(sent.federation, event.begins)
    name = edition.handbook.name
    return {
        "returns": [(each, clause_link(each.clause, name)) for each in rules.returns_of(book, event)],
        "program_figures": [
            (each, [clause_link(clause, name) for clause in each.clauses])
            for each in rules.program_figures(book, event)
        ],
    }


def _answers(sent: Submission) -> list[FindingAnswer]:
    """Give what was answered before this version, or one before it, was submitted."""
    return [each for each in answers_to(sent).values() if each.version <= sent.version]


def _awards(sent: Submission) -> Checked | None:
    """Work the awards out again as they were kept, with the working of each."""
    found = submissions.assessed(sent)
    return None if found is None else worked_out(sent, *found)


def _versions(where: Organisation, sent: Submission) -> list[Version]:
    rows = sent.competition.submissions.select_related("competition", "submitted_by", "decided_by").order_by("version")
    colours = handbook.colours(where.federation)
    entries = Entry.objects.filter(posting__submission__competition=sent.competition)
    by_version: dict[int | None, list[Written]] = {}
    rows_of_book = list(entries.select_related("player__kept", "posting").order_by("id"))
    hidden = sight.hidden_from(where, {each.player.pk: each.player for each in rows_of_book}.values())
    for each in rows_of_book:
        name = look_ups.shown_name(where, each.player) if each.player_id in hidden else str(each.player)
        shown = colours[each.colour].show(each.units)
        points = f"+{shown}" if each.units > 0 else shown.replace("-", "−")
        takes_back = number_of(each.corrects_id) if each.corrects_id else None
        made = Written(each.number, each.posting.posted, name, each.colour, points, takes_back)
        by_version.setdefault(each.posting.submission_id, []).append(made)
    return [
        Version(each, by_version.get(each.submission.pk, []), each.submission.pk == sent.pk)
        for each in listed(list(rows))
    ]


class Waits(NamedTuple):
    """Points of this submission that nobody has yet, or will have."""

    held: HeldCredit
    points: str
    likely: list[Likely]

    @property
    def unsaid(self) -> bool:
        """Whether somebody has to say who it is."""
        return not (self.held.player_id or self.held.dropped)


def _held(where: Organisation, sent: Submission) -> list[Waits]:
    rows = sent.held.filter(released__isnull=True, pending=False).select_related("player").order_by("pk")
    colours = handbook.colours(where.federation)
    return [
        Waits(each, colours[each.colour].show(each.units), [] if each.player_id or each.dropped else _who(where, each))
        for each in rows
    ]


def _pending(where: Organisation, sent: Submission) -> list[WaitingCredit]:
    """Give the points that are not due yet; of a version that was replaced, none are."""
    colours = handbook.colours(where.federation)
    return [
        WaitingCredit(
            each.name or each.number,
            each.colour,
            colours[each.colour].show(each.units),
            each.why,
            clause_link(each.clause, where.federation.handbook),
            lost=False,
        )
        for each in sent.held.filter(released__isnull=True, pending=True, dropped="").order_by("pk")
    ]


def _who(where: Organisation, held: HeldCredit) -> list[Likely]:
    return [likely(where, each, held.name) for each in match.candidates(where, Named("", held.name, held.number))]


@base.form(Action.SUBMIT)
@look_ups.counted("look")
def held(request: HttpRequest, where: Organisation, submission: int, held: int) -> HttpResponse:
    """Say whose points these are that wait."""
    sent = base.submission_of(where, submission)
    waiting = get_object_or_404(held_credits.waiting(), submission=sent, pk=held, player__isnull=True)
    looked_for = parameters.search(request.POST, "name") or parameters.search(request.GET, "name")
    hits = look_ups.search(where, looked_for, waiting.name)
    chosen, error = request.POST.get("who", ""), ""
    if request.method == "POST" and "look" not in request.POST:
        try:
            if not chosen:
                error = _("Choose whose points these are, or go back and decide later")
            else:
                player = identity.resolve(chosen)
                held_credits.assign(waiting, player, access.actor(request), access.now())
                noted = _held_row(waiting, look_ups.shown_name(where, player))
                messages.success(request, _("We have noted that %(name)s is %(player)s.") % noted)
                return redirect("club-submission", where.pk, sent.pk)
        except Refused as why:
            error = english(why)
    proposed = match.candidates(where, Named("", waiting.name, waiting.number))
    people = [likely(where, each, waiting.name, chosen) for each in dict.fromkeys([*proposed, *hits])]
    shown = {
        "submission": sent,
        "held": waiting,
        "points": handbook.colours(where.federation)[waiting.colour].show(waiting.units),
        "people": people,
        "found": hits,
        "looked_for": looked_for,
        "error": error,
        "mistakes": [Mistake("who" if people else "name", error)] if error else [],
    }
    return base.show(request, where, "held", shown, status=422 if error else 200)


def _held_row(waiting: HeldCredit, player: str) -> dict[str, str]:
    return {"name": waiting.name or waiting.number, "player": player}


@base.form(Action.SUBMIT)
def correct(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Offer the ways to correct a submission; opening it again makes a new version of it."""
    sent = base.submission_of(where, submission)
    if sent.status == Submission.Status.DRAFT:
        return redirect("club-preview", where.pk, sent.pk)
    if request.method == "POST":
        draft = reopen(sent, access.actor(request), access.now())
        return redirect("club-players", where.pk, draft.pk)
    season = SeasonEvent.objects.filter(competition=sent.competition_id).first()
    by_hand = season is None and can_be_changed(sent)
    shown = {"submission": sent, "final": bool(final_of([sent])), "by_hand": by_hand, "season": season}
    shown["changes_kind"] = event_facts.can_be_changed(sent)
    return base.show(request, where, "correct", shown)


@base.page()
def download(_request: HttpRequest, where: Organisation, submission: int, form: str) -> HttpResponse:
    """Send the file with our awards in it."""
    sent = base.submission_of(where, submission)
    checked, known = _awards(sent), _FORMS | _SENT_ON
    if checked is None or form not in known:
        raise Http404
    content = sent.upload.content if sent.upload else b""
    outcome = forms.as_result_only(checked.outcome) if form == _RESULT_ONLY else checked.outcome
    try:
        written = forms.write(outcome, known[form], content, licensed=bool(join.under(sent).licences()))
    except forms.Unwritten as why:
        return HttpResponse(str(why), status=422, content_type="text/plain; charset=utf-8")
    if not written.files:
        found = " ".join(problem.found for problem in written.problems)
        return HttpResponse(found, status=422, content_type="text/plain; charset=utf-8")
    ending, content = next(iter(written.files.items()))
    holds = "ranking" if form == _RANKING else "awards"
    return attached(f"{sent.competition.begins} {sent.competition.name} {holds}{ending}", content)
