"""Who came where? Places as the file writes them, checked against each other, or worked out from the scores."""

from __future__ import annotations

from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from overtrick.formats.usebio import figures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from overtrick.formats.usebio.entries import Entry
    from overtrick.formats.usebio.findings import Findings

_SHOWN = 6
_LISTED = 4
_by_place = itemgetter(0)


class RankedBy(NamedTuple):
    """What ranks the contestants of a list, in their order: places, or scores where those have to do."""

    places: Sequence[int | None]
    scores: Sequence[Decimal | None]


class Worked(NamedTuple):
    """Places that were worked out: from what, and which lines could not be read."""

    places: list[int]
    out_of: str
    unread: Sequence[tuple[int, str]] = ()  #: the line and what is wrong with it


FromTravellers: TypeAlias = "Callable[[Sequence[Entry]], Worked | None]"


def rank(
    lists: Sequence[Sequence[Entry]],
    matchpoints: bool,  # noqa: FBT001 - the answer to a question
    findings: Findings,
    from_travellers: FromTravellers,
    *,
    needed: bool = True,
) -> list[RankedBy]:
    """Rank every list by its places; where they are missing or do not follow, by its scores, and say so.

    Two directions may be ranked in one list by mistake: then their order in it is kept. ``needed``: somebody without
    place and score is a problem (a knock-out ranks nobody).
    """
    wrong = [out_of_step(entries) for entries in lists]
    together = [entry for entries in lists for entry in entries]
    joined = len(lists) > 1 and any(wrong) and out_of_step(together) is None
    if joined:
        line = together[0].line
        findings.note(
            "directions-ranked-apart",
            line,
            "The places cover both directions together; we ranked each direction by itself.",
        )
    ranked = []
    for entries, fault in zip(lists, wrong, strict=True):
        scores = _scores(entries, matchpoints)
        if fault is not None and not joined:
            ranked.append(_without_places(entries, fault, scores, findings, from_travellers, needed=needed))
            continue
        places = [0 if entry.place is None else entry.place[0] for entry in entries]
        if joined:
            places = standing(places)
        _tell_disorder(entries, places, scores, findings)
        ranked.append(RankedBy(places, scores))
    return ranked


def standing(places: Sequence[Any]) -> list[int]:
    """Rank values, the smallest first; equals share the place they reach."""
    reached: dict[Any, int] = {}
    for at, value in enumerate(sorted(places), 1):
        reached.setdefault(value, at)
    return [reached[value] for value in places]


def out_of_step(entries: Sequence[Entry]) -> tuple[Entry, str] | None:
    """Find the first place that does not follow from the others, and say what is wrong; None if all go 1, 2, 2, 4."""
    told = [entry.place for entry in entries]
    if None not in told and sorted(told) == [(place, False) for place in range(1, len(told) + 1)]:  # type: ignore[type-var]
        return None  # most lists have no tie
    written: list[tuple[int, bool, Entry]] = []
    for entry in entries:
        if entry.place is None:
            text = entry.value("PLACE")
            return entry, f"'{text[:20]}' is not a place" if text else "a place is missing"
        written.append((*entry.place, entry))
    written.sort(key=_by_place)
    before = 0
    for index, (place, shared, entry) in enumerate(written, 1):
        last = index == len(written)
        if shared and place != before and (last or written[index][0] != place):
            return entry, f"only one has place {place}="
        if place not in (index, before):
            shown = [str(each[0]) for each in written[max(index - 1 - _SHOWN, 0) : index]]
            lead = "…, " if index > _SHOWN + 1 else ""
            return entry, f"the places go {lead}{', '.join(shown)}, where {index} was expected"
        before = place
    return None


def _tell_disorder(
    entries: Sequence[Entry], places: Sequence[int], scores: Sequence[Decimal | None], findings: Findings
) -> None:
    """Tell of a place that does not follow from the scores, a slip or a ruling; of a handicap somebody else asks."""
    if any("HANDICAP" in entry.values for entry in entries):
        return
    order = sorted(zip(places, scores, entries, strict=True), key=_by_place)
    for (place, score, _entry), (after, more, entry) in pairwise(order):
        if score is not None and more is not None and place < after and score < more:
            says = f"Place {after} has a score of {more}, and place {place} only {score}; the places count."
            findings.note("place-against-score", entry.line, says)


def _scores(entries: Sequence[Entry], matchpoints: bool) -> list[Decimal | None]:  # noqa: FBT001
    """Take percentages where there are match points, totals elsewhere; the other if those are not complete."""
    tags = ("PERCENTAGE", "TOTAL_SCORE") if matchpoints else ("TOTAL_SCORE", "PERCENTAGE")
    for tag in tags:
        found = [figures.number(entry.value(tag)) for entry in entries]
        if None not in found:
            return found
    return [None] * len(entries)


def _without_places(
    entries: Sequence[Entry],
    fault: tuple[Entry, str],
    scores: list[Decimal | None],
    findings: Findings,
    from_travellers: FromTravellers,
    *,
    needed: bool,
) -> RankedBy:
    entry, why = fault
    if not any(each.value("PLACE") for each in entries):
        why = "the file has no places"
    if None not in scores:
        findings.note("ranking-worked-out", entry.line, f"{_capital(why)}; the ranking was worked out from the scores.")
        return RankedBy([None] * len(entries), scores)
    worked = from_travellers(entries)
    if worked is not None:
        findings.note(
            "ranking-worked-out", entry.line, f"{_capital(why)}; the ranking was worked out from {worked.out_of}."
        )
        if worked.unread:
            line, wrong = worked.unread[0]
            count = "One result is" if len(worked.unread) == 1 else f"{len(worked.unread)} results are"
            findings.note("results-left-out", line, f"{count} left out of the ranking, because {wrong}.")
        return RankedBy(worked.places, [None] * len(entries))
    if needed:
        missing = [each for each in entries if not each.value("PLACE")]
        for each in missing[:_LISTED] if len(missing) < len(entries) else ():
            findings.report(
                "places-missing", each.line, f"Number {each.key or '?'} has no <PLACE> and no score.", "Add the place."
            )
        if not missing or len(missing) == len(entries):
            remedy = "Correct the places: those who tie share one, as 2=, and the places after it stay empty."
            findings.report(
                "places-missing", entry.line, f"{_capital(why)}, and there are no scores to rank by.", remedy
            )
    return RankedBy([None] * len(entries), [None] * len(entries))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
