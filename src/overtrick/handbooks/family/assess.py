"""How does an event become awards of local points? Each stage to its tariff, each list to its awards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Assessment, NoScale, Problem, Refused, Remark, Unknown, refused_by
from overtrick.engine.crediting import credit_session
from overtrick.engine.event import Contest, Handicap, Play, StageKind, Standing
from overtrick.engine.places import Unranked
from overtrick.engine.played import StagePlay, seats
from overtrick.engine.scales import ListScales, Pay
from overtrick.engine.working import all_reasons
from overtrick.handbooks.family import cup_results, cups, granted, lists, match_results, players, tie_play_offs
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.credit import LOCAL, Credits, not_placed
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from overtrick.engine.event import Event, Field, Stage
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Tariff
    from overtrick.handbooks.family.credit import Colours
    from overtrick.handbooks.family.lists import Group
    from overtrick.handbooks.family.scale_selection import Route

    #: Makes the way from an event to its tariffs: the family's, or a handbook's own.
    Routes = Callable[[Book, Event], Route]


#: To look a word up in its class takes ten times as long as to look it up here, and these are asked of every event.
_ONLY, _MOVEMENT, _NO_HANDICAP, _TEAMS = StageKind.ONLY, Contest.MOVEMENT, Handicap.NONE, Play.TEAMS


def assess_locally(book: Book, event: Event, routes: Routes, colours: Colours | None = None) -> Assessment:
    """Work out every local-point award of an event, and why everybody else has none.

    ``colours`` says which parts of it are paid in points of another colour on the same scales.
    """
    plain = colours is None and not (event.facts and event.fact(granted.SCALE))
    if plain and len(event.stages) == 1 and _is_club_night(event.stages[0]):
        night = _club_night(book, event, routes)
        if night is not None:
            return night
    if tie_play_offs.RULE in book.edition.family.clauses and tie_play_offs.has_one(event):
        return or_why_not(
            book, event, lambda: _stage_by_stage(book, tie_play_offs.parted(book, event), routes, colours)
        )
    return _stage_by_stage(book, event, routes, colours)


def _stage_by_stage(book: Book, event: Event, routes: Routes, colours: Colours | None) -> Assessment:
    """Work out every stage; what stands against one does not stop the others."""
    office = Credits(book, event, colours)
    route = routes(book, event)
    for index, stage in enumerate(event.stages):
        try:
            assess_stage(office, route, index, stage)
        except Unranked as missing:
            office.problems.append(
                Problem(f"{missing}.", "Give the place or the score.", ("stages", index), code="places-missing")
            )
        except Unknown as unknown:
            office.problem(unknown, index)
    if event.facts:
        granted.tell_if_unused(office)
    return office.result()


def or_why_not(book: Book, event: Event, assess: Callable[[], Assessment]) -> Assessment:
    """Work an event out; what stops it as a whole is a problem, or a refusal for everybody in it."""
    try:
        return assess()
    except Unknown as unknown:
        office = Credits(book, event)
        office.problem(unknown, 0)
    except Refused as refused:
        office = Credits(book, event)
        for stage in event.stages:
            office.refuse_list(stage, stage.fields, refused.working)
    return office.result()


def _is_club_night(stage: Stage) -> bool:
    """Say whether a stage is one movement without anything special: what most events are."""
    return (
        stage.kind is _ONLY
        and stage.contest is _MOVEMENT
        and len(stage.fields) == stage.winners
        and stage.handicap is _NO_HANDICAP
        and not stage.stratified
        and stage.across
        and not stage.match_boards
    )


def scales(book: Book, event: Event, routes: Routes) -> ListScales | None:
    """Give what the lists of a club night are paid, whoever sat there; None where an event needs the long way."""
    if len(event.stages) != 1 or not _is_club_night(event.stages[0]):
        return None
    found = _places_of_a_night(book, event, routes)
    return None if found is None else ListScales(LOCAL, (found[1],) * len(event.stages[0].fields))


def _places_of_a_night(book: Book, event: Event, routes: Routes) -> tuple[Tariff, PlaceAwards] | None:
    """Find the tariff of a club night and its places; None where there is a refusal, a problem, standing, sections."""
    stage = event.stages[0]
    fields = stage.fields
    one_field = stage.matchpoints and stage.play is not _TEAMS
    if stage.sections or not lists.are_plain(fields, one_field=one_field, seats=seats(stage)):
        return None
    group = lists.Group(fields, tuple([field.size for field in fields]))
    route = routes(book, event)
    if route.lines_apart and len(fields) > 1:
        return None
    try:
        tariff = route.tariff(0, group)
    except (Refused, Unknown):
        return None
    if tariff.places is None or tariff.matches is not None or tariff.note is not None:
        return None
    return tariff, tariff.places


def _club_night(book: Book, event: Event, routes: Routes) -> Assessment | None:
    """Credit a club night at once; None where it needs the long way."""
    found = _places_of_a_night(book, event, routes)
    if found is None:
        return None
    tariff, places = found
    stage = event.stages[0]
    try:
        boards = stage.schedule.boards
        awards, refusals = credit_session(
            [(field, places) for field in stage.fields],
            LOCAL,
            lambda player: players.refused(book, player, StagePlay(stage).of_member(player, boards), "the stage"),
            lambda _field, first, tied: not_placed(book, first, tied, tariff),
            throughout=not stage.schedule.sessions,
        )
    except (Refused, Unknown, Unranked):
        return None
    return Assessment(book.edition.handbook.name, book.edition.name, event, awards, refusals, [], [])


def assess_stage(office: Credits, route: Route, index: int, stage: Stage) -> None:
    """Work out one stage by the rules for local points."""
    if index or stage.handicap is not Handicap.NONE:
        handicapped = players.refused_for_handicap(office.book, office.event, index)
        if handicapped is not None:
            office.refuse_list(stage, stage.fields, all_reasons((handicapped, *_unfit(route, index, stage))))
            return
    groups = route.groups(index)
    lists.check_matches(stage, groups, index)
    if cups.is_cup(route, index):
        if route.knock_outs:
            _assess_cup(office, route, index, groups)
        else:
            none = NoScale(levels.no_such_scale(office.book, "a knock-out for local points"))
            granted.instead(office, stage, groups, none)
        return
    office.tell(groups)
    for group in groups:
        with_matches = False
        try:
            with_matches = _assess_group(office, route, index, group)
        except Refused as refused:
            with_matches = granted.instead(office, stage, [group], refused)
        for name, contestant in group.outside:
            if not (with_matches and contestant.standing is Standing.MATCHES_ONLY):
                office.refuse(stage, name, contestant, lists.without_standing(office.book, office.event, contestant))


def _unfit(route: Route, index: int, stage: Stage) -> list[Step]:
    """Say what else stands against an event played through that earns nothing anyway."""
    if stage.kind is not StageKind.ONLY or stage.contest is not Contest.MOVEMENT or not stage.fields:
        return []
    try:
        group = route.groups(index)[0]
        return refused_by(lambda: route.find(index, group))
    except Unknown:
        return []


def _assess_group(office: Credits, route: Route, index: int, group: Group) -> bool:
    """Credit one field; say whether it is paid for matches too."""
    if office.event.stages[index].stratified:
        return route.credit_strata(office, index, group)
    return credit_group(office, route, index, group)


def credit_group(office: Credits, route: Route, index: int, group: Group) -> bool:
    """Credit one field on its whole list; say whether it is paid for matches too."""
    stage = office.event.stages[index]
    tariff = route.tariff(index, group)
    for at, field in enumerate(group.fields):
        own = route.of_list(index, group, at)
        if own is not group:
            tariff = route.tariff(index, own)
        ranked = lists.ranked_in(office.book, field, keep_places=bool(group.outside))
        if tariff.matches is None:
            office.pay_places(stage, field, ranked, tariff)
        else:
            everybody = list(ranked)
            credit_with_matches(office, stage, field, everybody, tariff, pays_of(office, tariff, everybody), group)
    if tariff.note is not None and tariff.note.clause:
        office.remarks.append(Remark(tariff.note.says, tariff.note.clause, code="scale-taken"))
    return tariff.matches is not None


def credit_with_matches(
    office: Credits,
    stage: Stage,
    field: Field,
    ranked: list[Tied],
    tariff: Tariff,
    pays: dict[str, Pay],
    group: Group,
) -> None:
    """Credit a list that pays for matches, and say so if none are told."""
    told = any(each.tally or any(player.tally for player in each.players) for each in field.contestants)
    if field.contestants and not stage.matches and not told:
        office.remarks.append(matches_not_given(office.book, stage))
    match_results.credit(office, stage, field, ranked, tariff, pays, group)


def pays_of(office: Credits, tariff: Tariff, ranked: Iterable[Tied]) -> dict[str, Pay]:
    """Give the ranking award of every contestant that has one."""
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


@shared
def matches_not_given(book: Book, stage: Stage) -> Remark:
    """Without wins and draws only the ranking can be paid."""
    what = f"The {stage.kind} stage" if stage.kind is not StageKind.ONLY else "The event"
    words = f"{what} pays for matches won, but no matches are given: only the ranking is worked out."
    return Remark(words, book.clause("match won"), code="matches-not-given")


def _assess_cup(office: Credits, route: Route, index: int, groups: Sequence[Group]) -> None:
    stage = office.event.stages[index]
    try:
        status, original = cups.terms(route, index)
        route.check_cup(index, original)
        cup_results.credit(office, route, cups.drawn_up(stage, index), status, original)
    except NoScale as none:
        granted.instead(office, stage, groups, none)
    except Refused as refused:
        office.refuse_list(stage, stage.fields, refused.working)
