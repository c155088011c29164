"""The preview of a draft and, once it is submitted, the confirmation with its reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.engine.assessment import Assessment
from overtrick.formats.compare import Comparison
from overtrick.formats.outcome import Outcome
from overtrick.formats.reading import Reading
from overtrick.handbooks import submission as rules
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.submission import Decider
from overtrick.register.competitions import (
    approval_queue,
    claims,
    declaration,
    discard,
    draft_store,
    event_facts,
    event_store,
    join,
    objections,
    reconcile,
    sent,
    submission_findings,
    submit,
)
from overtrick.register.competitions import preview as previews
from overtrick.register.competitions.credits import Credit
from overtrick.register.competitions.draft_store import Since
from overtrick.register.competitions.further_stage import adds_stages, only_adds
from overtrick.register.competitions.models import HeldCredit, Seat, Submission
from overtrick.register.competitions.reconcile import PointsChange
from overtrick.register.competitions.submission_findings import SubmissionFinding, Unanswered
from overtrick.register.competitions.work_out import Worked, beyond_quota, under
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.roles import is_office
from overtrick.register.ranks import close_month, late_files
from overtrick.register.seasons.models import SeasonEvent
from overtrick.web import access
from overtrick.web.club import base, finding_rows, licensed, planned_results
from overtrick.web.club.by_hand.views import can_be_changed
from overtrick.web.design.cost_lines import CostSentence, cost_lines
from overtrick.web.design.english import english
from overtrick.web.design.fact_fields import kind_of
from overtrick.web.design.mistakes import Mistake
from overtrick.web.design.working import as_html, clause_link
from overtrick.web.public.file_check import Checked

_CORRECTS, _SEPARATE = "corrects", "separate"


class Gain(NamedTuple):
    """Who gains or loses against the version that counts now."""

    name: str
    colour: str
    before: str
    after: str
    change: str
    more: bool


class WaitingCredit(NamedTuple):
    """Points that cannot be credited now, or ever, and why."""

    name: str
    colour: str
    points: str
    why: str
    clause: SafeString | str
    lost: bool


@base.form(Action.SUBMIT)
def preview(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Show what submitting would do; the button does it."""
    draft = base.submission_of(where, submission)
    if draft.status != Submission.Status.DRAFT:
        name = "club-done" if request.method == "POST" else "club-submission"
        return redirect(name, where.pk, draft.pk)
    error, since = "", None
    unanswered: tuple[SubmissionFinding, ...] = ()
    if "away" in request.POST:
        discard.discard_draft(draft, access.actor(request), access.now())
        messages.success(request, _("%s is thrown away.") % draft.competition)
        return redirect("club-desk", where.pk)
    if "as_licensed" in request.POST:
        error, draft = licensed.work_out(request, draft)
        if not error:
            return redirect("club-preview", where.pk, draft.pk)
    elif request.method == "POST":
        try:
            return redirect(*_submit(request, where, draft))
        except Unanswered as why:
            unanswered = tuple(why.left)
        except submit.Changed as why:
            error, since = english(why), why.since
        except Refused as why:
            error = english(why)
    seen = previews.preview(draft, access.now())
    shown = {"submission": draft, "preview": seen, "error": error, **page_context(seen), **_final_before(seen)}
    shown |= _differing(since, seen.edition) if since else {}
    office = is_office(access.actor(request), access.today())
    told = submission_findings.listed(seen, draft_store.notes_of(draft))
    typed = finding_rows.said(request.POST)
    listed = finding_rows.rows(draft, told, office=office, typed=typed, wrong=unanswered)
    shown["mistakes"] = [Mistake(_wrong_at(seen), error)] if error else listed.mistakes
    season = SeasonEvent.objects.filter(competition=draft.competition_id).first()
    by_hand = season is None and can_be_changed(draft)
    to_allow = objections.to_allow(draft, seen.objections, seen.replaces, seen.credits.units)
    decider = objections.decider(to_allow)
    adds = season is not None or (seen.replaces is not None and only_adds(seen.replaces, draft))
    shown |= {"by_hand": by_hand, "season": season, "adds": adds, "decides": who_decides(draft, decider or "")}
    shown |= {"office": office, "findings": listed, "waits": decider is not None and not office}
    shown |= _kind(seen) | licensed.context(seen) | _after_answers(draft, seen.edition)
    joined = under(seen)
    shown["under"] = planned_results.line(draft, joined, seen.quota)
    code = charge_code(draft, joined.licences())
    reasons = [reason for each in cost_lines(seen.dues or (), seen.edition) for reason in each.reasons]
    shown["charge_code"] = code if code not in reasons else None
    shown["seen"] = draft_store.terms_of(seen)
    asked = declaration.asked(draft)
    shown["declaration"] = [
        (each.working.says, clause_link(each.working.clause, seen.edition.handbook.name))
        for each in (asked.conditions if asked else ())
    ]
    used_up = seen.quota is not None and seen.quota.holds is False
    shown["beyond_quota"] = used_up and beyond_quota(seen, seen.replaces) is not None
    shown["seats"] = any(each.match != Seat.Match.NUMBER for each in seen.seated)
    return base.show(request, where, "preview", shown, status=422 if error or unanswered else 200)


