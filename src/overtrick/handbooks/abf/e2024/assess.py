"""How does an event become awards? The sessions and the outright award of an ABF event."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.assessment import Asked, Problem, Refused, Unknown
from overtrick.engine.event import Contest, Contestant, Handicap, Play, StageKind, Standing
from overtrick.engine.lengths import schedule_of
from overtrick.engine.places import Unranked, ordinal, ranking
from overtrick.engine.scales import ListScales
from overtrick.engine.working import NOTHING, Step, rule, step

from . import eligibility, match_awards, outright, sessions
from .course import Course
from .credit import Office, Spot, not_placed
from .stages import SERIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event, Field, Stage
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book

    from .grades import Grade

WHOLE = 100
_STANDING = itemgetter(Contestant._fields.index("standing"))
_WITH = frozenset((Standing.WITH,))

# Looked up once: they are asked of every event.
_ONLY, _TEAMS, _MOVEMENT, _NO_HANDICAP = StageKind.ONLY, Play.TEAMS, Contest.MOVEMENT, Handicap.NONE


def assess(book: Book, event: Event) -> Assessment:
    """Work out every award of an event, and why everybody else has none."""
    course = Course(book, event)
    office = Office(book, course)
    try:
        course.check()
        if _is_one_session(event):
            return _one_session(office, course)
        for index in range(len(event.stages)):
            _assess_stage(office, course, index)
        _assess_outright(office, course)
    except Unranked as missing:
        office.problems.append(
            Problem(f"{missing}.", "Give the place or the score.", ("stages",), code="places-missing")
        )
    except Unknown as unknown:
        office.problems.append(unknown.problem)
    return office.result()


def scales(book: Book, event: Event) -> ListScales | None:
    """Give what the lists of a plain event are paid, whoever sat there; None where an event needs the long way."""
    if not _is_one_session(event):
        return None
    stage, course = event.stages[0], Course(book, event)
    try:
        course.check()
        grade, _boards, tariffs = _session_tariffs(book, course)
    except (Refused, Unknown):
        return None
    return ListScales(grade.colour, tuple(places for _paid, places in tariffs), course.within(stage, stage.fields[0]))


def _session_tariffs(book: Book, course: Course) -> tuple[Grade, int, Sequence[tuple[Step, PlaceAwards]]]:
    """Find what the only session of an event is paid, list by list; its grade decides the colour."""
    stage = course.event.stages[0]
    grade, factors = course.session_terms(0)
    session = course.session(0, 0, stage.fields)
    sessions.enough_of_the_section(book, session.boards, schedule_of(stage, stage.fields[0]).in_play)
    return grade, session.boards, sessions.tariff(book, session, grade, factors)


def _is_one_session(event: Event) -> bool:
    """Say whether an event is one duplicate session without anything special: a club night."""
    if len(event.stages) != 1 or event.facts:
        return False
    stage = event.stages[0]
    return (
        stage.kind is _ONLY
        and stage.play is not _TEAMS
        and stage.contest is _MOVEMENT
        and len(stage.schedule.sessions) < 2  # noqa: PLR2004 - one session
        and stage.handicap is _NO_HANDICAP
        and not stage.stratified
        and 0 < len(stage.fields) <= 2  # noqa: PLR2004 - one list, or one for each direction
        and not any(field.session or field.section or field.division for field in stage.fields)
        and _all_with_standing(stage)
    )


def _one_session(office: Office, course: Course) -> Assessment:
    """Credit a single session at once: no player has more than one part."""
    stage = course.event.stages[0]
    try:
        grade, boards, tariffs = _session_tariffs(office.book, course)
    except Refused as refused:
        _refuse(office, stage, stage.fields, refused.working)
        return office.result()
    return office.single(stage, tariffs, course.within(stage, stage.fields[0]), boards, grade.colour)


def _assess_stage(office: Office, course: Course, index: int) -> None:
    stage = course.event.stages[index]
    course.grade(stage)
    refused = refused_for_handicap(stage)
    if refused is not None:
        _refuse(office, stage, stage.fields, refused)
        return
    if stage.kind is StageKind.TIE_PLAY_OFF:
        return
    _ask_what_is_open(stage, index)
    _tell_what_changes_nothing(office, course, index)
    if match_awards.are_awarded(stage):
        try:
            course.check_size(index)
        except Refused as too_small:
            _refuse(office, stage, stage.fields, too_small.working)
            return
        from . import match_results  # noqa: PLC0415 - club nights have no matches

        match_results.credit(office, course, index)
        return
    found = False
    for number, lists in course.session_lists(index):
        _assess_session(office, course, index, number, lists)
        found = True
    if not found and stage.contest not in SERIES:
        office.remark("session-lists-missing", no_session_lists(stage))


@rule("4.2.4/1")
def no_session_lists(stage: Stage) -> Step:
    """Without the lists of the sessions only the whole event can be paid."""
    words = "The lists of the {count} sessions are not given: their session awards are not worked out"
    return step(words, 0, NOTHING, count=len(stage.schedule.sessions))


@rule("4.2.4/2", "4.2.5/4")
def _ask_what_is_open(stage: Stage, index: int) -> None:
    """Who is in no final plays a consolation, which has awards of its own, or on for lower places; nothing else."""
    if stage.kind is StageKind.OPEN:
        raise Asked(
            "Was the open stage a consolation, or did the rest play on for lower places?",
            "Give as 'stage' consolation or play-off.",
            "stages",
            index,
            "stage",
            code="abf-open-stage",
            choices=(str(StageKind.CONSOLATION), str(StageKind.PLAY_OFF)),
        )


def _all_with_standing(stage: Stage) -> bool:
    """Say whether nobody has a standing of another kind; a club night asks it, so it must be quick."""
    return all(_WITH.issuperset(map(_STANDING, field.contestants)) for field in stage.fields)


@rule("4.1.1 note")
def _tell_what_changes_nothing(office: Office, course: Course, index: int) -> None:
    """Standing and strata are words of other schemes: here everybody whose scores are compared is in the field."""
    stage = course.event.stages[index]
    if not _all_with_standing(stage):
        words = "'standing' changes nothing here: everybody whose scores are compared is in the field"
        office.remark("standing-changes-nothing", step(words, 0, NOTHING, clause="4.1.1 note"))
    if stage.stratified:
        words = "'stratified' changes nothing here: awards depend on the places in the whole field"
        office.remark("strata-change-nothing", step(words, 0, NOTHING, clause="4.1.1 note"))


@rule("4.4.8")
def refused_for_handicap(stage: Stage) -> Step | None:
    """Handicap results earn nothing; those before the handicap do."""
    if stage.handicap in (Handicap.RANKED, Handicap.QUALIFIED):
        return step("A handicap result earns no points; use the scores before the handicap", 0)
    return None


def _assess_session(office: Office, course: Course, index: int, number: int, lists: Sequence[Field]) -> None:
    stage = course.event.stages[index]
    grade, factors = course.session_terms(index)
    wide = course.event.fact("scale") == "Australia-Wide"
    try:
        session = course.session(index, number, lists)
        sessions.enough_of_the_section(office.book, session.boards, schedule_of(stage, lists[0]).in_play)
        tariffs = sessions.tariff(office.book, session, grade, factors, wide=wide)
    except Refused as refused:
        _refuse(office, stage, lists, refused.working)
        return
    if course.event.fact("awards") == "percentage":
        _by_percentage(office, course, index, lists)
        return
    words = _session_name(office.label(stage), number)
    for field, (paid, awards) in zip(lists, tariffs, strict=True):
        for first, members in ranking(field.contestants, course.within(stage, field)):
            tied = len(members)
            part = None
            if first <= awards.paid:
                units, working = awards.pay(first, tied)
                place = ordinal(first, tied)
                part = step("{words}: {place}", units, because=(working,), clause="4.2.1/1", words=words, place=place)
            for contestant in members:
                spot = Spot(office.label(stage), field.name, first, tied, contestant.name)
                for player, account in office.accounts(contestant, spot):
                    account.enter(final=stage.kind is not StageKind.QUALIFYING)
                    reason = eligibility.refused_session(office.book, player, session.boards, stage.play)
                    if part is not None and reason is None:
                        account.add(grade.colour, part)
                    else:
                        account.reasons.append(reason or not_placed(first, tied, paid, words if number else ""))


def _session_name(stage: str, number: int) -> str:
    """Name a session, with its stage where the event has several: Final, session 2."""
    if stage:
        return f"{stage[0].upper()}{stage[1:]}, session {number}" if number else f"{stage[0].upper()}{stage[1:]}"
    return f"Session {number}" if number else "Session"


def _by_percentage(office: Office, course: Course, index: int, lists: Sequence[Field]) -> None:
    stage = course.event.stages[index]
    grade, factors = course.session_terms(index)
    for field in lists:
        for contestant in field.contestants:
            if contestant.score is None:
                raise Unranked(contestant)
            if contestant.score > WHOLE:
                found = f"{contestant.name!r} has a score of {contestant.score}, which is not a percentage."
                raise Unknown(found, "Give the scores in per cent.", "stages", index, code="scores-are-no-per-cent")
            part = sessions.percentage_award(grade, contestant.score, factors)
            spot = Spot(office.label(stage), field.name, contestant=contestant.name)
            for player, account in office.accounts(contestant, spot):
                reason = eligibility.refused_session(office.book, player, stage.schedule.boards, stage.play)
                if part.value and reason is None:
                    account.add(grade.colour, part)
                else:
                    account.reasons.append(reason or part)


def _refuse(office: Office, stage: Stage, fields: Sequence[Field], reason: Step) -> None:
    for field in fields:
        for contestant in field.contestants:
            spot = Spot(office.label(stage), field.name, contestant=contestant.name)
            for _player, account in office.accounts(contestant, spot):
                account.reasons.insert(0, reason)
    office.remark("list-without-awards", reason)


# --- The whole event -------------------------------------------------------------------------------------------------


def _assess_outright(office: Office, course: Course) -> None:
    main = course.main_stage()
    if main is None or refused_for_handicap(course.event.stages[main]) is not None:
        return
    if parts.goes_on(course.event):
        office.remark("outright-to-come", outright_to_come(course.event))
        return
    try:
        course.check_outright(main)
    except Refused as refused:
        office.remark("event-without-overall-awards", refused.working)
        return
    for field in course.overall_lists(main):
        if field.contestants:
            _main_outright(office, course, main, field)
    for number, index in enumerate(course.consolations(), 1):
        try:
            for field, paid, awards in course.consolation_tariffs(index, number):
                near = course.within(course.event.stages[index], field)
                for first, members in ranking(field.contestants, near):
                    _credit_outright(office, course, index, field, (first, len(members)), members, paid, awards)
        except Refused as refused:
            office.remark("consolation-without-awards", refused.working)


@rule("4.3.1/1")
def outright_to_come(event: Event) -> Step:
    """The outright award is for the places and the sessions of the whole event, so it comes with its last stage."""
    words = "The outright award is worked out with the last stage: {boards} boards are to come"
    return step(words, 0, NOTHING, boards=event.boards_to_come)


def _main_outright(office: Office, course: Course, main: int, field: Field) -> None:
    grade, factors = course.outright_terms(main)
    entry, finalists = course.entry_of_list(main, field)
    tariffs: dict[str, tuple[Step, PlaceAwards] | Step] = {}
    for first, members in course.final_ranking(main, field):
        for played, alike in course.by_sessions(main, members):
            tariff = tariffs.get(played.says)
            if tariff is None:
                try:
                    counted = outright.sessions_for(played, accelerated=course.accelerated)
                    tariff = outright.tariff(office.book, grade, entry, counted, factors, finalists)
                except Refused as refused:
                    tariff = refused.working
                tariffs[played.says] = tariff
            if isinstance(tariff, Step):
                _tell(office, course, main, field, (first, len(members)), alike, tariff)
            else:
                _credit_outright(office, course, main, field, (first, len(members)), alike, *tariff)


def _tell(
    office: Office,
    course: Course,
    index: int,
    field: Field,
    place: tuple[int, int],
    members: Sequence[Contestant],
    reason: Step,
) -> None:
    """Show everybody at the place of the whole event, with the reason why there is no outright award."""
    for contestant in members:
        spot = Spot(office.label(course.event.stages[index]), field.name, *place, contestant.name)
        for _player, account in office.accounts(contestant, spot):
            account.spot = spot
            account.reasons.append(reason)


def _credit_outright(
    office: Office,
    course: Course,
    index: int,
    field: Field,
    place: tuple[int, int],
    members: Sequence[Contestant],
    paid: Step,
    awards: PlaceAwards,
) -> None:
    first, tied = place
    if first > awards.paid:
        _tell(office, course, index, field, place, members, not_placed(first, tied, paid, "Outright award"))
        return
    stage = course.event.stages[index]
    colour = course.grade(stage).colour
    units, working = awards.pay(first, tied)
    words = ordinal(first, tied)
    part = step("Outright award: {place}", units, because=(working,), clause="4.3.1/1", place=words)
    for contestant in members:
        spot = Spot(office.label(stage), field.name, first, tied, contestant.name)
        for player, account in office.accounts(contestant, spot):
            account.spot = spot
            account.enter(final=True)
            reason = eligibility.refused_outright(office.book, player, course, index, contestant.name)
            if reason is None:
                account.add(colour, part)
            else:
                account.reasons.append(reason)
