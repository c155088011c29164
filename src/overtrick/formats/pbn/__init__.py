"""What does a PBN file tell? Portable Bridge Notation, 2.0 and 2.1, as scoring programs export it.

Magic Contest writes the whole ranking with numbers; BridgeWebs only the results of each board, and then the ranking is
worked out. Deals, auctions and plays are passed over, and so is everybody's sex.
"""

from __future__ import annotations

import re
from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contest as EventContest
from overtrick.engine.event import Event, Play, Schedule, Scoring, Stage
from overtrick.formats.build_event import day_of, not_to_be_scored
from overtrick.formats.pbn.contest import MATCHPOINTS, Contest, read_contest, scoring_of
from overtrick.formats.pbn.games import TOTAL, File, Table, parse
from overtrick.formats.pbn.ranking import RankingLists, read_ranking
from overtrick.formats.pbn.results import has_results, read_results
from overtrick.formats.pbn.team_matches import (
    Matches,
    as_matches,
    as_rounds,
    match_boards,
    met,
    ranked_by_matches,
    read_matches,
    scores_of,
    with_line_ups,
)
from overtrick.formats.pbn.team_matches import questions as team_questions
from overtrick.formats.pbn.travellers import rank_results
from overtrick.formats.reading import Note, Path, Question, Reading
from overtrick.formats.scoring import METHODS, Method
from overtrick.formats.sections import with_lengths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NOTHING: Mapping[str, str] = MappingProxyType({})
_HEAD = 8192
_LARGEST = 20 * 1024 * 1024
_OPENING = re.compile(rb'^(?:\xef\xbb\xbf)?%\s*PBN\b|^\s*\[(?:Event|Site|Date|Board|Deal|Generator)\s+"', re.MULTILINE)


def recognise(content: bytes) -> bool:
    """Say whether these bytes open a PBN file."""
    return b"\0" not in content[:_HEAD] and _OPENING.search(content[:_HEAD]) is not None


def read(name: str, content: bytes, answers: Mapping[str, str] = _NOTHING) -> Reading:
    """Read a file; ``answers`` may say what is missing: the date, and the scoring where a ranking is worked out."""
    if len(content) > _LARGEST:
        problem = Problem(
            "The file is larger than 20 MB.", "Export one event to a file.", file=name, code="file-too-large"
        )
        return Reading(None, [problem], file=name, format="PBN")
    text, encoding, notes = _decoded(content)
    file = parse(text)
    reading = Reading(None, [], file=name, format=f"PBN {file.version}".strip(), encoding=encoding)
    ranking = [game.tables[TOTAL] for game in file.games if TOTAL in game.tables]
    if not ranking and not has_results(file):
        found = "The file has deals and no results." if file.games else "The file has no games."
        remedy = "Export the ranking (TotalScoreTable) with it, or the results of each board (ScoreTable)."
        return reading._replace(problems=[Problem(found, remedy, file=name, code="results-missing")])
    contest = read_contest(name, file, day_of(answers))
    reading = reading._replace(program=contest.program, federation=contest.federation)
    if ranking:
        if len(ranking) > 1:
            notes.append(
                Note(
                    "last-ranking-taken",
                    f"The file has {len(ranking)} rankings; the last one counts.",
                    ranking[-1].line,
                )
            )
        return _ranked(reading, file, contest, ranking[-1], notes, answers)
    matches = read_matches(file)
    if matches.meetings:
        return _teams(reading, contest, ranked_by_matches(matches), matches, notes, answers)
    return _worked_out(reading, file, contest, notes, answers)


def _ranked(
    reading: Reading, file: File, contest: Contest, table: Table, notes: list[Note], answers: Mapping[str, str]
) -> Reading:
    if contest.session is not None and not contest.session.is_last:
        return reading._replace(problems=[contest.session.problem(reading.file)])
    listed = read_ranking(reading.file, table, contest.play)
    reading = reading._replace(lines={("stages", 0): table.line}, claims=listed.claims)
    matches = read_matches(file)
    if matches.meetings:
        return _teams(reading, contest, listed, matches, notes, answers)
    schedule = _schedule(listed.boards, contest.boards, 0)
    if contest.session is not None:
        notes.append(contest.session.note())
        schedule = contest.session.schedule(schedule)
    reading = reading._replace(
        problems=[*contest.problems, *listed.problems], lines={**reading.lines, **_lines(listed.lines)}
    )
    winners = max(Counter(field.section for field in listed.fields).values(), default=1)
    across = not any(field.section for field in listed.fields)
    stage = Stage(contest.play, schedule, listed.fields, winners=winners, across=across)
    questions = list(contest.questions)
    if contest.play is Play.TEAMS:
        choices = ("swiss", "round robin", "league", "knock-out")
        questions.append(
            Question("contest", "How did the teams meet? The file lists no matches.", choices, code="contest-missing")
        )
    return _finished(reading, contest, stage, [*notes, *listed.notes], questions)


