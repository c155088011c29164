"""Which ranking lists does a stage have, and who counts in them? Sections, directions and standing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import lengths
from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Play, Standing
from overtrick.engine.places import Tied, ranking
from overtrick.engine.working import NOTHING, Step, step
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.event import Contestant, Event, Field, Schedule, Stage
    from overtrick.handbooks.edition import Book

_WITH = Standing.WITH
_ANY = 1 << 30


class Group(NamedTuple):
    """Lists that are paid alike because they make up one field: a section, or both directions of one."""

    fields: tuple[Field, ...]
    counts: tuple[int, ...]  #: contestants with standing, list by list
    outside: tuple[tuple[str, Contestant], ...] = ()  #: contestants without standing, with the name of their list
    own_count: int = 0  #: contestants of the one list that is paid, where lists of unequal length are paid apart
    why: tuple[Step, ...] = ()  #: why its entry is this one: sections apart, contestants without standing


def groups_of(book: Book, event: Event, stage: Stage, *, one_list: bool = False) -> list[Group]:
    """Split a stage into the fields that points are worked out in; ``one_list`` leaves a list whole that has sections.

    Sections are one field only if they played the same boards and were match-pointed as a whole; teams never are.
    """
    fields = stage.fields
    if len(fields) > 1:  # an event is paid on the list of all its sessions
        fields = tuple(field for field in fields if not field.session) or fields
    if not one_list and not _scored_as_one(stage):
        parts = tuple(part for field in fields for part in _by_section(field))
        if len(parts) > len(fields):
            apart = sections_apart(book, stage)
            return [group._replace(why=(apart, *group.why)) for group in _groups(book, event, stage, parts)]
    return _groups(book, event, stage, fields)


def _groups(book: Book, event: Event, stage: Stage, fields: tuple[Field, ...]) -> list[Group]:
    if len(fields) <= stage.winners:
        return [_group(book, event, fields)]
    together: dict[tuple[str, str, int], list[Field]] = {}
    for field in fields:
        together.setdefault((field.division, field.section, field.session), []).append(field)
    if len(together) == 1:
        return [_group(book, event, (field,)) for field in fields]
    return [_group(book, event, tuple(members)) for members in together.values()]


def schedules(stage: Stage) -> list[Schedule]:
    """Give the lengths of the lists that rank a stage, which may differ; lists of sessions are none of them."""
    ranked = [field for field in stage.fields if not field.session]
    return [lengths.schedule_of(stage, field) for field in ranked] or [stage.schedule]


def winners_of(stage: Stage, group: Group) -> int:
    """Say how many winners a group of lists has: a section beside others has as many as it has lists."""
    return len(group.fields) if stage.winners > 1 and group.fields[0].section else stage.winners


@shared
def _scored_as_one(stage: Stage) -> bool:
    """Sections make one field if they played the same boards and all was match-pointed together; teams never do."""
    return stage.across and stage.matchpoints and stage.play is not Play.TEAMS and _played_the_same(stage)


@shared
def sections_apart(book: Book, stage: Stage) -> Step:
    """Say why the sections of a list are paid each by itself."""
    if stage.play is Play.TEAMS or not (stage.matchpoints and stage.across):
        what = "Teams" if stage.play is Play.TEAMS else "Not match-pointed over the whole event"
        return step("{what}: each section is paid by itself", 0, NOTHING, what=what)
    sentence = "Sections that did not play the same boards are paid each by itself"
    return step(sentence, 0, NOTHING, clause=book.clause("sections of other boards"))


def _played_the_same(stage: Stage) -> bool:
    """Sections that played another number of boards, or were scored otherwise, are not one field."""
    if not stage.sections:
        return True
    schedules = {each.schedule or stage.schedule for each in stage.sections}
    scorings = {each.scoring or stage.scoring for each in stage.sections}
    named = {each.name for each in stage.sections}
    present = {each.section for field in stage.fields for each in field.contestants}
    if present - named:
        schedules, scorings = schedules | {stage.schedule}, scorings | {stage.scoring}
    return len(schedules) == 1 and len(scorings) == 1


def _by_section(field: Field) -> Iterable[Field]:
    sections = dict.fromkeys(contestant.section for contestant in field.contestants)
    if len(sections) < 2:  # noqa: PLR2004 - one section, or none named
        return (field,)
    return (
        field._replace(
            name=" ".join(filter(None, (field.name, f"section {section}"))),
            section=section,
            entered=None,
            contestants=tuple(each for each in field.contestants if each.section == section),
        )
        for section in sections
    )


@shared
def _group(book: Book, event: Event, fields: tuple[Field, ...]) -> Group:
    """Contestants without standing are not in the entry, and those below them move up."""
    if all_with_standing(fields):
        return Group(fields, tuple([field.size for field in fields]))
    inside = [tuple(each for each in field.contestants if counts_in_the_entry(event, each)) for field in fields]
    outside = tuple(
        (field.name, each) for field in fields for each in field.contestants if not counts_in_the_entry(event, each)
    )
    return Group(
        tuple(
            field._replace(contestants=_placed(book, field.contestants, kept))
            for field, kept in zip(fields, inside, strict=True)
        ),
        tuple(len(kept) for kept in inside),
        outside,
        why=(not_in_the_entry(book, len(outside)),) if outside else (),
    )


@shared
def not_in_the_entry(_book: Book, count: int) -> Step:
    """Who takes part without standing is not counted in the entry."""
    return step("{count} without standing: not in the entry", 0, NOTHING, count=count)


def all_with_standing(fields: tuple[Field, ...]) -> bool:
    """Say whether everybody takes part for points."""
    return are_plain(fields, one_field=True, whole=True, seats=_ANY)


def are_plain(fields: tuple[Field, ...], *, one_field: bool, seats: int, whole: bool = False) -> bool:
    """Say whether nothing about some lists is special: plain loops, because this runs for every event.

    ``one_field``: sections may be scored as one. ``seats``: more players than that have not all played throughout.
    ``whole``: divisions, sessions and lists with a length of their own do not matter either.
    """
    for field in fields:
        if (field.division or field.session or field.schedule or field.match_boards) and not whole:
            return False
        for each in field.contestants:
            if each.standing is not _WITH or len(each.players) > seats or not (one_field or not each.section):
                return False
    return True


def _placed(book: Book, everybody: tuple[Contestant, ...], inside: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
    if book.setting("without_standing") == "those below move up":
        return inside
    firsts = {contestant.name: first for first, members in ranking(everybody) for contestant in members}
    return tuple(each._replace(place=firsts[each.name]) for each in inside)


@shared
def counts_in_the_entry(event: Event, contestant: Contestant) -> bool:
    """The organiser may allow all awards to contestants without standing only where points are not enhanced."""
    if contestant.standing is Standing.ALLOWED:
        return not event.major_championship
    return contestant.standing is Standing.WITH


@shared
def without_standing(_book: Book, event: Event, contestant: Contestant) -> Step:
    """Say why a contestant without standing gets no ranking award."""
    if contestant.standing is Standing.ALLOWED and event.major_championship:
        return step("Without standing in a major championship: no awards can be allowed", 0)
    return step("Took part without standing: no award for the ranking", 0)


def ranked_in(book: Book, field: Field, *, keep_places: bool = False) -> Iterable[Tied]:
    """Rank a list; where somebody without standing was left out, a setting lets the others keep their places."""
    tied = ranking(field.contestants)
    if keep_places and book.setting("without_standing") == "places stay":
        return [(members[0].place or first, members) for first, members in tied]
    return tied


def check_matches(stage: Stage, groups: list[Group], index: int) -> None:
    """See that a match is between contestants of one list; the same name in two sections would be paid twice."""
    if not stage.matches or len(groups) == 1:
        return
    lists_of: dict[str, int] = {}
    for group in groups:
        for field in group.fields:
            for contestant in field.contestants:
                lists_of[contestant.name] = lists_of.get(contestant.name, 0) + 1
    for match in stage.matches:
        for side in match.sides:
            if lists_of.get(side.contestant, 0) > 1:
                found = f"{side.contestant!r} is in two lists, and a match does not say which of them it means."
                raise Unknown(
                    found, "Give the contestants different names.", "stages", index, "matches", code="contestant-twice"
                )
