"""Publishes a report about proposed rules, finds it, and withdraws it. The audit keeps who, when and the digests."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.rule_reports.models import RuleReport, Withdrawal

#: No report is larger, in bytes.
_MOST = 20_000_000
#: Every file of an archive has this time, so that the same files give the same archive.
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


class TooLarge(Refused):
    """A report has more tables than anybody reads."""


class Withdrawn(Refused):
    """A report was withdrawn already."""


class Subtractable(Refused):
    """With a report that is published, this one would tell of a few."""


class NewReport(NamedTuple):
    """A report that is to be published."""

    title: str
    says: str
    inputs: str
    digest: str
    files: Mapping[str, bytes]


def publish(
    federation: Federation, new: NewReport, *, beside: Callable[[RuleReport], bool], actor: User, at: datetime
) -> RuleReport:
    """Publish a report under the next number; the same one again, not withdrawn, is the one that is there.

    ``beside`` says whether it may be read beside one that is published: two tables can be subtracted.
    """
    need(actor, Action.SETTINGS, None, at)
    archive = _packed(new.files)
    if len(archive) > _MOST:
        found = f"The report has {len(archive):,} bytes, and {_MOST:,} can be kept."
        raise TooLarge(found, "Ask about fewer events.", code="report-too-large")
    with transactions.atomic():
        list(Organisation.objects.select_for_update(no_key=True).filter(kind=Organisation.Kind.NATIONAL))
        same = standing().filter(inputs=new.inputs, digest=new.digest).order_by("number").first()
        if same is not None:
            return same
        see_beside(beside)
        last = RuleReport.objects.aggregate(last=Max("number"))["last"] or 0
        made = RuleReport.objects.create(
            federation=federation,
            number=last + 1,
            title=new.title[:200],
            says=new.says,
            inputs=new.inputs,
            digest=new.digest,
            sha256=hashlib.sha256(archive).hexdigest(),
            archive=archive,
            published_at=at,
            published_by=actor,
        )
        trail.record(actor, "lab.publish", made, None, _told(made), at=at)
    return made


def see_beside(beside: Callable[[RuleReport], bool]) -> None:
    """Refuse a report that cannot be read beside all that are published."""
    against = [each.number for each in standing().order_by("number") if not beside(each)]
    if against:
        listed = ", ".join(map(str, against))
        raise Subtractable(
            f"Published about some of the same days, but not about the same events: {listed}. Whoever subtracts one "
            "report from another could find a group of fewer than five.",
            "Withdraw those first, or publish a result about the same season and the same events.",
            code="report-can-be-subtracted",
        )


def withdraw(report: RuleReport, reason: str, *, actor: User, at: datetime) -> Withdrawal:
    """Withdraw a report: its address then says so, with the reason."""
    need(actor, Action.SETTINGS, None, at)
    with transactions.atomic():
        list(Organisation.objects.select_for_update(no_key=True).filter(kind=Organisation.Kind.NATIONAL))
        if Withdrawal.objects.filter(report=report).exists():
            raise Withdrawn("This report was withdrawn already.", "There is nothing to do.", code="report-withdrawn")
        made = Withdrawal.objects.create(report=report, reason=reason, at=at, by=actor)
        trail.record(actor, "lab.withdraw", report, _told(report), {"reason": reason}, at=at)
    return made


def standing() -> QuerySet[RuleReport]:
    """List the reports that are published and not withdrawn, without their files."""
    return RuleReport.objects.filter(withdrawal=None).defer("archive")


def file(report: RuleReport, name: str) -> bytes | None:
    """Give a file of a report; None: it has none of this name."""
    with zipfile.ZipFile(io.BytesIO(bytes(report.archive))) as opened:
        return opened.read(name) if name in opened.namelist() else None


def _packed(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for name in sorted(files):
            opened.writestr(zipfile.ZipInfo(name, _LONG_AGO), files[name], zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _told(report: RuleReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in ("number", "title", "inputs", "digest", "sha256")}
