"""What of invoices was unpaid at the end of any day, as it was known then; all about them is read at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from overtrick.register.money.models import Charge, Dispute, Document, Line, Match

#: Causes of charges that no fine is taken of.
PENALTIES = (Charge.Cause.OVERDUE, Charge.Cause.LATE_FILE)


class _Move(NamedTuple):
    """An amount that a day added, or took off when it is below zero."""

    day: date
    entered: date
    amount: int


class _Disputed(NamedTuple):
    line: int
    begins: date
    ends: date | None  #: the day of an answer that did not uphold it

    def on(self, day: date) -> bool:
        return self.begins <= day and (self.ends is None or self.ends > day)


class Unpaid:
    """Invoices, and all that was ever paid, credited or disputed of them."""

    def __init__(self, invoices: Collection[int]) -> None:
        """Read it all, by as many questions however many invoices there are."""
        self._gross: dict[int, int] = dict(Document.objects.filter(pk__in=invoices).values_list("pk", "gross"))
        self._moves: dict[int, list[_Move]] = defaultdict(list)
        self._disputed: dict[int, list[_Disputed]] = defaultdict(list)
        self._penalties: dict[int, set[int]] = defaultdict(set)
        notes = Document.objects.filter(refers__in=invoices)
        for invoice, day, made, gross in notes.values_list("refers", "day", "made_at", "gross"):
            self._moves[invoice or 0].append(_Move(day, timezone.localdate(made), gross))
        matches = Match.objects.filter(document__in=invoices)
        for invoice, day, made, amount, undoes in matches.values_list("document", "day", "made_at", "amount", "undoes"):
            self._moves[invoice or 0].append(_Move(day, timezone.localdate(made), amount if undoes else -amount))
        disputes = Dispute.objects.filter(line__document__in=invoices)
        for invoice, line, made, answered, upheld in disputes.values_list(
            "line__document", "line", "made_at", "answered_at", "upheld"
        ):
            # One that is upheld waits for its credit note.
            ends = timezone.localdate(answered) if answered is not None and not upheld else None
            self._disputed[invoice].append(_Disputed(line, timezone.localdate(made), ends))
        fined = Line.objects.filter(document__in=invoices, charges__charge__cause__in=PENALTIES)
        for invoice, line in fined.values_list("document", "pk"):
            self._penalties[invoice].add(line)
        self._read_lines()

    def _read_lines(self) -> None:
        """Read what the lines that may not count come to, and what was taken back of them."""
        disputed = {each.line for listed in self._disputed.values() for each in listed}
        lines = disputed.union(*self._penalties.values())
        self._lines: dict[int, int] = dict(Line.objects.filter(pk__in=lines).values_list("pk", "gross"))
        back = Line.objects.filter(corrects__in=lines, document__kind=Document.Kind.CREDIT_NOTE)
        self._back: dict[int, list[_Move]] = defaultdict(list)
        for line, day, made, gross in back.values_list("corrects", "document__day", "document__made_at", "gross"):
            self._back[line or 0].append(_Move(day, timezone.localdate(made), gross))

    def undisputed(self, invoice: int, day: date, known: date, *, penalties: bool = True) -> int:
        """Say what was unpaid at the end of a day without lines in dispute; ``penalties``: with those charged before.

        What was entered after the day ``known`` is left out.
        """
        left = self._gross[invoice] + _sum(self._moves[invoice], day, known)
        spared = {each.line for each in self._disputed[invoice] if each.on(day)}
        if not penalties:
            spared |= self._penalties[invoice]
        return left - sum(self._lines[line] + _sum(self._back[line], day, known) for line in spared)


def _sum(moves: list[_Move], day: date, known: date) -> int:
    return sum(each.amount for each in moves if each.day <= day and each.entered <= known)