def _wrong_at(seen: Worked) -> str:
    """Name what an error is about."""
    if objections.decider(seen.objections) is Decider.NOBODY:
        return "findings"
    return "relation" if seen.replaces else "submit-awards"


def _kind(seen: Worked) -> dict[str, object]:
    """Say what kind of event it was, and whether that can be changed."""
    if seen.assessment is None:
        return {}
    return {
        "event_kind": kind_of(seen.edition, seen.assessment.event),
        "changes_kind": event_facts.can_be_changed(seen.submission),
    }


def _after_answers(draft: Submission, edition: Edition) -> dict[str, object]:
    """Show what the last answers changed."""
    changes = [_gain(each, edition) for each in draft_store.changed_by_answers(draft)]
    return {
        "answered": len({each.name for each in changes}),
        "answered_gains": [each for each in changes if each.more],
        "answered_losses": [each for each in changes if not each.more],
    }


def _submit(request: HttpRequest, where: Organisation, draft: Submission) -> tuple[str, int, int]:
    """Submit, or set the draft apart from what was sent before; where to go then."""
    actor, at = access.actor(request), access.now()
    relation = request.POST.get("relation", "")
    if relation == _SEPARATE:
        submit.set_apart(draft, actor, at)
        return "club-preview", where.pk, draft.pk
    posted = request.POST
    submit.submit(
        draft,
        actor,
        at,
        replace=relation == _CORRECTS,
        seen=posted.get("seen", ""),
        declared=_declared(request, draft),
        said=finding_rows.said(posted),
    )
    return "club-done", where.pk, draft.pk


def _declared(request: HttpRequest, draft: Submission) -> str:
    """Write what was declared, where the page asked for it."""
    return declaration.declared(draft, says_so="declared" in request.POST) if "declares" in request.POST else ""


def _differing(since: Since, edition: Edition) -> dict[str, object]:
    """Show what has changed since somebody looked at the draft."""
    changes = [_gain(each, edition) for each in since.changes]
    return {
        "since": since,
        "since_gains": [each for each in changes if each.more],
        "since_losses": [each for each in changes if not each.more],
    }


def page_context(seen: Worked) -> dict[str, object]:
    """Put a preview into what its page shows."""
    edition = seen.edition
    handbook = edition.handbook.name
    made = seen.assessment
    checked = worked_out(seen.submission, made, edition, seen.comparison) if made else None
    changes = [_gain(each, edition) for each in seen.changes]
    return {
        "checked": checked,
        "comparison": seen.comparison,
        "points": [_points(each, edition) for each in _claimed(seen.submission)] if not checked else [],
        "held": [_waiting(each, edition) for each in seen.credits.held],
        "pending": [_waiting(each, edition) for each in seen.credits.pending],
        "credited": len({each.player for each in seen.credits.posted}),
        "costs": cost_lines(seen.dues or (), edition),
        "quota": as_html(seen.quota.working, str, handbook) if seen.quota else "",
        "quota_holds": seen.quota.holds if seen.quota else True,
        "leave": seen.leave,
        "leave_clause": clause_link(seen.leave.required.working.clause, handbook) if seen.leave else "",
        "leave_total": as_html(seen.leave.total.working, str, handbook) if seen.leave and seen.leave.total else "",
        "gains": [each for each in changes if each.more],
        "losses": [each for each in changes if not each.more],
        "unsaid": [each for each in seen.seated if not each.said],
        "refused": objections.decider(seen.objections) is Decider.NOBODY,
        "edition": edition,
    }


