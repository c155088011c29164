"""What accounts and tax codes are called in another program: filled in once by the office."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.bookkeeping.models import AccountCode
from overtrick.register.errors import Refused
from overtrick.register.money.models import JournalPosting, Line
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

Kind = AccountCode.Kind
_LONGEST = 40


class Unmapped(Refused):
    """Nobody has said what something is called in the other program; ``names`` lists it."""

    def __init__(self, program: str, names: Iterable[str]) -> None:
        """Name everything at once."""
        self.names = tuple(names)
        super().__init__(
            f"{program} has no code for: {', '.join(self.names)}.",
            "Enter the codes first. Nothing was exported.",
            code="bookkeeping-codes-missing",
        )


class Ours(NamedTuple):
    """An account or a tax code of ours."""

    kind: AccountCode.Kind
    name: str

    @property
    def words(self) -> str:
        """Name it."""
        return self.name if self.kind is Kind.ACCOUNT else f"tax code {self.name or 'none'}"


class Codes:
    """The codes of a program, asked one by one; what is missing is remembered, and refused all at once."""

    def __init__(self, program: str) -> None:
        """Read them once."""
        self.program = program
        self._known = known(program)
        self._missing: dict[str, None] = {}

    def account(self, name: str) -> str:
        """Give the code of an account."""
        return self._find(Ours(Kind.ACCOUNT, name))

    def tax(self, code: str) -> str:
        """Give the other program's code of a tax code."""
        return self._find(Ours(Kind.TAX, code))

    def _find(self, ours: Ours) -> str:
        found = self._known.get(ours, "")
        if not found:
            self._missing[ours.words] = None
        return found

    def check(self) -> None:
        """Refuse if something had no code."""
        if self._missing:
            raise Unmapped(self.program, self._missing)


def known(program: str) -> dict[Ours, str]:
    """Give the codes that were entered for a program."""
    rows = AccountCode.objects.filter(program=program).values_list("kind", "name", "code")
    return {Ours(Kind(kind), name): code for kind, name, code in rows}


def used() -> list[Ours]:
    """List every account and tax code that the journal has used."""
    names = JournalPosting.objects.order_by("name").values_list("name", flat=True).distinct()
    taxes = Line.objects.order_by("tax_code").values_list("tax_code", flat=True).distinct()
    return [*(Ours(Kind.ACCOUNT, each) for each in names), *(Ours(Kind.TAX, each) for each in taxes)]


def enter(program: str, given: Mapping[Ours, str], *, actor: User, at: datetime) -> int:
    """Keep what accounts and tax codes are called in a program; gives how many have changed."""
    need(actor, Action.BILL, None, at)
    changed = 0
    with transactions.atomic():
        rows = {
            Ours(Kind(each.kind), each.name): each
            for each in AccountCode.objects.select_for_update(of=("self",)).filter(program=program)
        }
        for ours, written in given.items():
            code = written.strip()[:_LONGEST]
            row = rows.get(ours)
            before = row.code if row else ""
            if code == before:
                continue
            row = row or AccountCode(federation=current(), program=program, kind=ours.kind, name=ours.name)
            row.code = code
            row.save()
            trail.record(actor, "bookkeeping.code", row, {"code": before}, {"name": ours.words, "code": code}, at=at)
            changed += 1
    return changed
