"""What waits for somebody in results: drafts and files, what was returned, who is who, licences, approval, overdue."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.calendar.items import ngettext_noop as ngettext
from overtrick.register.competitions import approval_queue, held_credits, licence_check, missing_sessions
from overtrick.register.competitions.match import UNSAID
from overtrick.register.competitions.models import StoredDraft, Submission, Upload
from overtrick.register.federations import handbook
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation

Status = Submission.Status
#: A file with an open question is asked about so long.
_ASKED_FOR = timedelta(days=21)
#: So many files are named one by one, and so many are in a list of them.
_MOST_NAMED, _MOST_FILES = 4, 40
_TITLE = _("%(event)s, %(played)s")


@provider
def own_results(asked: Asked) -> Iterator[Item]:
    """What an organisation has to do about its own results."""
    if asked.organisation is not None:
        yield from _returned(asked.organisation)
        yield from _files(asked.organisation, asked.at)
        yield from _unknown(asked.organisation)
        yield from _unlicensed(asked.organisation, asked.on)
        yield from _without_results(asked.organisation, asked.on)


@provider
def approvals(asked: Asked) -> Iterator[Item]:
    """What waits for the approval of the office, or of a county."""
    whose = asked.organisation
    if whose is None:
        rows = approval_queue.for_the_office(asked.federation, asked.on)
    else:
        rows = approval_queue.to_approve(whose, asked.on)
    first = rows.first()
    if first is not None and first.submitted_at is not None:
        yield Item(
            first.submitted_at.date(),
            _("Approval"),
            ngettext("%(count)d submission to approve", "%(count)d submissions to approve"),
            "office-inbox" if whose is None else "club-approvals",
            () if whose is None else (whose.pk,),
            things=rows.count(),
            does=_("See what is waiting"),
        )


@provider
def held(asked: Asked) -> Iterator[Item]:
    """Credits of which the office has to say whose they are."""
    if asked.organisation is not None:
        return
    rows = held_credits.waiting()
    if (first := rows.first()) is not None:
        yield Item(
            first.played,
            _("Held"),
            ngettext("%(count)d held credit", "%(count)d held credits"),
            "office-held",
            things=rows.count(),
            does=_("Say whose they are"),
        )


@provider
def overdue(asked: Asked) -> Iterator[Item]:
    """Results of usual sessions that are overdue: a club's own, or how many clubs there are."""
    whose = asked.organisation
    within = None if whose is None else {whose.pk}
    if whose is not None and whose.kind == Organisation.Kind.REGION:
        within = ancestry.descendant_ids([whose.pk])
    late = missing_sessions.overdue(asked.federation, within, asked.on)
    if whose is not None:
        for gap, due in late.pop(whose.pk, ()):
            yield Item(
                due,
                _("Results"),
                _TITLE,
                "club-upload",
                (whose.pk,),
                why=_("No results have come. If nobody played, you do not need to do anything."),
                does=_("Send results"),
                facts={"event": gap.name, "played": gap.day},
                due=True,
            )
    clubs = [gaps[0][1] for gaps in late.values()]
    if clubs:
        yield Item(
            min(clubs),
            _("Results"),
            ngettext("%(count)d club with overdue results", "%(count)d clubs with overdue results"),
            "office-clubs" if whose is None else "club-stages",
            () if whose is None else (whose.pk,),
            (("stage", "overdue"),),
            things=len(clubs),
            does=_("See which"),
            due=True,
        )


def _returned(organisation: Organisation) -> Iterator[Item]:
    rows = Submission.objects.filter(competition__organisation=organisation, status=Status.RETURNED)
    later = Submission.objects.filter(competition=OuterRef("competition"), version__gt=OuterRef("version"))
    for each in rows.exclude(Exists(later)).select_related("competition").order_by("pk"):
        if each.decided_at:
            yield Item(
                each.decided_at.date(),
                _("Returned"),
                _TITLE,
                "club-submission",
                (organisation.pk, each.pk),
                why=_("Returned on %(day)s: %(reason)s"),
                does=_("Correct it"),
                facts=_event(each) | {"day": each.decided_at.date(), "reason": each.reason},
                wrong=True,
            )


def _event(submission: Submission) -> dict[str, object]:
    return {"event": submission.competition, "played": submission.competition.begins}


