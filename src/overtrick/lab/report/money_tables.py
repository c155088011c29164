"""Tables of a report about money: what organisers are charged before and after, and which quotas are others.

In public, what is charged by kind of charge, where five organisers or more are charged for it, and no organiser.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from overtrick.formats.tables import Cell
from overtrick.handbooks.money import line
from overtrick.lab.charges import Charges, QuotaChange, Sum
from overtrick.lab.report.table import Table, few
from overtrick.lab.small_groups import LEAST_GROUP


def charges(found: Charges, *, public: bool = False) -> Table:
    """Tell what is charged before and after."""
    amounts = [f"Before ({found.sign})", f"After ({found.sign})", f"Change ({found.sign})"]
    figures = ["Quantity before", "Quantity after", *amounts]
    first = ["Charge", "Organisers"] if public else ["Organiser", "Charge"]
    columns = [*first, "Charged by", *figures]
    if public:
        rows = [_of_charge(each) for each in _by_charge(found) if len(each) >= LEAST_GROUP]
    else:
        rows = [[each.organiser, each.words, each.basis, *_amounts(each)] for each in found.sums]
    at_right = frozenset([*figures, "Organisers"])
    return Table("charges", "Charges", _about_charges(found, public=public), columns, rows, at_right)


def _about_charges(found: Charges, *, public: bool) -> str:
    if found.why_not:
        return found.why_not
    says = f"What {found.events:,} events cost at the amounts that held, and would cost under the proposal."
    if any(each.cost_before is None or each.cost_after is None for each in found.sums):
        says += " Where no amount is entered, only the quantity is told."
    if found.left_out:
        says += f" {found.left_out:,} events could not be charged twice and are left out."
    return f"{says} Charges for fewer than {LEAST_GROUP} organisers are left out." if public else says


def _by_charge(found: Charges) -> list[list[Sum]]:
    groups: dict[str, list[Sum]] = {}
    for each in found.sums:
        groups.setdefault(each.charge, []).append(each)
    return list(groups.values())


def _of_charge(sums: list[Sum]) -> list[Cell]:
    whole = sums[0]
    for each in sums[1:]:
        whole = whole._replace(
            before=whole.before + each.before,
            after=whole.after + each.after,
            cost_before=_plus(whole.cost_before, each.cost_before),
            cost_after=_plus(whole.cost_after, each.cost_after),
        )
    return [whole.words, len(sums), whole.basis, *_amounts(whole)]


def _plus(one: Fraction | None, two: Fraction | None) -> Fraction | None:
    return None if one is None or two is None else one + two


def _amounts(each: Sum) -> list[Cell]:
    change = None if each.cost_before is None or each.cost_after is None else each.cost_after - each.cost_before
    return [_counted(each.before), _counted(each.after), *map(_money, (each.cost_before, each.cost_after, change))]


def _counted(quantity: Fraction) -> Cell:
    """Write a quantity; a third of a session has as many figures as a reader can use."""
    return Decimal(quantity.numerator) if quantity.denominator == 1 else round(_decimal(quantity), 4)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _money(cents: Fraction | None) -> Cell:
    """Round an amount as the line of an invoice is rounded; nothing where no amount is entered."""
    return "" if cents is None else Decimal(line([cents])).scaleb(-2)


def quotas(found: Charges, *, public: bool = False) -> Table:
    """Tell which quotas are others."""
    says = found.why_not or f"The quotas of {found.organisers:,} organisers in the year in which the season ends."
    if not found.why_not and not found.quotas:
        says += " None of them changes."
    if public:
        columns = ["Quota", "Organisers with more", "Organisers with less", "Organisers beyond it"]
        rows: list[list[Cell]] = [
            [what, *(few(count, public=True) for count in _moves([q for q in found.quotas if q.what == what]))]
            for what in dict.fromkeys(each.what for each in found.quotas)
        ]
        return Table("quotas", "Quotas", says, columns, rows, frozenset(columns[1:]))
    columns = ["Organiser", "Quota", "Allowed before", "Allowed after", "Used before", "Used after"]
    rows = [
        [each.organiser, each.what, _told(each.before), _told(each.after), each.used, each.used_after]
        for each in found.quotas
    ]
    return Table("quotas", "Quotas", says, columns, rows, frozenset(columns[2:]))


def _moves(changes: list[QuotaChange]) -> tuple[int, int, int]:
    both = [(each.before, each.after, each.used_after) for each in changes]
    more = sum(one is not None and two is not None and two > one for one, two, _used in both)
    less = sum(one is not None and two is not None and two < one for one, two, _used in both)
    return more, less, sum(two is not None and used > two for _one, two, used in both)


def _told(allowed: int | None) -> Cell:
    return "not told" if allowed is None else allowed