def _teams(
    reading: Reading,
    contest: Contest,
    listed: RankingLists,
    found: Matches,
    notes: list[Note],
    answers: Mapping[str, str],
) -> Reading:
    """Put the ranking of teams and their matches together; the matches decide how long everybody played."""
    strangers = {team for each in found.meetings for team in each.teams} - set(listed.numbers)
    problems = [*contest.problems, *listed.problems]
    for each in found.meetings:
        if strangers & set(each.teams):
            team = next(team for team in each.teams if team in strangers)
            says = f"Team {team} has a match but is not in the ranking."
            problems.append(
                Problem(
                    says,
                    "Export the ranking with all teams.",
                    file=reading.file,
                    line=each.line,
                    code="contestant-unknown",
                )
            )
            break
    reading = reading._replace(problems=problems, lines={**reading.lines, **_lines(listed.lines)})
    contest = contest._replace(
        play=Play.TEAMS, matchpoints=False,
        questions=[each for each in contest.questions if each.word not in ("scoring", "play")],
    )  # fmt: skip
    if strangers:
        return _finished(reading, contest, Stage(Play.TEAMS, Schedule(0)), notes, contest.questions)
    told = max(listed.boards, default=contest.boards)
    length = match_boards(answers)
    matches, lines = as_matches(found, listed.numbers)
    fields, matches = with_line_ups(listed.fields, matches)
    stage = Stage(
        Play.TEAMS,
        Schedule(told or length * found.rounds),
        fields,
        contest=met(found, len(listed.numbers), answers),
        match_boards=length,
        matches=matches,
        match_scores=scores_of(found),
    )
    if stage.contest is EventContest.KNOCK_OUT:
        stage = stage._replace(matches=(), rounds=as_rounds(matches, found, list(listed.numbers.values())))
    questions = [*contest.questions, *team_questions(found, len(listed.numbers), told, answers)]
    reading = reading._replace(lines={**reading.lines, **lines})
    return _finished(reading, contest, stage, [*notes, *listed.notes, *found.notes], questions)


def _worked_out(
    reading: Reading, file: File, contest: Contest, notes: list[Note], answers: Mapping[str, str]
) -> Reading:
    answered = answers.get("scoring", "").strip().lower()
    said = scoring_of(file)
    by_imps = said.value.startswith("imp")
    method = METHODS.get(answered, Method.CROSS_IMPS if by_imps else Method.MATCHPOINTS)
    found = read_results(reading.file, file)
    by_boards = not said.value and any(each.available for each in found.results)
    ranked = rank_results(reading.file, found, method, answers)
    questions = [each for each in contest.questions if each.word not in ("scoring", "play")]
    if answered not in METHODS and by_boards:
        notes = [
            *notes,
            Note("scoring-taken", "The scoring is matchpoints: the results of the boards have match points."),
        ]
    elif answered not in METHODS and said.value not in MATCHPOINTS:
        hint = "cross-imps" if by_imps else "matchpoints"
        because = f"line {said.line} says '{said.value}'" if said.value else "the file does not say"
        asks = "How were the boards scored? The ranking depends on it."
        questions.append(Question("scoring", asks, tuple(METHODS), hint, because, code="scoring-missing"))
    questions += ranked.questions
    problems = [*contest.problems, *not_to_be_scored(reading.file, answers), *ranked.problems]
    if contest.play is Play.TEAMS:
        remedy = "Export it again with the ranking of the teams (TotalScoreTable)."
        problems.append(
            Problem(
                "Teams played, but the file has only the results of each board.",
                remedy,
                file=reading.file,
                code="results-missing",
            )
        )
    if not ranked.boards and not problems:
        remedy = "Export the file again after the results have been entered."
        problems.append(Problem("No board has a result.", remedy, file=reading.file, code="results-missing"))
    reading = reading._replace(problems=problems, lines=_lines(ranked.lines))
    play = Play.INDIVIDUAL if ranked.individual else Play.PAIRS
    contest = contest._replace(matchpoints=method is Method.MATCHPOINTS, play=play)
    schedule = _schedule(ranked.boards, contest.boards, ranked.in_play)
    stage = Stage(play, schedule, ranked.fields, winners=ranked.winners, across=ranked.across, movement=ranked.movement)
    stage = with_lengths(stage, ranked.lengths)
    return _finished(reading, contest, stage, [*notes, *ranked.notes], questions)


def _finished(
    reading: Reading, contest: Contest, stage: Stage, notes: Sequence[Note], questions: Sequence[Question]
) -> Reading:
    asked = list(questions)
    if not stage.schedule.boards and not any(each.word == "match boards" for each in asked):
        asked.append(Question("boards", "How many boards was everybody to play?", code="boards-missing"))
    lines: dict[Path, int] = {(): 1, **reading.lines}
    lines |= {(word,): line for word, line in contest.lines.items() if line}
    reading = reading._replace(lines=lines, notes=[*contest.notes, *notes], questions=asked)
    if reading.problems or contest.begins is None:
        return reading
    stage = stage._replace(scoring=Scoring.MATCHPOINTS if contest.matchpoints else Scoring.OTHER)
    return reading._replace(event=Event(contest.name, contest.begins, (stage,), organiser=contest.organiser))


def _lines(lists: Sequence[Sequence[int]]) -> dict[Path, int]:
    return {
        ("stages", 0, "fields", at, "contestants", index): line
        for at, members in enumerate(lists)
        for index, line in enumerate(members)
    }


def _schedule(played: Sequence[int], said: int, in_play: int) -> Schedule:
    """Take the boards of the contestants; the count in the head of the file only where there are none."""
    most, least = max(played, default=said), min(played, default=said)
    return Schedule(most, least=least if least < most else None, in_play=in_play or None)


def _decoded(content: bytes) -> tuple[str, str, list[Note]]:
    try:
        return content.decode("utf-8-sig"), "UTF-8", []
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    says = "The letters are read as {0}, because this line is not UTF-8. If they look wrong, save the file as UTF-8."
    try:
        return (
            content.decode("windows-1252"),
            "windows-1252",
            [Note("encoding-guessed", says.format("windows-1252"), line)],
        )
    except UnicodeDecodeError:
        return content.decode("iso-8859-1"), "ISO-8859-1", [Note("encoding-guessed", says.format("ISO-8859-1"), line)]
