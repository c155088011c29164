"""Where the office keeps proposals, seasons and runs: in the folder ``lab`` that its machines share, by federation.

Nothing here is part of the book: all of it can be made again. Players are numbers here, and names are looked up when
somebody looks: whoever is erased has none. Seasons are let go after a month.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from django.conf import settings

from overtrick.lab.report import report as reports
from overtrick.lab.report.report import Report
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

#: What the pages need beside the office itself.
_EXTRA = ("numpy", "pyarrow")
#: So long a season is kept.
KEPT = timedelta(days=30)
#: So many proposals are kept, and one is changed so often.
_MOST = 1_000
#: The card of a proposal, and the later ones that took its place.
_CARD = "proposal.json"
_LATER = re.compile(r"proposal\.([0-9]+)\.json")
#: What a run says, for the committee and for everybody.
_REPORTS = {False: "report.json", True: "public.json"}
#: The name of a run over all events of its season.
ALL = "all"


class TooMany(Refused):
    """There are more proposals than a committee can have read."""


class WorkedOut(Refused):
    """A season was asked for, so that what is proposed stays as it is."""


class ChangedSince(Refused):
    """Somebody else changed the proposal."""

    def __init__(self) -> None:
        """Say so."""
        found = "The proposal was changed while you were looking at it."
        super().__init__(found, "Look at its changes again.", code="proposal-changed")


class Kept(NamedTuple):
    """A proposal that the office keeps."""

    number: int
    title: str
    text: str
    by: str
    at: datetime
    draft: bool = False  #: it can still be changed; once a season is asked for it cannot
    revision: int = 0  #: how often it was changed

    def seen(self, revision: int | None) -> None:
        """Refuse whoever looked at an earlier one."""
        if revision is not None and revision != self.revision:
            raise ChangedSince


class Days(NamedTuple):
    """A season by its days."""

    first: date
    last: date

    def __str__(self) -> str:
        return f"{self.first}_{self.last}"


class Asked(NamedTuple):
    """A question about a proposal: a season, the day of the book, and which of its events."""

    proposal: int
    days: Days
    made: date
    some: str = ALL  #: a short name for which events

    @property
    def address(self) -> tuple[int, str, str, str]:
        """Its parts, as they stand in an address."""
        return self.proposal, str(self.days), str(self.made), self.some


def which(where: Mapping[str, object]) -> str:
    """Name a choice of events, the same one each time."""
    if not any(where.values()):
        return ALL
    return hashlib.sha256(json.dumps(dict(sorted(where.items()))).encode()).hexdigest()[:12]


def installed() -> bool:
    """Say whether what the laboratory needs is installed."""
    return all(find_spec(each) is not None for each in _EXTRA)


def folder(federation: Federation) -> Path:
    """Say where everything of a federation is."""
    return Path(settings.SHARED, "lab", federation.slug)


def keep(federation: Federation, title: str, text: str, *, actor: User, at: datetime) -> Kept:
    """Keep a proposal under the next number; it is there when all of it is."""
    need(actor, Action.SETTINGS, None, at)
    there = folder(federation) / "proposals"
    there.mkdir(parents=True, exist_ok=True)
    number = max((each.number for each in proposals(federation)), default=0) + 1
    if number > _MOST:
        raise TooMany(
            f"There are {_MOST} proposals already.", "Remove some from the folder lab.", code="too-many-proposals"
        )
    kept = Kept(number, title, text, actor.username, at, draft=True)
    aside = there / f".{number}.part"
    aside.mkdir(exist_ok=True)
    (aside / _CARD).write_text(_card(kept), encoding="utf-8")
    aside.rename(there / str(number))
    trail.record(actor, "lab.propose", federation, None, {"proposal": number, "title": title}, at=at)
    return kept


def _card(kept: Kept) -> str:
    told = {"title": kept.title, "text": kept.text, "by": kept.by, "at": kept.at.isoformat(), "draft": kept.draft}
    return json.dumps(told)


def revise(
    federation: Federation, kept: Kept, text: str, *, title: str = "", draft: bool, actor: User, at: datetime
) -> Kept:
    """Let another text take the place of a draft's, perhaps under another title, or say that it is a draft no longer.

    A card that is there is never written again: of two who change the same one, the second is refused.
    """
    need(actor, Action.SETTINGS, None, at)
    if not kept.draft:
        raise WorkedOut(
            "A season was worked out under this proposal, so its changes stay as they are.",
            "Write a new proposal.",
            code="proposal-worked-out",
        )
    new = kept._replace(title=title or kept.title, text=text, draft=draft, revision=kept.revision + 1)
    if new.revision > _MOST:
        raise TooMany(
            f"The proposal has been changed {_MOST} times.", "Write a new proposal.", code="proposal-changed-too-often"
        )
    there = folder(federation) / "proposals" / str(kept.number)
    aside = there / f".{uuid4()}.part"
    aside.write_text(_card(new), encoding="utf-8")
    try:
        os.link(aside, there / f"proposal.{new.revision}.json")
    except FileExistsError:
        raise ChangedSince from None
    finally:
        aside.unlink()
    if draft:
        trail.record(actor, "lab.change", federation, None, {"proposal": kept.number, "revision": new.revision}, at=at)
    return new


def proposals(federation: Federation) -> list[Kept]:
    """List what was proposed, the latest first."""
    there = folder(federation) / "proposals"
    numbers = [int(each.name) for each in there.iterdir() if each.name.isdecimal()] if there.is_dir() else []
    return [found for number in sorted(numbers, reverse=True) if (found := proposal(federation, number)) is not None]


def proposal(federation: Federation, number: int) -> Kept | None:
    """Find a proposal."""
    there = folder(federation) / "proposals" / str(number)
    later = [int(found[1]) for each in there.glob("proposal.*.json") if (found := _LATER.fullmatch(each.name))]
    revision = max(later, default=0)
    try:
        card = json.loads((there / (f"proposal.{revision}.json" if revision else _CARD)).read_text(encoding="utf-8"))
    except OSError:
        return None
    when = datetime.fromisoformat(card["at"])
    # One that was kept before proposals could be changed says nothing of it.
    return Kept(number, card["title"], card["text"], card["by"], when, card.get("draft", False), revision)


def season_folder(federation: Federation, asked: Asked) -> Path:
    """Say where a season is, as the book had it on a day."""
    return folder(federation) / "seasons" / f"{asked.days}_{asked.made}"


def run_folder(federation: Federation, asked: Asked) -> Path:
    """Say where the run of a proposal over a season is."""
    name = f"{asked.days}_{asked.made}_{asked.some}"
    return folder(federation) / "proposals" / str(asked.proposal) / name


def runs(federation: Federation, number: int) -> list[tuple[Asked, Report]]:
    """List the finished runs of a proposal with what they say, the latest first."""
    found = []
    for each in (folder(federation) / "proposals" / str(number)).glob(f"*_*_*_*/{_REPORTS[True]}"):
        first, last, made, some = each.parent.name.split("_")
        days = Days(date.fromisoformat(first), date.fromisoformat(last))
        asked = Asked(number, days, date.fromisoformat(made), some)
        told = report(federation, asked)
        if told is not None:
            found.append((asked, told))
    return sorted(found, key=lambda ran: (ran[0].made, ran[0]), reverse=True)


def keep_report(federation: Federation, asked: Asked, made: Report) -> None:
    """Keep what a run says; the one for everybody comes last, and with it the run is finished."""
    there = run_folder(federation, asked)
    aside = there / f".{_REPORTS[made.public]}.part"
    aside.write_text(reports.written(made), encoding="utf-8")
    aside.replace(there / _REPORTS[made.public])


def report(federation: Federation, asked: Asked, *, public: bool = False) -> Report | None:
    """Give what a finished run says, with players and organisers as numbers; None where there is no such run."""
    try:
        return reports.read((run_folder(federation, asked) / _REPORTS[public]).read_text(encoding="utf-8"))
    except OSError:
        return None


def asked_of(task: Mapping[str, Any]) -> Asked:
    """Read a question from what a task was given."""
    days = Days(date.fromisoformat(task["first"]), date.fromisoformat(task["last"]))
    return Asked(task["proposal"], days, date.fromisoformat(task["made"]), which(task.get("where", {})))


def let_go(now: date) -> int:
    """Remove seasons that are older than a month; counts them."""
    old = [
        each
        for each in Path(settings.SHARED, "lab").glob("*/seasons/*_*_*")
        if date.fromisoformat(each.name.removesuffix(".part").rpartition("_")[2]) < now - KEPT
    ]
    for each in old:
        shutil.rmtree(each, ignore_errors=True)
    return len(old)
