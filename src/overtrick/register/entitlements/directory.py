"""Entries of the directory: what a club tells for a year, and what the region above says of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from overtrick.handbooks import allotments as rules
from overtrick.handbooks.questions import Answers, Question
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.entitlements.models import DirectoryEntry
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need


class Unanswerable(Refused):
    """These are no answers to their questions."""

    def __init__(self, mistakes: Mapping[str, str]) -> None:
        """Name everything at once, by the question."""
        super().__init__("Some answers cannot be kept.", " ".join(mistakes.values()), code="answers-unfit")
        self.mistakes = mistakes


class Asked(NamedTuple):
    """The questions of a year: those for the club, and those for the region above."""

    own: tuple[Question, ...]
    above: tuple[Question, ...]


def asked(federation: Federation, year: int) -> Asked:
    """List what is asked for a year, by the edition that governs when it begins."""
    day = date(year, 1, 1)
    found, book = rules.of(handbook.edition_on(federation, day)), handbook.book_on(federation, day)
    return Asked(found.directory(book), found.granted(book))


def told(organisation: Organisation, year: int) -> Answers:
    """Give what is known of an organisation for a year."""
    found = organisation.directory.filter(year=year).first()
    return Answers(found.told if found else {})


def told_before(organisation: Organisation, year: int) -> Answers:
    """Give what was told last before a year: a form begins with it."""
    found = organisation.directory.filter(year__lt=year).order_by("-year").first()
    return Answers(found.told if found else {})


def tell(
    organisation: Organisation,
    year: int,
    answers: Mapping[str, str],
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> DirectoryEntry:
    """Keep answers, as they were typed, for a year; the region's questions are for whoever acts for it. Others stay."""
    questions = asked(organisation.federation, year)
    by_name = {each.name: each for each in (*questions.own, *questions.above)}
    above = {each.name for each in questions.above}
    if answers.keys() & above:
        need(actor, Action.APPROVE, organisation, at)
    if not answers or answers.keys() - above:
        need(actor, Action.DIRECTORY, organisation, at)
    kept = as_kept(by_name, answers)
    with transactions.atomic():
        list(Organisation.objects.select_for_update(no_key=True).filter(pk=organisation.pk))
        entry, _new = DirectoryEntry.objects.get_or_create(organisation=organisation, year=year)
        before = dict(entry.told)
        entry.told = {name: said for name, said in {**before, **kept}.items() if said}
        entry.save(update_fields=["told"])
        changed = {name for name in {*before, *entry.told} if before.get(name) != entry.told.get(name)}
        was, now = ({name: values.get(name) for name in sorted(changed)} for values in (before, entry.told))
        trail.record(actor, "directory.tell", organisation, {"year": year, **was}, {"year": year, **now}, reason, at=at)
    return entry


def as_kept(by_name: Mapping[str, Question], answers: Mapping[str, str]) -> dict[str, str]:
    """Turn answers, as they were typed, into the form that is kept; refuse all that are none at once."""
    kept, mistakes = {}, {}
    for name, said in answers.items():
        try:
            kept[name] = by_name[name].kept(said)
        except KeyError:
            mistakes[name] = f"Nobody asks about {name}."
        except ValueError as why:
            mistakes[name] = str(why)
    if mistakes:
        raise Unanswerable(mistakes)
    return kept
