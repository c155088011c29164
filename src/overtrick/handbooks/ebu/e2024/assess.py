"""How does an event become awards? Each stage to its tariff, each list to its awards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem, Refused, Remark
from overtrick.engine.event import Handicap, Round, StageKind, Standing
from overtrick.engine.places import Unranked
from overtrick.engine.scales import Pay
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.ebu.e2024 import cups, entry, lists, match_results, stratified
from overtrick.handbooks.ebu.e2024.basic import Size
from overtrick.handbooks.ebu.e2024.credit import Credits
from overtrick.handbooks.ebu.e2024.route import CUPS, Route, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event, Field, Stage
    from overtrick.engine.places import Tied
    from overtrick.handbooks.ebu.e2024.basic import Tariff
    from overtrick.handbooks.ebu.e2024.lists import Group
    from overtrick.handbooks.edition import Book


def assess(book: Book, event: Event) -> Assessment:
    """Work out every local-point award of an event, and why everybody else has none."""
    office = Credits(book, event)
    route = Route(book, event)
    for index, stage in enumerate(event.stages):
        try:
            _assess_stage(office, route, index, stage)
        except Unranked as missing:
            office.problems.append(Problem(f"{missing}.", "Give the place or the score.", ("stages", index)))
        except Unknown as unknown:
            office.problems.append(unknown.problem)
    return office.result()


def _assess_stage(office: Credits, route: Route, index: int, stage: Stage) -> None:
    if index or stage.handicap is not Handicap.NONE:
        handicapped = refused_for_handicap(office.event, index)
        if handicapped is not None:
            office.refuse_list(stage, stage.fields, handicapped)
            return
    groups = route.groups(stage)
    if stage.contest in CUPS or (stage.kind is not StageKind.ONLY and route.is_small_final(index)):
        _assess_cup(office, route, index, groups)
        return
    for group in groups:
        try:
            _assess_group(office, route, index, group)
        except Refused as refused:
            office.refuse_list(stage, group.fields, refused.working)
        for contestant in group.outside:
            if contestant.standing is not Standing.MATCHES_ONLY:
                office.refuse(stage, group.fields[0].name, contestant, lists.without_standing(office.event, contestant))


def _assess_group(office: Credits, route: Route, index: int, group: Group) -> None:
    stage = office.event.stages[index]
    if stage.stratified:
        _assess_stratified(office, route, index, group)
        return
    tariff = route.tariff(index, group)
    for field in group.fields:
        ranked = lists.ranked_in(office.book, field, keep_places=bool(group.outside))
        if tariff.matches is None:
            office.pay_places(stage, field, ranked, tariff, keep_places=bool(group.outside))
        else:
            everybody = list(ranked)
            _with_matches(office, stage, field, everybody, tariff, _pays(tariff, everybody), group)
    if tariff.note is not None and tariff.note.clause:
        office.remarks.append(Remark(tariff.note.says, tariff.note.clause))


def _with_matches(
    office: Credits,
    stage: Stage,
    field: Field,
    ranked: Iterable[Tied],
    tariff: Tariff,
    pays: dict[str, Pay],
    group: Group,
) -> None:
    if field.contestants and not stage.matches and all(each.tally is None for each in field.contestants):
        office.remarks.append(matches_not_given(stage))
    outside = group.outside if field is group.fields[0] else ()
    match_results.credit(office, stage, field, ranked, tariff, pays, outside)


def _pays(tariff: Tariff, ranked: Iterable[Tied]) -> dict[str, Pay]:
    places = tariff.places
    if places is None:
        return {}
    return {
        contestant.name: places.pay(first, len(members))
        for first, members in ranked
        if first <= places.paid
        for contestant in members
    }


@rule("4.5.2")
def matches_not_given(stage: Stage) -> Remark:
    """Without wins and draws only the ranking can be paid."""
    what = f"The {stage.kind} stage" if stage.kind is not StageKind.ONLY else "The event"
    return Remark(f"{what} pays for matches won, but no matches are given: only the ranking is worked out.", "4.5.2")


@rule("4.12.3", "4.12.4", "4.12.5", "4.12.6", "4.12.7")
def _assess_stratified(office: Credits, route: Route, index: int, group: Group) -> None:
    """Everybody is in the list of the own category and of all higher ones, and gets the highest award."""
    stage = office.event.stages[index]
    present = sorted({each.category or "A" for field in group.fields for each in field.contestants})
    best: dict[tuple[str, str], list[tuple[str, Step]]] = {}  # by list and contestant
    tariffs: dict[str, Tariff] = {}
    for category in (each for each in stratified.CATEGORIES if present and each <= present[-1]):
        inside = [
            field._replace(
                contestants=tuple(each for each in field.contestants if stratified.in_list(each.category, category))
            )
            for field in group.fields
        ]
        counts = tuple(len(field.contestants) for field in inside)
        try:
            tariffs[category] = route.stratified(index, group, category, counts)
        except Refused as refused:
            if category == stratified.CATEGORIES[0]:
                raise
            office.remarks.append(Remark(refused.working.says, refused.working.clause))
            continue
        for field in inside:
            for name, pay in _pays(tariffs[category], lists.ranked_in(office.book, field)).items():
                best.setdefault((field.name, name), []).append((category, pay.working))
    overall = tariffs[stratified.CATEGORIES[0]]
    for field in group.fields:
        ranked = list(lists.ranked_in(office.book, field))
        pays = {name: _highest(awards) for (listed, name), awards in best.items() if listed == field.name}
        if overall.matches is not None:
            _with_matches(office, stage, field, ranked, overall, pays, group)
        else:
            office.pay_contestants(stage, field, ranked, pays, overall)


def _highest(awards: list[tuple[str, Step]]) -> Pay:
    working = stratified.highest(awards)
    return Pay(int(working.value), working)


@rule("3.10.1")
def refused_for_handicap(event: Event, index: int) -> Step | None:
    """A handicap result earns nothing; a rescored one does, unless the handicap decided who went on."""
    stage = event.stages[index]
    if stage.handicap is Handicap.RANKED:
        return step("A handicap result earns no points; score it again without the handicap", 0)
    if any(each.handicap in (Handicap.RANKED, Handicap.QUALIFIED) for each in event.stages[:index]) or (
        stage.handicap is Handicap.QUALIFIED
    ):
        return step("A handicap decided who qualified: no points, and no rescoring can change that", 0)
    return None


def _assess_cup(office: Credits, route: Route, index: int, groups: list[Group]) -> None:
    stage = office.event.stages[index]
    try:
        status, original = cups.terms(route, index)
        if stage.contest in CUPS and original is None:
            size = Size(stage.play, 1, groups[0].counts, stage.schedule)
            entry.large_enough(office.book, stage.play, 1, size.tables)
        if not stage.rounds:
            drawn_up = Round(match_results.head_to_head(stage), stage.match_boards or stage.schedule.boards)
            stage = stage._replace(rounds=(drawn_up,), kind=stage.kind)
        match_results.credit_knock_out(office, stage, status, original)
    except Refused as refused:
        for group in groups:
            office.refuse_list(stage, group.fields, refused.working)
