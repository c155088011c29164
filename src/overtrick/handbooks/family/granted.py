"""What does an event earn that the handbook has no scale for? What the federation granted, on whose authority."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import NoScale, Problem, Remark
from overtrick.engine.numbers import many
from overtrick.engine.scales import PlaceAwards
from overtrick.engine.working import NOTHING, PLACES, POINTS, Step, step
from overtrick.handbooks.family import lists, match_results, matches, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Tariff
from overtrick.handbooks.family.green_curve import ListedAwards
from overtrick.handbooks.family.matches import MatchAwards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.engine.assessment import Refused
    from overtrick.engine.event import Event, Field, Stage
    from overtrick.engine.numbers import Exact
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import Pay
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.credit import Credits
    from overtrick.handbooks.family.lists import Group

SCALE, AUTHORITY = "granted scale", "granted by"
_PART = re.compile(r"\s*(?:([^:;,]*[^:;,\s])\s*:)?([^:;]*)")
_ITEM = re.compile(r"\s*(win|draw)?\s*([0-9]{1,6})\s*")
_NO_NUMBER = re.compile(r"division\s*|section\s*")


class Granted(NamedTuple):
    """What a list is paid: points of each place, and of a match."""

    places: tuple[int, ...] = ()
    win: int = 0
    draw: int | None = None  #: None: half of a win

    @property
    def by_matches(self) -> bool:
        """Say whether matches are paid."""
        return bool(self.win or self.draw)


def read(written: str) -> dict[str, Granted] | None:
    """Read "40, 30, 20; win 12" by division: "1: 40, 30, win 14; 2: 24, 16, win 12"; None: it cannot be read."""
    found: dict[str, Granted] = {}
    for part in written.split(";"):
        whole = _PART.fullmatch(part)
        items = [_ITEM.fullmatch(each) for each in whole[2].split(",")] if whole else []
        if whole is None or not all(items):
            return None
        told = [(item[1] or "", int(item[2])) for item in items if item is not None]
        words = dict(told)
        label = _label(whole[1] or "")
        before = found.get(label, Granted())
        found[label] = Granted(
            (*before.places, *(points for word, points in told if not word)),
            words.get("win", before.win),
            words.get("draw", before.draw),
        )
    return found


def _label(written: str) -> str:
    return _NO_NUMBER.sub("", written.casefold()).strip()


def check(event: Event) -> Iterator[Problem]:
    """See that a scale can be read, and that it says who granted it."""
    told = event.fact(SCALE)
    if told and read(told) is None:
        found = f"The granted scale {told!r} cannot be read."
        remedy = "Write the points of each place, and of a match won: 40, 30, 20, win 12."
        yield Problem(found, remedy, ("facts", SCALE), code="fact-unknown")
    elif told and not event.fact(AUTHORITY):
        found = "Who granted the scale, and when?"
        yield Problem(found, f"Give the fact '{AUTHORITY}'.", ("facts", AUTHORITY), code="scale-granted-by", asks=True)


def instead(office: Credits, stage: Stage, groups: Sequence[Group], refused: Refused) -> bool:
    """Pay a stage that the handbook has no scale for as the federation granted, or refuse it; matches are paid: yes."""
    scale = read(office.event.fact(SCALE)) if isinstance(refused, NoScale) else None
    if scale is None or not office.event.fact(SCALE):
        for group in groups:
            office.refuse_list(stage, group.fields, refused.working)
        if isinstance(refused, NoScale):
            says = f"If the {levels.office(office.book)} granted a scale, tell it as '{SCALE}'."
            _tell(office, Remark(says, "", code="scale-may-be-granted"))
        return False
    by_matches = False
    for group in groups:
        for field in group.fields:
            own = scale.get(_label(field.division or field.section or field.name), scale.get(""))
            if own is None:
                office.refuse_list(stage, (field,), refused.working)
                continue
            _pay(office, stage, field, group, own, refused.working)
            by_matches = by_matches or own.by_matches
    return by_matches


def tell_if_unused(office: Credits) -> None:
    """Say that a granted scale changes nothing where the handbook does not ask for one."""
    if office.event.fact(SCALE) and all(each.code != "scale-granted" for each in office.remarks):
        says = "The granted scale is not used: it counts where the handbook has none for the event."
        _tell(office, Remark(says, "", code="scale-not-used"))


def _tell(office: Credits, remark: Remark) -> None:
    if remark not in office.remarks:
        office.remarks.append(remark)


def _pay(office: Credits, stage: Stage, field: Field, group: Group, own: Granted, reason: Step) -> None:
    by, clause = office.event.fact(AUTHORITY), reason.clause
    granted = step("A scale granted by {by}", 0, NOTHING, because=(reason,), clause=clause, by=by)
    says = f"Paid by a scale that was granted by {by}: {office.event.fact(SCALE)}."
    _tell(office, Remark(says, clause, code="scale-granted"))
    ranked = list(lists.ranked_in(office.book, field, keep_places=bool(group.outside)))
    tariff = _tariff(office.book, stage, own, granted)
    if tariff.matches is None:
        office.pay_places(stage, field, ranked, tariff)
    else:
        match_results.credit(office, stage, field, ranked, tariff, _pays(tariff, ranked), group)


def _tariff(book: Book, stage: Stage, own: Granted, granted: Step) -> Tariff:
    clause = granted.clause

    def figure(sentence: str, points: int, *, boards: int = 0, place: int = 0) -> Step:
        return step(sentence, points, POINTS, because=(granted,), clause=clause, boards=boards, place=place)

    said = many(len(own.places), "place")
    paid = step("{said}, as granted", len(own.places), PLACES, because=(granted,), clause=clause, said=said)
    awards = tuple([figure("Place {place}, as granted", each, place=at) for at, each in enumerate(own.places, 1)])

    def place(number: int, value: Exact) -> Step:
        return awards[number - 1] if number <= len(awards) else scales.no_award_there(book, number, value, paid)

    share = partial(scales.share_the_tie, book)
    places = PlaceAwards(ListedAwards(own.places), place, share, partial(scales.rounded_up, book)) if awards else None
    awarded = MatchAwards(
        matches.usual_boards(stage),
        lambda boards: figure("A win over {boards} boards, as granted", own.win, boards=boards),
        granted,
        None
        if own.draw is None
        else lambda boards: figure("A draw over {boards} boards", own.draw or 0, boards=boards),
    )
    if own.draw is None:  # half of a win
        awarded = awarded._replace(draw=None)
    return Tariff(
        granted, paid, places, paid, awarded._replace(cites=clause) if own.by_matches else None, together=clause
    )


def _pays(tariff: Tariff, ranked: Sequence[Tied]) -> dict[str, Pay]:
    if tariff.places is None:
        return {}
    return {
        each.name: tariff.places.pay(first, len(members))
        for first, members in ranked
        if first <= tariff.places.paid
        for each in members
    }
