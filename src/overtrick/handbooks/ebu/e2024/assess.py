"""How does an event become awards? Each stage to its tariff, each list to its awards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Assessment, Problem, Refused, Remark, Unknown
from overtrick.engine.crediting import credit_session
from overtrick.engine.event import Contest, Handicap, Play, StageKind, Standing
from overtrick.engine.numbers import up
from overtrick.engine.places import Unranked
from overtrick.engine.scales import Pay
from overtrick.engine.working import Step, rule
from overtrick.handbooks.ebu.e2024 import basic, cup_results, cups, entry, lists, match_results, players, stratified
from overtrick.handbooks.ebu.e2024.credit import LOCAL, Credits, not_placed
from overtrick.handbooks.ebu.e2024.route import Route

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.event import Event, Field, Stage
    from overtrick.engine.places import Tied
    from overtrick.handbooks.ebu.e2024.basic import Tariff
    from overtrick.handbooks.ebu.e2024.lists import Group
    from overtrick.handbooks.edition import Book


BLUE = "blue"
EBU = "EBU"


def assess(book: Book, event: Event) -> Assessment:
    """Work out every award of an event, and why everybody else has none; of local points unless it says otherwise."""
    if (event.facts or event.organiser) and (points := colour(event)) != LOCAL:
        return _other_points(book, event, points)
    return assess_locally(book, event)


@rule("5.1.1")
def colour(event: Event) -> str:
    """An event gives the points it says; one of the EBU itself that does not say gives blue points."""
    return event.fact("points") or (BLUE if event.organiser.upper() == EBU else LOCAL)


def _other_points(book: Book, event: Event, points: str) -> Assessment:
    # Loaded here: most events are of local points, and need not wait for these.
    from overtrick.handbooks.ebu.e2024 import blue, green_assess  # noqa: PLC0415

    if points == BLUE:
        return blue.assess(book, event, assess_locally)
    if points == green_assess.GREEN:
        return green_assess.assess(book, event, assess_stage)
    office = Credits(book, event)
    found = f"There are no {points!r} points."
    office.problems.append(Problem(found, "Write local, blue or green for the fact 'points'.", ("facts",)))
    return office.result()


def assess_locally(book: Book, event: Event) -> Assessment:
    """Work out every local-point award of an event, and why everybody else has none."""
    if len(event.stages) == 1 and _is_club_night(event.stages[0]):
        night = _club_night(book, event)
        if night is not None:
            return night
    office = Credits(book, event)
    route = Route(book, event)
    for index, stage in enumerate(event.stages):
        try:
            assess_stage(office, route, index, stage)
        except Unranked as missing:
            office.problems.append(Problem(f"{missing}.", "Give the place or the score.", ("stages", index)))
        except Unknown as unknown:
            office.problems.append(unknown.problem)
    return office.result()


def _is_club_night(stage: Stage) -> bool:
    """Say whether a stage is one movement without anything special: what most events are."""
    return (
        stage.kind is StageKind.ONLY
        and stage.contest is Contest.MOVEMENT
        and len(stage.fields) == stage.winners
        and stage.handicap is Handicap.NONE
        and not stage.stratified
        and stage.across
        and not stage.match_boards
    )


def _club_night(book: Book, event: Event) -> Assessment | None:
    """Credit a club night at once; None where it needs the long way: a refusal, a problem, standing, sections."""
    stage = event.stages[0]
    fields = stage.fields
    if not lists.are_plain(fields, one_field=stage.matchpoints and stage.play is not Play.TEAMS):
        return None
    group = lists.Group(fields, tuple([field.size for field in fields]))
    try:
        tariff = Route(book, event).tariff(0, group)
        if tariff.places is None or tariff.matches is not None or tariff.note is not None:
            return None
        boards = stage.schedule.boards
        awards, refusals = credit_session(
            [(field, tariff.places) for field in fields],
            LOCAL,
            lambda player: players.refused(player, boards, "the stage"),
            lambda _field, first, tied: not_placed(first, tied, tariff),
        )
    except (Refused, Unknown, Unranked):
        return None
    return Assessment(book.edition.handbook.name, book.edition.name, event, awards, refusals, [], [])


def assess_stage(office: Credits, route: Route, index: int, stage: Stage) -> None:
    """Work out one stage by the rules for local points."""
    if index or stage.handicap is not Handicap.NONE:
        handicapped = players.refused_for_handicap(office.event, index)
        if handicapped is not None:
            office.refuse_list(stage, stage.fields, handicapped)
            return
    groups = route.groups(index)
    lists.check_matches(stage, groups, index)
    if cups.is_cup(route, index):
        _assess_cup(office, route, index)
        return
    for group in groups:
        with_matches = False
        try:
            with_matches = _assess_group(office, route, index, group)
        except Refused as refused:
            office.refuse_list(stage, group.fields, refused.working)
        for name, contestant in group.outside:
            if not (with_matches and contestant.standing is Standing.MATCHES_ONLY):
                office.refuse(stage, name, contestant, lists.without_standing(office.event, contestant))


def _assess_group(office: Credits, route: Route, index: int, group: Group) -> bool:
    """Credit one field; say whether it is paid for matches too."""
    stage = office.event.stages[index]
    if stage.stratified:
        return _assess_stratified(office, route, index, group)
    tariff = route.tariff(index, group)
    for field in group.fields:
        ranked = lists.ranked_in(office.book, field, keep_places=bool(group.outside))
        if tariff.matches is None:
            office.pay_places(stage, field, ranked, tariff, keep_places=bool(group.outside))
        else:
            everybody = list(ranked)
            _with_matches(office, stage, field, everybody, tariff, _pays(office, tariff, everybody), group)
    if tariff.note is not None and tariff.note.clause:
        office.remarks.append(Remark(tariff.note.says, tariff.note.clause))
    return tariff.matches is not None


def _with_matches(
    office: Credits,
    stage: Stage,
    field: Field,
    ranked: list[Tied],
    tariff: Tariff,
    pays: dict[str, Pay],
    group: Group,
) -> None:
    told = any(each.tally or any(player.tally for player in each.players) for each in field.contestants)
    if field.contestants and not stage.matches and not told:
        office.remarks.append(matches_not_given(stage))
    match_results.credit(office, stage, field, ranked, tariff, pays, group)


def _pays(office: Credits, tariff: Tariff, ranked: Iterable[Tied]) -> dict[str, Pay]:
    places = tariff.places
    if places is None:
        return {}
    together = tariff.matches is not None and office.book.setting("ranking_and_matches_rounded") == "together"
    found: dict[str, Pay] = {}
    for first, members in ranked:
        if first > places.paid:
            break
        pay = places.pay(first, len(members))
        exact = places.exact(first, len(members))
        if together and pay.units - exact.value < 1:  # rounded with the matches, unless the minimum lifted it
            pay = Pay(pay.units, exact)
        found.update(dict.fromkeys([each.name for each in members], pay))
    return found


@rule("4.5.2")
def matches_not_given(stage: Stage) -> Remark:
    """Without wins and draws only the ranking can be paid."""
    what = f"The {stage.kind} stage" if stage.kind is not StageKind.ONLY else "The event"
    return Remark(f"{what} pays for matches won, but no matches are given: only the ranking is worked out.", "4.5.2")


@rule("4.12.3", "4.12.4", "4.12.5", "4.12.6", "4.12.7", "4.12.8(iv)")
def _assess_stratified(office: Credits, route: Route, index: int, group: Group) -> bool:
    """Everybody is in the list of the own category and of all higher ones, and gets the highest award."""
    stage = office.event.stages[index]
    present = sorted({each.category or "A" for field in group.fields for each in field.contestants})
    if not present:
        return False
    for category in present:
        if category not in stratified.CATEGORIES:
            raise Unknown(f"There is no category {category!r}.", "Use A, B, C or D, A for the top.", "stages", index)
    basic.check(office.book, route.size(stage, group))
    tariffs, best = _category_awards(office, route, index, group, present[-1])
    overall = tariffs[stratified.CATEGORIES[0]]
    for at, field in enumerate(group.fields):
        ranked = list(lists.ranked_in(office.book, field))
        pays = {name: _highest(awards) for name, awards in best[at].items()}
        if overall.matches is not None:
            _with_matches(office, stage, field, ranked, overall, pays, group)
        else:
            office.pay_contestants(stage, field, ranked, pays, overall)
    return overall.matches is not None


#: By list and contestant: each category with its award.
CategoryAwards = list[dict[str, list[tuple[str, Step]]]]


def _category_awards(
    office: Credits, route: Route, index: int, group: Group, lowest: str
) -> tuple[dict[str, Tariff], CategoryAwards]:
    """Work out the list of every category down to the lowest; one that is too small is told and passed over."""
    tariffs: dict[str, Tariff] = {}
    best: CategoryAwards = [{} for _field in group.fields]
    for category in (each for each in stratified.CATEGORIES if each <= lowest):
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
        for at, field in enumerate(inside):
            for name, pay in _pays(office, tariffs[category], lists.ranked_in(office.book, field)).items():
                best[at].setdefault(name, []).append((category, pay.working))
    return tariffs, best


def _highest(awards: list[tuple[str, Step]]) -> Pay:
    working = stratified.highest(awards)
    return Pay(up(working.value), working)


def _assess_cup(office: Credits, route: Route, index: int) -> None:
    stage = office.event.stages[index]
    try:
        status, original = cups.terms(route, index)
        if original is None:
            entry.large_enough(office.book, stage.play, 1, route.size(stage, route.groups(index)[0]).tables)
        cup_results.credit(office, cups.drawn_up(stage, index), status, original)
    except Refused as refused:
        office.refuse_list(stage, stage.fields, refused.working)
