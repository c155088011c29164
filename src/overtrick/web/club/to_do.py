"""The list of what an organisation has to do, oldest first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.handbooks.applications import AFFILIATION, Decides
from overtrick.register.applications import cases, obligations
from overtrick.register.applications.models import Application
from overtrick.register.competitions import licence_check
from overtrick.register.competitions.held_credits import waiting
from overtrick.register.competitions.match import UNSAID
from overtrick.register.competitions.models import StoredDraft, Submission, Upload
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import ancestry, licences
from overtrick.register.organisations.models import Organisation
from overtrick.register.queries import desks
from overtrick.web import request_limits as limits
from overtrick.web.club import files
from overtrick.web.design.templatetags.design import day

Status = Submission.Status
#: A file with an open question is asked about so long.
_ASKED_FOR = timedelta(days=21)
#: So many files are named one by one.
_MOST_NAMED = 4


class Need(NamedTuple):
    """Something to do: since when, what, why, and where."""

    since: date
    kind: str  #: a word for the chip
    tone: str  #: "wrong" or "odd"
    what: str
    why: str
    address: str
    does: str


def needs(organisation: Organisation, at: datetime) -> list[Need]:
    """List what waits for this organisation, the oldest first."""
    found = [
        *_returned(organisation),
        *_files(organisation, at),
        *_unknown(organisation),
        *_queries(organisation),
        *_leaving(organisation, at.date()),
        *_licences(organisation, at.date()),
        *_applications(organisation, at.date()),
    ]
    return sorted(found, key=lambda each: (each.since, each.what))


def _returned(organisation: Organisation) -> Iterator[Need]:
    rows = Submission.objects.filter(competition__organisation=organisation, status=Status.RETURNED)
    later = Submission.objects.filter(competition=OuterRef("competition"), version__gt=OuterRef("version"))
    for each in rows.exclude(Exists(later)).select_related("competition").order_by("pk"):
        if each.decided_at:
            address = reverse("club-submission", args=[organisation.pk, each.pk])
            why = _("Returned on %(day)s: %(reason)s") % {"day": day(each.decided_at.date()), "reason": each.reason}
            yield Need(each.decided_at.date(), _("Returned"), "wrong", _titled(each), why, address, _("Correct it"))


def _files(organisation: Organisation, at: datetime) -> Iterator[Need]:
    """Name each file that waits; if there are many, all of them in one line that leads to their list."""
    unsent = list(drafts(organisation).filter(upload__isnull=False).values_list("upload", "upload__uploaded_at"))
    waiting = {pk: since.date() for pk, since in unsent}
    waiting |= {upload.pk: upload.uploaded_at.date() for upload in _with_findings(organisation, at)}
    if len(waiting) <= _MOST_NAMED:
        yield from _drafts(drafts(organisation), organisation)
        yield from _unread(organisation, at)
        return
    yield from _drafts(drafts(organisation).filter(upload__isnull=True), organisation)
    listed = sorted(waiting, key=lambda pk: (waiting[pk], pk))[: limits.MOST_FILES]
    what = _("%d files that are not submitted yet") % len(waiting)
    why = _("Submit together what is clear, answer what is open, and throw away the rest.")
    address = files.address(organisation.pk, listed)
    yield Need(min(waiting.values()), _("Files"), "odd", what, why, address, _("Look at them"))


def _drafts(rows: QuerySet[Submission], organisation: Organisation) -> Iterator[Need]:
    for each in rows.annotate(unsaid=Count("seats", filter=Q(seats__match__in=UNSAID))).order_by("pk"):
        since = each.upload.uploaded_at.date() if each.upload else each.competition.begins
        where = [organisation.pk, each.pk]
        if each.unsaid:
            sentence = ngettext(
                "We do not know who %(count)d player is.", "We do not know who %(count)d players are.", each.unsaid
            )
            why, does = sentence % {"count": each.unsaid}, _("Say who they are")
            yield Need(since, _("Question"), "odd", _titled(each), why, reverse("club-players", args=where), does)
        else:
            why, does = _("This event is not submitted yet."), _("Look at the awards")
            yield Need(since, _("Draft"), "odd", _titled(each), why, reverse("club-preview", args=where), does)


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


def _unread(organisation: Organisation, at: datetime) -> Iterator[Need]:
    for upload, found in _with_findings(organisation, at).items():
        address = files.address(organisation.pk, [upload.pk])
        since = upload.uploaded_at.date()
        if "questions" in found:
            why = _("The file does not tell us everything.")
            yield Need(since, _("Question"), "odd", upload.name, why, address, _("Answer the questions"))
        elif "problems" in found:
            why = _("The file cannot be used as it is.")
            yield Need(since, _("Problem"), "wrong", upload.name, why, address, _("See what to do"))


def _unknown(organisation: Organisation) -> Iterator[Need]:
    rows = waiting().filter(submission__competition__organisation=organisation, player__isnull=True)
    colours = handbook.colours(organisation.federation)
    for submission, group in groupby(rows.order_by("submission", "pk"), key=lambda each: each.submission):
        listed = list(group)
        told = [f"{each.name or each.number} ({colours[each.colour].show(each.units)})" for each in listed]
        why = _("Points are held until somebody says who these players are: %(names)s") % {"names": ", ".join(told)}
        address = reverse("club-submission", args=[organisation.pk, submission.pk]) + "#held"
        since = submission.submitted_at.date() if submission.submitted_at else listed[0].played
        yield Need(since, _("Held"), "odd", _titled(submission), why, address, _("Say who they are"))


def _queries(organisation: Organisation) -> Iterator[Need]:
    for each in desks.on_desk_of(organisation):
        why = _("%s has asked about an award and is waiting for an answer.") % each.player
        address, does = reverse("query", args=[each.pk]), _("Answer")
        yield Need(each.heard_at.date(), _("Query"), "odd", each.about, why, address, does)


def _leaving(organisation: Organisation, on: date) -> Iterator[Need]:
    soon = on + timedelta(days=60)
    for each in organisation.affiliations.filter(begins__lte=on, ends__range=(on, soon)):
        why = _("It ends on %(day)s. Ask the office to renew it.") % {"day": day(each.ends)}
        address, does = reverse("club-desk", args=[organisation.pk]), ""
        if any(kind.name == AFFILIATION for kind in cases.kinds_for(organisation, on)):
            why = _("It ends on %(day)s. Apply for the next year.") % {"day": day(each.ends)}
            address, does = _apply(organisation, AFFILIATION), _("Apply for it")
        yield Need(on, _("Affiliation"), "odd", _("The affiliation of %s") % organisation, why, address, does)


def _licences(organisation: Organisation, on: date) -> Iterator[Need]:
    """Licences that end soon, and events that need one which is not on record."""
    address = reverse("club-licences", args=[organisation.pk])
    for each in licences.ending(organisation, on):
        why = _("It ends on %(day)s. Ask for a new one in time.") % {"day": day(each.ends)}
        what = _("Licence %(number)s: %(allows)s") % {"number": each.number, "allows": each.allows}
        yield Need(on, _("Licence"), "odd", what, why, address, _("Look at it"))
    kinds = {each.allows: each.name for each in cases.kinds_for(organisation, on)}
    for submission, required in licence_check.unlicensed(organisation, on):
        why = _("This event needs a licence that is not on record: %(what)s.") % {"what": required.licence.name}
        leads, does = address, _("See what is missing")
        if required.licence.name in kinds:
            told = {"event": submission.competition.name, "first_day": submission.begins.isoformat()}
            leads, does = _apply(organisation, kinds[required.licence.name], **told), _("Apply for it")
        yield Need(submission.begins, _("Licence"), "odd", _titled(submission), why, leads, does)


def _apply(organisation: Organisation, kind: str, **told: str) -> str:
    """Give the address of an application that knows already what is told."""
    return f"{reverse('club-application-new', args=[organisation.pk])}?{urlencode({'kind': kind, **told})}"


def _applications(organisation: Organisation, on: date) -> Iterator[Need]:
    """Applications that came back, those of the organisations below that wait for this one, and papers overdue."""
    state, support = Application.State, Application.Support
    for each in organisation.applications.filter(state=state.ASKED_BACK).order_by("pk"):
        address = reverse("club-application", args=[organisation.pk, each.pk])
        why = _("The application needs more before it can be decided.")
        since = each.sent_at.date() if each.sent_at else on
        yield Need(since, _("Application"), "odd", each.title, why, address, _("Complete it"))
    below = Application.objects.filter(organisation__parent=organisation, state=state.SENT)
    for each in below.select_related("organisation").order_by("sent_at"):
        if each.sent_at is None:
            continue
        if each.support == support.WAITING or cases.kind_of(each).decides is Decides.ABOVE:
            why = _("%(club)s waits for your answer.") % {"club": each.organisation}
            address = reverse("club-application", args=[organisation.pk, each.pk])
            yield Need(each.sent_at.date(), _("Application"), "odd", each.title, why, address, _("Answer"))
    for debt in obligations.overdue(on, organisation):
        why = _("%(paper)s was due on %(day)s.") % {"paper": debt.owed.name, "day": day(debt.owed.due.day)}
        address = reverse("club-application", args=[organisation.pk, debt.application.pk])
        yield Need(debt.owed.due.day, _("Paper"), "wrong", debt.application.title, why, address, _("Look at it"))


def _titled(submission: Submission) -> str:
    return f"{submission.competition}, {day(submission.competition.begins)}"


def to_approve(organisation: Organisation, on: date) -> QuerySet[Submission]:
    """Give what the organisations below have submitted and a secretary above has to approve, the oldest first.

    Where nobody approves as a rule, that is only what is above an authorised total.
    """
    below = ancestry.descendant_ids([organisation.pk]) - {organisation.pk}
    rows = Submission.objects.filter(
        competition__organisation__in=below, status=Status.SUBMITTED, kind=Submission.Kind.RESULTS
    )
    if organisation.federation.ways(on).approval != Federation.Approval.PARENT:
        rows = rows.exclude(held_back="")
    return rows.select_related("competition__organisation", "submitted_by").order_by("submitted_at", "pk")
