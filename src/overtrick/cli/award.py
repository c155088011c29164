"""``overtrick award``: the awards of an event, their working if asked, and a summary for many files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.cli import files, output
from overtrick.engine.explain import list_heading, place_of, together, why
from overtrick.engine.marks import clause_mark
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import Told
from overtrick.formats import awards_json
from overtrick.formats.answers.given import TYPED
from overtrick.formats.awards_json import points
from overtrick.formats.outcome import Outcome, work_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.engine.assessment import Assessment, Award, Refusal
    from overtrick.formats.reading import Reading
    from overtrick.handbooks.edition import Edition


class Wanted(NamedTuple):
    """What is to be shown of the awards."""

    why: bool = False
    as_json: bool = False
    compare: bool = False
    out: str = ""  #: the file that all awards are written to
    force: bool = False


def award(names: Sequence[str], asked: files.Options, wanted: Wanted, jobs: int = 0) -> int:
    """Work out the files and print the result; the exit code."""
    found: Sequence[Reading] = ()
    if not wanted.out and not files.are_several(names):
        found = files.readings(files.Source(names[0]), asked)
        if len(found) == 1:
            return _show_one(work_out(found[0], asked.on, as_if=asked.as_if), wanted)
    from overtrick.cli.summary import award_all

    return award_all(names, asked, wanted, jobs, found)


# --- One file ----------------------------------------------------------------------------------------------------


def _show_one(outcome: Outcome, wanted: Wanted) -> int:
    if wanted.as_json:
        output.print_json(data(outcome, compare=wanted.compare))
    elif outcome.worked_out:
        tell(outcome, wanted)
    else:
        return give_up(outcome)
    return output.GOOD if outcome.worked_out else output.PROBLEMS


def data(outcome: Outcome, *, compare: bool) -> dict[str, Any]:
    """Turn what came of a file into plain data: the answer of ``--json``."""
    if outcome.worked_out and outcome.assessment is not None and outcome.edition is not None:
        answer = awards_json.assessment_data(outcome.assessment, outcome.edition)
    else:
        answer = awards_json.no_assessment_data(outcome.problems)
    answer["questions"] = []
    if outcome.questions:
        from overtrick.cli import questions

        answer["questions"] = questions.data(outcome.questions)
    answer["notes"] = [note._asdict() for note in outcome.reading.notes]
    if compare:
        compared = outcome.comparison()
        answer["comparison"] = None if compared is None else compared.as_data()
    return {"file": outcome.reading.file, **answer}


def give_up(outcome: Outcome) -> int:
    """Say what stands in the way of the awards; the exit code."""
    if outcome.problems:
        output.tell_problems(outcome.problems)
    if outcome.questions:
        _tell_questions(outcome)
    return output.PROBLEMS


def _tell_questions(outcome: Outcome) -> None:
    from overtrick.cli import questions

    for line in questions.in_words(outcome.questions):
        output.complain(line)


def tell(outcome: Outcome, wanted: Wanted) -> None:
    """Print the awards of one event."""
    assessment, edition = outcome.assessment, outcome.edition
    if assessment is None or edition is None:
        return
    _print(assessment, edition, with_working=wanted.why)
    _tell_claims(outcome, compare=wanted.compare)
    for each in awards_json.warnings(assessment):
        output.say(f"\nNote: {each.says}" + (f" ({clause_mark(each.clause)})" if each.clause else ""))
    # What was typed just now is known.
    notes = [note for note in outcome.reading.notes if note.code != TYPED]
    if notes:
        output.say("\nWorth knowing about the file:")
    for note in notes:
        output.say(f"  {output.note(note)}")


def _tell_claims(outcome: Outcome, *, compare: bool) -> None:
    compared = outcome.comparison()
    if compared is None:
        if compare:
            output.say("\nThe file claims no points, so there is nothing to compare.")
        return
    players = sum(total.players for total in compared.totals)
    agreeing = sum(total.agreeing for total in compared.totals)
    if compared.agrees:
        output.say(f"\nThe points that the file claims agree, for all {output.counted(players, 'player')}.")
    else:
        more = "" if compare else "; --compare shows them"
        output.say(f"\nThe points that the file claims differ for {players - agreeing} of {players} players{more}.")
    if compare:
        tell_comparison(compared.as_text())


def tell_comparison(rows: Sequence[Sequence[str]]) -> None:
    """Show claimed points beside computed ones; a column in which nothing stands is left out."""
    from overtrick.formats.compare import COLUMNS

    used = [at for at in range(len(COLUMNS)) if any(row[at] for row in rows)]
    shown = [[row[at] for at in used] for row in rows]
    figures = ("Place", "Claimed", "Computed", "Difference", "Line")
    output.table([COLUMNS[at] for at in used], shown, figures=figures)


def _print(assessment: Assessment, edition: Edition, *, with_working: bool) -> None:
    output.say(f"{assessment.event.name}, {_day(assessment)}. {edition.title}")
    if assessment.as_if:
        output.say(f"\n{assessment.as_if}")
    waiting = {id(assessment.awards[at]) for at in assessment.pending}
    for words, awards in _lists(assessment):
        output.say()
        heading = list_heading(*words)
        if heading:
            output.say(heading)
        rows = []
        for each, names in together(awards):
            worth = points(edition, each)(each.units)
            rows.append([place_of(each), names, *(("", worth) if id(each) in waiting else (worth, ""))])
        columns = ("Place", "Names", "Points", "Pending")[: 4 if waiting else 3]
        output.table(columns, [row[: len(columns)] for row in rows], figures=("Place", "Points", "Pending"))
    if not assessment.awards:
        output.say("\nNobody gets points.")
    if with_working:
        _print_workings(assessment, edition)
    elif assessment.refusals:
        count = len({refusal.player.name for refusal in assessment.refusals})
        output.say(f"\n{count} {'player has' if count == 1 else 'players have'} no points; --why tells why.")


def _lists(assessment: Assessment) -> Iterator[tuple[tuple[str, ...], list[Award]]]:
    """Give the awards list by list; where an event pays points of several colours, each colour by itself."""
    several = len({each.colour for each in assessment.awards}) > 1
    found: dict[tuple[str, ...], list[Award]] = {}
    for each in assessment.awards:
        colour = f"{each.colour} points" if several else ""
        found.setdefault((each.stage, each.field, colour), []).append(each)
    yield from found.items()


def _day(assessment: Assessment) -> str:
    begins = assessment.event.begins
    return f"{begins.day} {begins:%B %Y}"


def _print_workings(assessment: Assessment, edition: Edition) -> None:
    told = Told({}, {})
    if assessment.awards:
        output.say("\nWhy these points")
    for award, names in together(assessment.awards):
        _print_working(award, names, edition, told)
    if assessment.refusals:
        output.say("\nWhy no points")
    for refusal, names in together(assessment.refusals):
        _print_working(refusal, names, edition, told)


def _print_working(decision: Award | Refusal, names: str, edition: Edition, told: Told) -> None:
    together_named = decision._replace(player=decision.player._replace(name=names))
    output.say("\n" + why(together_named, points(edition, decision), told))