def charge_code(sent: Submission, licences: Sequence[Licence]) -> CostSentence | None:
    """Say by which code of the federation a results file is charged; nothing where files have none."""
    book = handbook.book_on(sent.federation, sent.begins)
    event = event_store.event_of(sent.event) if sent.event else None
    found = rules.of(book.edition).charge_code(book, event, licensed=bool(licences))
    return CostSentence(found.says, clause_link(found.clause, book.edition.handbook.name)) if found else None


def _final_before(seen: Worked) -> dict[str, object]:
    """Say whether the version that counts now is final already: its month is closed."""
    if seen.replaces is None:
        return {"closed": None}
    return {"closed": sent.final_in(seen.replaces)}


def worked_out(
    submission: Submission, assessment: Assessment, edition: Edition, comparison: Comparison | None = None
) -> Checked:
    """Lay an assessment out as the page for checking a file does."""
    said = claims.claims_of(submission.claims)
    reading = Reading(
        assessment.event, [], edition.handbook.name, file=submission.file, format=submission.read_as, claims=said
    )
    return Checked(Outcome(reading, edition, assessment), comparison=comparison, known=True)


def _claimed(submission: Submission) -> list[Credit]:
    return claims.points_of(submission.claims, submission.begins)


def _gain(change: PointsChange, edition: Edition) -> Gain:
    colour = edition.handbook.colours[change.colour]
    by = colour.show(abs(change.gain))
    said = _("▲ %s more") % by if change.gain > 0 else _("▼ %s less") % by
    before, after = colour.show(change.before), colour.show(change.after)
    return Gain(change.name, change.colour, before, after, said, change.gain > 0)


def _points(won: Credit, edition: Edition) -> WaitingCredit:
    shown = edition.handbook.colours[won.colour].show(won.units)
    return WaitingCredit(won.who.name or won.who.number, won.colour, shown, "", "", lost=False)


def _waiting(held: Credit, edition: Edition) -> WaitingCredit:
    clause = clause_link(held.clause, edition.handbook.name)
    shown = edition.handbook.colours[held.colour].show(held.units)
    return WaitingCredit(held.who.name or held.who.number, held.colour, shown, held.why, clause, held.lost)


@base.page(Action.SUBMIT)
def done(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Confirm what was submitted: the reference, what happens next and when, how to correct it."""
    sent = base.submission_of(where, submission)
    if sent.status == Submission.Status.DRAFT or sent.submitted_at is None:
        return redirect("club-preview", where.pk, sent.pk)
    waiting = HeldCredit.objects.filter(submission=sent, released__isnull=True, dropped="")
    season = SeasonEvent.objects.filter(competition=sent.competition_id).first()
    final = late_files.final_with(sent)
    shown = {
        "submission": sent,
        "held": waiting.filter(pending=False).count(),
        "pending": waiting.filter(pending=True).values("name", "number").distinct().count(),
        "under": planned_results.line(sent, join.under(sent)),
        "season": season,
        "players": len({each.credit.player for each in reconcile.counted(sent.competition)}),
        "decides": who_decides(sent),
        "final": final,
        "final_from": close_month.opens(sent.federation, final.month),
        "corrected": sent.version > 1 and season is None and not adds_stages(sent),
        "drafts": where.competitions.filter(submissions__status=Submission.Status.DRAFT).distinct().count(),
    }
    return base.show(request, where, "done", shown)


def who_decides(sent: Submission, decider: str = "") -> str:
    """Name who has to approve; nobody where it is approved as it comes. ``decider`` is that of a draft."""
    if sent.status not in (Submission.Status.DRAFT, Submission.Status.SUBMITTED):
        return ""
    above = approval_queue.bodies(sent, access.today(), decider)
    return _(" or ").join(each.name for each in above) if above else _("the office")