def _files(organisation: Organisation, at: datetime) -> Iterator[Item]:
    """Name each file that waits; if there are many, all of them in one line that leads to their list."""
    unsent = list(drafts(organisation).filter(upload__isnull=False).values_list("upload", "upload__uploaded_at"))
    waiting = {pk: since.date() for pk, since in unsent}
    waiting |= {upload.pk: upload.uploaded_at.date() for upload in _with_findings(organisation, at)}
    if len(waiting) <= _MOST_NAMED:
        yield from _drafts(drafts(organisation), organisation)
        yield from _unread(organisation, at)
        return
    yield from _drafts(drafts(organisation).filter(upload__isnull=True), organisation)
    listed = sorted(waiting, key=lambda pk: (waiting[pk], pk))[:_MOST_FILES]
    yield Item(
        min(waiting.values()),
        _("Files"),
        _("%(files)d files that are not submitted yet"),
        "club-files",
        (organisation.pk,),
        tuple(("file", pk) for pk in listed),
        why=_("Submit together what is clear, answer what is open, and throw away the rest."),
        does=_("Look at them"),
        facts={"files": len(waiting)},
    )


def _drafts(rows: QuerySet[Submission], organisation: Organisation) -> Iterator[Item]:
    for each in rows.annotate(unsaid=Count("seats", filter=Q(seats__match__in=UNSAID))).order_by("pk"):
        since = each.upload.uploaded_at.date() if each.upload else each.competition.begins
        where = (organisation.pk, each.pk)
        facts = _event(each) | {"unsaid": each.unsaid}
        if each.unsaid == 1:
            why, does = _("We do not know who %(unsaid)d player is."), _("Say who they are")
        elif each.unsaid:
            why, does = _("We do not know who %(unsaid)d players are."), _("Say who they are")
        else:
            why, does = _("This event is not submitted yet."), _("Look at the awards")
        page, kind = ("club-players", _("Question")) if each.unsaid else ("club-preview", _("Draft"))
        yield Item(since, kind, _TITLE, page, where, why=why, does=does, facts=facts)


def drafts(organisation: Organisation) -> QuerySet[Submission]:
    """Give what was read and not submitted yet."""
    rows = Submission.objects.filter(competition__organisation=organisation, status=Status.DRAFT)
    return rows.select_related("competition", "upload").defer("upload__packed")


def _with_findings(organisation: Organisation, at: datetime) -> dict[Upload, set[str]]:
    """Give the files of the last weeks from which nothing could be drafted, and what was found in each."""
    rows = StoredDraft.objects.filter(
        upload__organisation=organisation, upload__submissions__isnull=True, upload__uploaded_at__gte=at - _ASKED_FOR
    )
    found: dict[Upload, set[str]] = {}
    for each in rows.select_related("upload").defer("upload__packed", "worked").order_by("-upload__uploaded_at", "pk"):
        if each.upload is not None:
            found.setdefault(each.upload, set()).update(each.findings)
    return found


def _unread(organisation: Organisation, at: datetime) -> Iterator[Item]:
    for upload, found in _with_findings(organisation, at).items():
        since, where, query = upload.uploaded_at.date(), (organisation.pk,), (("file", upload.pk),)
        facts = {"file": upload.name}
        if "questions" in found:
            why, does = _("The file does not tell us everything."), _("Answer the questions")
            yield Item(since, _("Question"), _("%(file)s"), "club-files", where, query, why, does, facts)
        elif "problems" in found:
            why, does = _("The file cannot be used as it is."), _("See what to do")
            yield Item(since, _("Problem"), _("%(file)s"), "club-files", where, query, why, does, facts, wrong=True)


def _unknown(organisation: Organisation) -> Iterator[Item]:
    rows = held_credits.waiting().filter(submission__competition__organisation=organisation, player__isnull=True)
    colours = handbook.colours(organisation.federation)
    for submission, group in groupby(rows.order_by("submission", "pk"), key=lambda each: each.submission):
        listed = list(group)
        told = [f"{each.name or each.number} ({colours[each.colour].show(each.units)})" for each in listed]
        yield Item(
            submission.submitted_at.date() if submission.submitted_at else listed[0].played,
            _("Held"),
            _TITLE,
            "club-submission",
            (organisation.pk, submission.pk),
            why=_("Points are held until somebody says who these players are: %(names)s"),
            does=_("Say who they are"),
            facts=_event(submission) | {"names": ", ".join(told)},
            anchor="held",
        )


def _without_results(organisation: Organisation, on: date) -> Iterator[Item]:
    """Licences of one event that is over, under which nothing was submitted."""
    for each in licence_check.without_results(organisation, on):
        yield Item(
            each.ends or on,
            _("Licence"),
            _("Licence %(number)s: %(event)s"),
            "club-licences",
            (organisation.pk,),
            why=_("No results have come under this licence. Send them, or tell the office that it was not played."),
            does=_("Look at it"),
            facts={"number": each.number, "event": each.event},
        )


def _unlicensed(organisation: Organisation, on: date) -> Iterator[Item]:
    for submission, required in licence_check.unlicensed(organisation, on):
        yield Item(
            submission.begins,
            _("Licence"),
            _TITLE,
            "club-licences",
            (organisation.pk,),
            why=_("This event needs a licence that is not on record: %(licence)s."),
            does=_("See what is missing"),
            facts=_event(submission) | {"licence": required.licence.name},
        )
