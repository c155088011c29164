"""How does an event become awards? Sessions, matches and the outright award of an ABF event."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem, Refused
from overtrick.engine.event import Contest, Handicap, Play, StageKind
from overtrick.engine.numbers import Exact, exact
from overtrick.engine.places import Unranked, ordinal, ranking
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.abf.e2024 import eligibility, match_awards, outright, sessions
from overtrick.handbooks.abf.e2024.course import Course, Unknown
from overtrick.handbooks.abf.e2024.credit import Office, Spot, not_placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Contestant, Event, Field, Stage
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book


def assess(book: Book, event: Event) -> Assessment:
    """Work out every award of an event, and why everybody else has none."""
    course = Course(book, event)
    try:
        office = Office(book, event, course.colour)
    except Unknown as unknown:
        office = Office(book, event, "")
        office.problems.append(unknown.problem)
        return office.result()
    if _is_one_session(event):
        try:
            return _one_session(office, course)
        except Unranked as missing:
            office.problems.append(Problem(f"{missing}.", "Give the place or the score.", ("stages", 0)))
            return office.result()
    for index in range(len(event.stages)):
        try:
            _assess_stage(office, course, index)
        except Unranked as missing:
            office.problems.append(Problem(f"{missing}.", "Give the place or the score.", ("stages", index)))
        except Unknown as unknown:
            office.problems.append(unknown.problem)
    if not office.problems:
        _assess_outright(office, course)
    return office.result()


def _is_one_session(event: Event) -> bool:
    """Say whether an event is one duplicate session without anything special: a club night."""
    stage = event.stages[0] if event.stages else None
    return (
        stage is not None
        and len(event.stages) == 1
        and not event.facts
        and stage.kind is StageKind.ONLY
        and stage.play is not Play.TEAMS
        and stage.contest is Contest.MOVEMENT
        and len(stage.schedule.sessions) < 2  # noqa: PLR2004 - one session
        and stage.handicap is Handicap.NONE
        and 0 < len(stage.fields) <= 2  # noqa: PLR2004 - one list, or one for each direction
        and not any(field.session or field.section for field in stage.fields)
        and stage.schedule.boards < 2 * course_session_boards(event)
    )


def course_session_boards(event: Event) -> int:
    """Give the boards of a full session: 15 at grade F, otherwise 24."""
    return 15 if event.status.upper() == "F" else 24


def _one_session(office: Office, course: Course) -> Assessment:
    """Credit a single session at once: no player has more than one part."""
    stage = course.event.stages[0]
    grade, factors = course.session_terms(0)
    session = course.session(0, 0, stage.fields)
    try:
        sessions.enough_of_the_section(office.book, session.boards, stage.schedule.in_play)
        tariffs = sessions.tariff(office.book, session, grade, factors)
    except Refused as refused:
        for field in stage.fields:
            _refuse(office, stage, field, refused.working)
        office.remark(refused.working)
        return office.result()
    near = within(course.event, office.book)
    return office.single(stage, tariffs, near, session.boards)


def within(event: Event, book: Book) -> Decimal:
    """Say how near scores are a tie: 0.1 of the scoring unit, 0.01 of a victory point (4.4.6)."""
    name = "tie within victory points" if event.fact("scores") == "vps" else "tie within"
    value = book.table("figures").number(name, "value")
    return Decimal(value.numerator) / Decimal(value.denominator)


def _assess_stage(office: Office, course: Course, index: int) -> None:
    stage = course.event.stages[index]
    refused = refused_for_handicap(stage)
    if refused is not None:
        for field in stage.fields:
            _refuse(office, stage, field, refused)
        return
    if stage.contest in (Contest.LADDER, Contest.AGGREGATE):
        return
    if match_awards.are_awarded(stage):
        _assess_matches(office, course, index)
        return
    for number, lists in course.session_lists(index):
        _assess_session(office, course, index, number, lists)


@rule("4.4.8")
def refused_for_handicap(stage: Stage) -> Step | None:
    """Handicap results earn nothing; those before the handicap do."""
    if stage.handicap in (Handicap.RANKED, Handicap.QUALIFIED):
        return step("A handicap result earns no points; use the scores before the handicap", 0)
    return None


def _assess_session(office: Office, course: Course, index: int, number: int, lists: Sequence[Field]) -> None:
    stage = course.event.stages[index]
    grade, factors = course.session_terms(index)
    session = course.session(index, number, lists)
    if course.event.fact("awards") == "percentage":
        _by_percentage(office, course, index, lists)
        return
    try:
        sessions.enough_of_the_section(office.book, session.boards, stage.schedule.in_play)
        wide = course.event.fact("scale") == "Australia-Wide"
        tariffs = sessions.tariff(office.book, session, grade, factors, wide=wide)
    except Refused as refused:
        for field in lists:
            _refuse(office, stage, field, refused.working)
        office.remark(refused.working)
        return
    for field, (paid, awards) in zip(lists, tariffs, strict=True):
        words = f"Session {number}" if number else "Session"
        tied = ranking(field.contestants, within(course.event, office.book))
        _credit_places(office, stage, field, tied, paid, awards, words, boards=session.boards)


def _credit_places(
    office: Office,
    stage: Stage,
    field: Field,
    tied: Iterable[Tied],
    paid: Step,
    awards: PlaceAwards,
    words: str,
    *,
    boards: int,
) -> None:
    for first, members in tied:
        part = None
        if first <= awards.paid:
            pay = awards.pay(first, len(members))
            part = step(
                "{words}: {place}",
                pay.units,
                because=(pay.working,),
                clause="4.2.1",
                words=words,
                place=ordinal(first, len(members)),
            )
        for contestant in members:
            spot = Spot(office.label(stage), field.name, first, len(members), contestant.name)
            for player in eligibility.players_of(contestant):
                account = office.account(player, contestant, spot)
                reason = eligibility.refused_session(office.book, player, boards)
                if part is not None and reason is None:
                    account.parts.append(part)
                else:
                    account.reasons.append(reason or not_placed(first, len(members), paid))


def _by_percentage(office: Office, course: Course, index: int, lists: Sequence[Field]) -> None:
    stage = course.event.stages[index]
    grade, factors = course.session_terms(index)
    for field in lists:
        for contestant in field.contestants:
            if contestant.score is None:
                raise Unranked(contestant)
            part = sessions.percentage_award(grade, contestant.score, factors)
            for player in eligibility.players_of(contestant):
                spot = Spot(office.label(stage), field.name, contestant=contestant.name)
                account = office.account(player, contestant, spot)
                (account.parts if part.value else account.reasons).append(part)


def _refuse(office: Office, stage: Stage, field: Field, reason: Step) -> None:
    for contestant in field.contestants:
        for player in eligibility.players_of(contestant):
            spot = Spot(office.label(stage), field.name, contestant=contestant.name)
            office.account(player, contestant, spot).reasons.append(reason)


# --- Matches ---------------------------------------------------------------------------------------------------------


def _assess_matches(office: Office, course: Course, index: int) -> None:
    stage = course.event.stages[index]
    won = _matches_won(office, course, index)
    for field in course.overall_lists(index) or stage.fields:
        for contestant in field.contestants:
            parts = [
                match_awards.matches_won(office.book, figure, wins) for figure, wins in won.get(contestant.name, [])
            ]
            spot = Spot(office.label(stage), field.name, contestant=contestant.name)
            for player in eligibility.players_of(contestant):
                account = office.account(player, contestant, spot)
                account.parts += [part for part in parts if part.value]
                if not any(part.value for part in parts):
                    account.reasons.append(no_match_won())


@rule("4.2.3/1")
def no_match_won() -> Step:
    """Only winners of matches, and those who share one, have a session award."""
    return step("No match won or shared", 0)


def _matches_won(office: Office, course: Course, index: int) -> dict[str, list[tuple[Step, Exact]]]:
    """Count by contestant how often a match of each worth was won."""
    stage = course.event.stages[index]
    grade, factors = course.session_terms(index)
    counts: dict[str, dict[int, Exact]] = {}
    matches = [*stage.matches, *(match for this in stage.rounds for match in this.matches)]
    for match in matches:
        boards = match.boards or stage.match_boards
        for side in match.sides:
            part = match_awards.part_won(office.book, match, side.contestant, boards, course.event.fact("scores"))
            part *= match_awards.triangle_part(match, boards)
            own = counts.setdefault(side.contestant, {})
            own[boards] = own.get(boards, 0) + part
    if not matches:
        for field in stage.fields:
            for contestant in field.contestants:
                if contestant.tally is not None:
                    tally = contestant.tally
                    wins = tally.won + exact("1/2") * (tally.drawn + tally.mini_won) + exact("1/4") * tally.mini_drawn
                    counts[contestant.name] = {stage.match_boards: wins}
    figures = {
        boards: match_awards.win(office.book, grade, boards, factors) for own in counts.values() for boards in own
    }
    return {name: [(figures[boards], wins) for boards, wins in own.items()] for name, own in counts.items()}


# --- The whole event -------------------------------------------------------------------------------------------------


def _assess_outright(office: Office, course: Course) -> None:
    main = course.main_stage()
    if main is None:
        return
    try:
        course.check_outright()
        _main_outright(office, course, main)
    except Refused as refused:
        office.remark(refused.working)
        return
    for number, index in enumerate(course.consolations(), 1):
        _consolation_outright(office, course, index, number)


def _main_outright(office: Office, course: Course, main: int) -> None:
    stage = course.event.stages[main]
    grade, factors = course.outright_terms(main)
    lists = course.overall_lists(main)
    entry = course.entry(main)
    finalists = course.finalists(main)
    for field in lists:
        own = (
            entry._replace(tables=outright.two_winner_tables(office.book, entry.tables), contestants=field.size)
            if len(lists) > 1
            else entry
        )
        groups = course.final_ranking(main, field, within(course.event, office.book))
        for first, members in groups:
            for played, alike in course.by_sessions(main, members):
                counted = outright.sessions_for(played, accelerated=course.accelerated)
                paid, awards = outright.tariff(office.book, grade, own, counted, factors, finalists)
                _credit_outright(office, stage, field, first, len(members), alike, paid, awards)


def _credit_outright(
    office: Office,
    stage: Stage,
    field: Field,
    first: int,
    tied: int,
    members: Sequence[Contestant],
    paid: Step,
    awards: PlaceAwards,
) -> None:
    part = None
    if first <= awards.paid:
        pay = awards.pay(first, tied)
        part = step(
            "Outright award: {place}", pay.units, because=(pay.working,), clause="4.3.1", place=ordinal(first, tied)
        )
    for contestant in members:
        spot = Spot(office.label(stage), field.name, first, tied, contestant.name)
        for player in eligibility.players_of(contestant):
            account = office.place(player, contestant, spot)
            reason = eligibility.refused_outright(office.book, player, stage)
            if part is not None and reason is None:
                account.parts.append(part)
            else:
                account.reasons.append(reason or not_placed(first, tied, paid))


def _consolation_outright(office: Office, course: Course, index: int, number: int) -> None:
    stage = course.event.stages[index]
    for field, paid, awards in course.consolation_tariffs(index, number):
        for first, members in ranking(field.contestants, within(course.event, office.book)):
            _credit_outright(office, stage, field, first, len(members), members, paid, awards)
