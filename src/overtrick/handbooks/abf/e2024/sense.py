"""Do the facts of an ABF event contradict each other? What only this scheme can tell, before any rule runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem, Unknown
from overtrick.engine.event import Play, Scoring, StageKind
from overtrick.engine.parts import BEFORE
from overtrick.engine.working import rule

from . import grades, match_scores, national_events, recognition, tours
from .terms import CONGRESSES, Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

#: Grades of Congress, State and National events (4.2.2); the others are a club's, or clubs' together.
_PERCENTAGES = ("B5", "B4", "B3", "B", "B4s", "A2", "A")
_STATE = "B"
_GOLD = ("A", "A2")


def check(book: Book, event: Event) -> Iterator[Problem]:
    """Name every contradiction among the facts of an event."""
    if event.facts:
        terms = Terms(book, event)
        try:
            _ = terms.listed
        except Unknown:
            return  # the assessment tells what is wrong with a name it does not know
        if event.fact("congress") not in ("", *CONGRESSES):
            return
        yield from _grades(terms)
        yield from _congress(event)
        yield from _master_event(terms)
        yield from _championship(terms)
        yield from _percentages(terms)
        yield from _recognition(terms)
        yield from _amplification(terms)
        yield from _stages(terms)
    yield from _match_scores(event)


def _contradiction(code: str, found: str, remedy: str, fact: str, against: str) -> Problem:
    return Problem(found, remedy, ("facts", fact), code=code, against=_place(against))


def _place(word: str) -> tuple[str, ...]:
    return (word,) if word == "status" else ("facts", word)


def _grade_name(terms: Terms, written: str) -> str:
    """Write a grade as the scheme does; nothing where it is none of them."""
    return next((name for name in grades.names(terms.book) if name.casefold() == written.casefold()), "")


# --- The grade -------------------------------------------------------------------------------------------------------


@rule("1.5.1", "5.3.1/4", "5.3.3/1", "7.2.1/01")
def _grades(terms: Terms) -> Iterator[Problem]:
    """A grade can be told once: as status, by the congress, or by the national list; two of them must agree."""
    event, told = terms.event, _grade_name(terms, terms.event.status)
    by_list = terms.listed.grade if terms.listed is not None else ""
    by_congress = _grade_of_congress(terms)
    if told and by_list and told != by_list:
        found = f"The status is {told}, but the {event.fact('event')} is of grade {by_list} (7.2 to 7.4)."
        yield _contradiction(
            "abf-grade", found, "Leave 'status' out, or correct the name of the event.", "event", "status"
        )
    if told and by_congress and told != by_congress:
        role = event.fact("congress event") or "minor"
        found = f"The status is {told}, but a {role} event of this congress is of grade {by_congress} (5.3)."
        remedy = "Leave 'status' out, or correct 'congress' or 'congress event'."
        yield _contradiction("abf-grade", found, remedy, "congress", "status")
    if by_list and by_congress and by_list != by_congress:
        found = f"The {event.fact('event')} is of grade {by_list}, but an event of this congress is {by_congress}."
        yield _contradiction("abf-grade", found, "Keep 'event' or 'congress'.", "event", "congress")


def _grade_of_congress(terms: Terms) -> str:
    congress, role = terms.event.fact("congress"), terms.event.fact("congress event")
    if not congress or (role or "minor") not in CONGRESSES[congress]:
        return ""
    return grades.congress_grade(congress, role or "minor", terms.sessions_held())


@rule("5.3.3/1", "5.1.2/9")
def _congress(event: Event) -> Iterator[Problem]:
    """An event is something at a congress only where there is one."""
    role = event.fact("congress event")
    if role and not event.fact("congress"):
        found = f"It is the {role!r} event of a congress, but no congress is given. Which kind of congress was it?"
        remedy = f"Give 'congress', one of {', '.join(CONGRESSES)}."
        known = tuple(CONGRESSES)
        yield Problem(found, remedy, ("facts", "congress"), code="abf-congress", asks=True, choices=known)
    if event.fact(tours.LOCALS) and event.fact("congress") != "tour":
        found = "There are 'locals', who have green points on a tour (5.1.2), but the event is none of a tour."
        yield _contradiction("abf-locals", found, "Give 'congress: tour', or leave them out.", tours.LOCALS, "congress")


@rule("5.3.2", "4.4.9/1", "7.2.2/19")
def _master_event(terms: Terms) -> Iterator[Problem]:
    """An event that is restricted at a congress, or limited by the national list, has a master factor."""
    event = terms.event
    if event.fact("master event") != "no":
        return
    if event.fact("congress event") == "restricted":
        found = "A restricted event of a congress takes a master factor (5.3.2), but 'master event' is no."
        remedy = "Leave 'master event' out, or correct 'congress event'."
        yield _contradiction("abf-master-event", found, remedy, "master event", "congress event")
    if terms.listed is not None and terms.listed.is_limited:
        found = f"The {terms.listed.name} is limited by masterpoints and takes a master factor (4.4.9), but "
        remedy = "Leave 'master event' out, or correct the name of the event."
        yield _contradiction("abf-master-event", f"{found}'master event' is no.", remedy, "master event", "event")
    if event.fact("master ranks"):
        found = "There are 'master ranks', but 'master event' is no."
        yield _contradiction("abf-master-event", found, "Keep one of them.", "master ranks", "master event")


@rule("6.2.2/3", "6.2.2/9", "6.3/1")
def _championship(terms: Terms) -> Iterator[Problem]:
    """Championships of a State, and the Australia-Wide Pairs, are of grade B and of nothing else."""
    event = terms.event
    for fact, clause in (("championship", "6.2.2"), ("scale", "6.3")):
        if not event.fact(fact) or event.fact(fact) == "usual":
            continue
        told = _grade_name(terms, event.status)
        if told and told != _STATE:
            found = f"'{fact}' is {event.fact(fact)}, which is of grade B ({clause}), but the status is {told}."
            yield _contradiction("abf-grade", found, f"Correct 'status', or leave '{fact}' out.", fact, "status")
        for other in ("congress", "event"):
            if event.fact(other):
                found = f"'{fact}' is {event.fact(fact)}, an event of grade B ({clause}), and '{other}' is given too."
                yield _contradiction("abf-grade", found, "Keep one of them.", fact, other)


# --- Awards ----------------------------------------------------------------------------------------------------------


@rule("4.2.2", "6.3/3")
def _percentages(terms: Terms) -> Iterator[Problem]:
    """Awards by percentage are for duplicate at Congress, State and National events."""
    event = terms.event
    if event.fact("awards") != "percentage":
        return
    if any(stage.play is Play.TEAMS for stage in event.stages):
        found = "Awards by percentage are for duplicate (4.2.2), but teams played."
        yield Problem(found, "Leave 'awards' out.", ("facts", "awards"), code="abf-percentage", against=("stages", 0))
        return
    known = _grade_name(terms, terms.grade_name(event.stages[0]))
    if known and known not in _PERCENTAGES and not event.fact("congress"):
        found = f"Awards by percentage are for Congress, State and National events (4.2.2), but the grade is {known}."
        yield _contradiction("abf-percentage", found, "Leave 'awards' out, or correct 'status'.", "awards", "status")


@rule("4.4.5 note")
def _recognition(terms: Terms) -> Iterator[Problem]:
    """Only finals of National teams events recognise a member in part."""
    event = terms.event
    if not event.fact("part recognition"):
        return
    main = event.stages[-1]
    if _grade_name(terms, terms.grade_name(main)) not in _GOLD or not any(
        stage.play is Play.TEAMS for stage in event.stages
    ):
        found = "Members are recognised in part in finals of National teams events only (4.4.5), which this is not."
        yield _contradiction(
            "abf-part-recognition", found, "Leave it out, or name the event.", recognition.FACT, "status"
        )


@rule("7.5.2/2")
def _amplification(terms: Terms) -> Iterator[Problem]:
    """A listed event has the factor of the list."""
    event = terms.event
    if not event.fact("amplification") or terms.listed is None:
        return
    try:
        told = terms.amplification
    except Unknown:
        return
    if told != terms.listed.amplification:
        found = f"The tables are multiplied by {event.fact('amplification')}, but the list has another factor (7.5)."
        yield _contradiction("abf-amplification", found, "Leave 'amplification' out.", "amplification", "event")


@rule("7.3.2/02", "7.3.3/18", "7.5.4/3")
def _stages(terms: Terms) -> Iterator[Problem]:
    """An event that is listed stage by stage is that stage; its final alone needs the tables and boards of stage 1."""
    event, listed = terms.event, terms.listed
    kinds = {stage.kind for stage in event.stages}
    if listed is None or not listed.stage:
        return
    is_final = listed.stage == national_events.FINAL_STAGE
    other = StageKind.QUALIFYING if is_final else StageKind.FINAL
    if kinds == {other}:
        found = f"By its name the event is {listed.stage} of the {listed.name.split(',')[0]}, but 'stage' is {other}."
        against = ("facts", "event")
        path: Path = ("stages", 0, "stage")
        yield Problem(found, "Correct the name or the stage.", path, code="abf-stage-1", against=against)
    elif is_final and StageKind.QUALIFYING not in kinds:
        if event.stages[0].original_tables is None:
            question = "How many tables played stage 1? The outright award depends on them (7.5.4)."
            where: Path = ("stages", 0, "original tables")
            yield Problem(question, "Give 'original tables'.", where, code="abf-original-tables", asks=True)
        if event.boards_before is None:
            question = (
                "How many boards did each of the finalists play in stage 1? They count for the outright award (7.5.4)."
            )
            yield Problem(question, f"Give '{BEFORE}'.", (BEFORE,), code="boards-before-missing", asks=True)


@rule("4.2.3 note i", "4.2.3/matchpoints")
def _match_scores(event: Event) -> Iterator[Problem]:
    """The scores of matches are what they are told to be: percentages add up to 100."""
    fact = match_scores.FACTS.get(event.fact("scores")) if event.facts else None
    for index, stage in enumerate(event.stages):
        if fact is not None and stage.match_scores not in (None, fact):
            found = f"The scores of matches are {event.fact('scores')}, but 'match scores' says {stage.match_scores}."
            place = ("stages", index, "match scores")
            yield Problem(found, "Keep one of them.", ("facts", "scores"), code="abf-scores", against=place)
            continue
        if (stage.match_scores or fact) is not Scoring.MATCHPOINTS:
            continue
        for at, match in enumerate(match_scores.matches_of(stage)):
            one, two = match.sides
            if one.score is None or two.score is None or one.score + two.score == match_scores.PER_CENT:
                continue
            found = (
                f"The scores of matches are matchpoints in per cent, but {one.contestant} against {two.contestant} "
                f"is {one.score} : {two.score}, which is not 100 together."
            )
            where: Path = ("stages", index, "matches", at) if not stage.rounds else ("stages", index)
            told: Path = ("facts", "scores") if fact is not None else ("stages", index, "match scores")
            yield Problem(found, "Give per cent, or what the scores are.", where, code="abf-scores", against=told)
