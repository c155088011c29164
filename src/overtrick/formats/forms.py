"""In which forms can what was read be written, with the awards worked out here?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Assessment
from overtrick.engine.event import Contest
from overtrick.formats import awards_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.assessment import Problem
    from overtrick.engine.event import Event
    from overtrick.formats.outcome import Outcome
    from overtrick.formats.reading import Note
    from overtrick.formats.usebio.new_boards import TravellerLine


class Form(NamedTuple):
    """A form that can be written."""

    ending: str
    has_awards: bool
    says: str


FORMS = {
    "usebio": Form(
        ".xml", has_awards=True, says="USEBIO 1.2 with the awards in it; the rest of a USEBIO file stays as it is"
    ),
    "credits": Form(
        ".red .grn .gld .rag", has_awards=True, says="credit files, where the federation takes points in them"
    ),
    "csv": Form(".csv", has_awards=True, says="the awards, a row for each player"),
    "xlsx": Form(".xlsx", has_awards=True, says="the awards as an Excel workbook"),
    "json": Form(".json", has_awards=True, says="the awards with their working, for programs"),
    "event": Form(".json", has_awards=False, says="the event file of what was read"),
    "ranking-csv": Form(".csv", has_awards=False, says="the ranking list without awards"),
}


#: What awards need and an event can do without.
_OF_THE_OFFICE = ("handbook", "status")
#: What decides who came where.
_OF_THE_RANKING = ("scoring", "scored across", "vp scale")


class Unwritten(Exception):
    """It cannot be written in this form; the message says why."""


class Written(NamedTuple):
    """The files that were made, by the ending of their names, and what could not be written."""

    files: Mapping[str, bytes]
    problems: Sequence[Problem] = ()
    notes: Sequence[Note] = ()


def without_awards(outcome: Outcome, form: str = "event") -> Outcome:
    """Leave only what stands in the way of a form without awards: the problems of the file, and what it leaves open."""
    reading = outcome.reading
    asked = [each for each in reading.questions if each.word not in _OF_THE_OFFICE]
    if form == "ranking-csv" and reading.event is not None:
        asked = [each for each in asked if each.word in _OF_THE_RANKING]
    return outcome._replace(problems=reading.problems, questions=asked)


def as_result_only(outcome: Outcome) -> Outcome:
    """Give a list of several events as scoring programs make one up: an event with only a result and points."""
    made = outcome.assessment
    if made is None or len(made.event.stages) != 1:
        return outcome
    (stage,) = made.event.stages
    event = made.event._replace(stages=(stage._replace(contest=Contest.MOVEMENT, series=None),))
    plain = Assessment(
        made.handbook, made.edition, event, made.awards, lambda: made.refusals, made.remarks, made.problems
    )
    plain.as_if = made.as_if
    return outcome._replace(assessment=plain)


def can_be_written(outcome: Outcome) -> bool:
    """Say whether the event can be written: a guess in place of an answer would stand there as a fact."""
    return outcome.reading.event is not None and not outcome.problems and not outcome.questions


def write(outcome: Outcome, form: str, source: bytes, *, licensed: bool = False) -> Written:
    """Write what came of a file in a form; ``source`` is the file it came from; ``licensed``: with a licence."""
    if form == "event":
        reading = outcome.reading
        from overtrick.formats import event_file  # noqa: PLC0415 - each form loads what it needs

        content = event_file.write(_event(outcome), reading.handbook, reading.settings).encode("utf-8", "replace")
        refused = event_file.read("the event file", content).problems
        if refused:
            raise Unwritten("; ".join(f"{each.found} {each.remedy}" for each in refused))
        return Written({".json": content})
    if form == "ranking-csv":
        return Written({".csv": _ranking(outcome)})
    if outcome.assessment is None or outcome.edition is None:
        raise Unwritten("there are no awards to write")
    if form == "credits":
        return _credits(outcome)
    if form == "usebio":
        return _usebio(outcome, source, licensed=licensed)
    if form == "json":
        data = awards_json.assessment_data(outcome.assessment, outcome.edition)
        text = awards_json.write({"file": outcome.reading.file, **data})
        return Written({".json": f"{text}\n".encode("utf-8", "replace")})
    from overtrick.formats.awards_table import awards_csv, awards_xlsx  # noqa: PLC0415

    table = awards_csv if form == "csv" else awards_xlsx
    return Written({f".{form}": table(outcome.assessment, outcome.edition)})


def _event(outcome: Outcome) -> Event:
    if outcome.reading.event is None:
        raise Unwritten("there is no event in the file")
    return outcome.reading.event


def _ranking(outcome: Outcome) -> bytes:
    from overtrick.formats.ranking_csv import NotOneList, ranking_csv  # noqa: PLC0415

    try:
        return ranking_csv(_event(outcome))
    except NotOneList as error:
        raise Unwritten(str(error)) from None


def _credits(outcome: Outcome) -> Written:
    from overtrick.formats.awards_credits import credit_files  # noqa: PLC0415
    from overtrick.handbooks import federations  # noqa: PLC0415

    if outcome.assessment is None or outcome.edition is None:
        raise Unwritten("there are no awards to write")
    handbook = outcome.edition.handbook
    if not federations.takes_credit_files(handbook):
        raise Unwritten(f"the {handbook.federation} takes no credit files")
    if outcome.assessment.as_if:
        raise Unwritten(f"a credit file credits points, and these cannot be credited. {outcome.assessment.as_if}")
    made = credit_files(outcome.assessment)
    return Written(made.files, made.problems)


def _usebio(outcome: Outcome, source: bytes, *, licensed: bool) -> Written:
    """Put the awards into the file they were worked out from, if it is USEBIO; otherwise make a new one."""
    from overtrick.formats import usebio  # noqa: PLC0415
    from overtrick.formats.usebio.writing import write as write_usebio  # noqa: PLC0415

    if outcome.assessment is None or outcome.edition is None:
        raise Unwritten("there are no awards to write")
    into = source if usebio.recognise(source) else None
    lines = [] if into is not None else _lines(source)
    made = write_usebio(outcome.assessment, outcome.edition, into, outcome.reading.file, lines, licensed=licensed)
    return Written({} if made.content is None else {".xml": made.content}, made.problems, made.notes)


def _lines(source: bytes) -> list[TravellerLine]:
    """Give the results of the boards, where the file has them in a form that can be written again."""
    from overtrick.formats import nz_scorer  # noqa: PLC0415
    from overtrick.formats.nz_travellers import read_lines  # noqa: PLC0415

    return read_lines(source) if nz_scorer.recognise(source) else []
