"""Which final is which in multiple teams and multiple pairs? Sections, their order, what each is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused, Remark, Unknown
from overtrick.engine.event import Play, StageKind
from overtrick.engine.places import ranking as ranked
from overtrick.engine.working import rule
from overtrick.handbooks.family import green_matches, lists
from overtrick.handbooks.family.green_credit import Terms, credit
from overtrick.handbooks.family.green_sections import FINALS, paid_as

from . import green

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.engine.scales import Pay
    from overtrick.handbooks.family.lists import Group

    from .green_assess import Course

CLAUSES = {Play.TEAMS: "6.4.3(c)", Play.PAIRS: "6.4.5(b)"}


def assess(course: Course, index: int, stage: Stage) -> None:
    """Pay one stage of multiple teams or multiple pairs."""
    kind = paid_as(course.book, course, stage)
    if stage.play is Play.TEAMS:
        _teams(course, index, stage, kind)
    elif stage.kind is StageKind.ONLY:
        _through(course, stage)
    else:
        _pairs(course, index, stage, kind)
    if stage.kind in FINALS:
        course.office.remarks += [each for each in sizes(course, stage) if each not in course.office.remarks]


@rule("6.4.3(c)", "6.4.5(b)", "6.4.6(b)")
def sizes(course: Course, stage: Stage) -> list[Remark]:
    """No section of the finals is larger than the one below it."""
    finals = [each for each in course.event.stages if each.kind in FINALS]
    lower = [each for each in finals if FINALS.index(each.kind) > FINALS.index(stage.kind)]
    if not lower:
        return []
    below = min(lower, key=lambda each: FINALS.index(each.kind))
    own, other = (sum(field.size for field in each.fields) for each in (stage, below))
    if own <= other:
        return []
    words = f"The {stage.kind} has {own} contestants, the section below it only {other}: it may not be larger."
    return [Remark(words, CLAUSES[stage.play], code="final-larger-than-below")]


def _teams(course: Course, index: int, stage: Stage, kind: StageKind) -> None:
    book = course.book
    matches = green_matches.terms(book, stage, index)
    groups = course.groups(stage)
    more: dict[str, dict[str, Pay]] = {}
    if kind is StageKind.OPEN:
        more = overall_winners(course, groups, index)
    for group in groups:
        count = sum(group.counts)
        ranking = None
        if kind is StageKind.ONLY:
            ranking = green.swiss(book, stage.play, count)
        elif kind in (StageKind.FINAL, StageKind.CONSOLATION):
            ranking = green.teams_final(book, kind, count, course.original(index))
        elif kind is StageKind.OPEN:
            ranking = green.open_winner(book, overall=False)
        elif kind is not StageKind.QUALIFYING:
            found = f"The handbook has no green award for a {stage.kind} of multiple teams."
            raise Unknown(found, "Use the kinds final, consolation and open.", "stages", index, code="kind-of-stage")
        for field in group.fields:
            own = more.get(field.name, {})
            credit(course.office, stage, field, group, Terms(ranking, matches, own, clause="6.4.3(a)"))


@rule("6.4.3(c)(iii)")
def overall_winners(course: Course, groups: list[Group], index: int) -> dict[str, dict[str, Pay]]:
    """The best of all sections of the Open has a quarter of a point more; of several sections only scores can tell.

    The answer is by list and contestant: team 1 of one section is not team 1 of another.
    """
    fields = [field for group in groups for field in group.fields]
    everybody = [each._replace(section=field.name) for field in fields for each in field.contestants]
    if not everybody:
        return {}
    if len(groups) > 1:
        if any(each.score is None for each in everybody):
            found = "The places do not show who won the Open over all its sections."
            raise Unknown(found, "Give everybody a score.", "stages", index, "fields", code="places-missing")
        everybody = [each._replace(place=None) for each in everybody]
    _first, winners = next(iter(ranked(everybody)))
    pay = green.open_winner(course.book, overall=True).awards.pay(1, len(winners))
    by_list: dict[str, dict[str, Pay]] = {}
    for each in winners:
        by_list.setdefault(each.section, {})[each.name] = pay
    return by_list


@rule("6.4.4(a)", "6.4.4(b)")
def _through(course: Course, stage: Stage) -> None:
    """Everybody plays all sessions: each session has its awards, and the whole event."""
    sessions = tuple(field for field in stage.fields if field.session)
    whole = tuple(field for field in stage.fields if not field.session)
    if whole:
        for group in course.groups(stage._replace(fields=whole)):
            for field, count in zip(group.fields, group.counts, strict=True):
                ranking = green.overall(course.book, sum(group.counts), count)
                credit(course.office, stage, field, group, Terms(ranking))
    if not sessions:
        words = "No lists of the sessions are given: only the whole event is worked out."
        course.office.remarks.append(Remark(words, "6.4.4(a)", code="session-lists-missing"))
        return
    boards = stage.schedule.sessions
    for group in lists.groups_of(course.book, course.event, stage._replace(fields=sessions)):
        for field, count in zip(group.fields, group.counts, strict=True):
            if field.schedule is not None:
                own = field.schedule.boards
            else:
                many = len({each.session for each in sessions})
                own = boards[field.session - 1] if field.session <= len(boards) else stage.schedule.boards // many
            credit(course.office, stage, field, group, Terms(green.session(course.book, count), boards=own))


@rule("6.4.5(a)", "6.4.5(c)(i)", "6.4.6(a)", "6.4.6(c)(i)")
def _pairs(course: Course, index: int, stage: Stage, kind: StageKind) -> None:
    """A qualifying round pays unless it is carried forward; the finals pay from the A final down."""
    book = course.book
    carried = any(each.carry_forward for each in course.event.stages)
    groups = course.groups(stage)
    if kind is StageKind.QUALIFYING and carried:
        raise Refused(green.nothing_before_the_final())
    with_c = any(each.kind is StageKind.THIRD_FINAL and each is not stage for each in course.event.stages)
    for group in groups:
        for field, count in zip(group.fields, group.counts, strict=True):
            if kind is StageKind.QUALIFYING:
                ranking = green.qualifying(book, count)
            elif kind in FINALS:
                entry = course.original(index)
                ranking = green.pairs_final(book, kind, count, entry, carried=carried, with_c=with_c)
            else:
                found = f"The handbook has no green award for a {stage.kind} of multiple pairs."
                raise Unknown(
                    found,
                    "Use the kinds final, consolation, third final and open.",
                    "stages",
                    index,
                    code="kind-of-stage",
                )
            credit(course.office, stage, field, group, Terms(ranking))
