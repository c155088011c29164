"""From the bytes of a list to an event, or to what is still to be asked."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contest, Play
from overtrick.formats import build_event
from overtrick.formats.build_event import Told, Words
from overtrick.formats.event_file.located import Text
from overtrick.formats.ranking_list import blocks, guess, held, spreadsheets, tables
from overtrick.formats.ranking_list.columns import Columns, chosen, label
from overtrick.formats.ranking_list.entries import Entry, claims, read_entries
from overtrick.formats.ranking_list.headings import plain, read_direction
from overtrick.formats.ranking_list.lists import Lists, arrange, partners, whole_percentages
from overtrick.formats.ranking_list.preamble import Preamble, read_preamble
from overtrick.formats.reading import ListColumns, Note, Question, Reading
from overtrick.formats.text import decode, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from overtrick.formats.ranking_list.guess import Guess
    from overtrick.formats.ranking_list.tables import Table

FORMAT = "ranking list"

_OFFICE = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_SCORINGS = {
    "imp": "imps",
    "imps": "imps",
    "vp": "victory points",
    "vps": "victory points",
    "victory": "victory points",
}
_NO_LIST = "We found no list of results: no row has headings such as Place, Names and Score."
_ADD_HEADINGS = "Put a row of headings above the results, or say which column is which with 'columns'."


#: So many rows of a list are shown beside what its columns were taken for.
_SAMPLE = 3


class _Found(NamedTuple):
    """A table that holds a list, and the guess at its columns."""

    table: Table
    guess: Guess


class _Part(NamedTuple):
    """What one table gave."""

    listed: list[Entry]
    notes: list[Note]
    problems: list[Problem]
    questions: list[Question]
    columns: Columns


def recognise(content: bytes) -> bool:
    """Say whether there is a list in a text or on a page, or whether an office document is a spreadsheet."""
    if content.startswith(_OFFICE):
        return spreadsheets.recognise(content)
    try:
        other = held.of(content)
        if other is not None:
            return not other.is_page or bool(other.tables)
        return bool(_lists(content, ())[0])
    except tables.UnreadableTable:
        return True  # it will say why it cannot be read


def mapping(content: bytes, columns: Mapping[str, str]) -> dict[str, str]:
    """Give the mapping that a list is read by; empty if there is no list."""
    try:
        other = held.of(content)
        wanted = tuple(columns.values())
        found = _in_tables(other, wanted) if other else _lists(content, wanted)[0]
    except tables.UnreadableTable:
        return {}
    return _mapped(found[0].guess, columns, "", 0)[0].named() if found else {}


def read(name: str, content: bytes, columns: Mapping[str, str], answers: Mapping[str, str]) -> Reading:
    """Read a list."""
    blank = Reading(None, [], file=name, format=FORMAT)
    try:
        other = held.of(content)
        if other is not None:
            return _without_lines(_read_held(other, columns, answers, blank))
        found, encoding, notes = _lists(content, tuple(columns.values()))
    except tables.UnreadableTable as why:
        return blank._replace(problems=[Problem(why.found, why.remedy, file=name, line=why.line, code=why.code)])
    blank = blank._replace(encoding=encoding, notes=notes)
    if not found:
        return blank._replace(problems=[Problem(_NO_LIST, _ADD_HEADINGS, file=name, code="headings-missing")])
    return _read_found(found, columns, answers, blank)


def _read_held(other: held.Held, columns: Mapping[str, str], answers: Mapping[str, str], blank: Reading) -> Reading:
    """Read the list of a page or of JSON; where none looks like one, say what there is, to be told what it means."""
    blank = blank._replace(encoding=other.encoding, program=other.program, federation=other.federation)
    found = _in_tables(other, tuple(columns.values()))
    if found:
        return _read_found(found, columns, answers, blank)
    return blank._replace(problems=[other.unknown(blank.file)], columns=_to_be_told(other.longest))


def _to_be_told(longest: tables.Table | None) -> ListColumns | None:
    """Show the columns of a table in which nothing was understood, so that somebody can say what they are."""
    if longest is None or not longest.rows:
        return None
    headings = held.headings_of(longest)
    under = itertools.dropwhile(lambda row: row.cells != headings, longest.rows)
    return ListColumns(label(headings), {}, _shown([*under][1:]))


def _in_tables(other: held.Held, wanted: tuple[str, ...]) -> list[_Found]:
    """Find the tables that hold a list: all if they are the results, otherwise the one of which most is understood."""
    found = [_Found(each, seen) for each in other.tables if (seen := guess.find(each.rows, wanted))]
    if other.settled or not found:
        return found
    return [max(found, key=lambda each: (each.guess.header >= 0, len(each.guess.columns.at), len(each.table.rows)))]


def _without_lines(reading: Reading) -> Reading:
    """Leave out lines: those of a table are not those of the file it was found in."""
    return reading._replace(
        problems=[each._replace(line=0, against_line=0) for each in reading.problems],
        notes=[each._replace(line=0) for each in reading.notes],
        claims=[each._replace(line=0) for each in reading.claims],
        lines={},
    )


def _read_found(found: list[_Found], columns: Mapping[str, str], answers: Mapping[str, str], blank: Reading) -> Reading:
    name = blank.file
    found, questions = _of_one_event(found, answers)
    if questions:
        return blank._replace(questions=questions)
    parts = [part for each in found for part in _parts(each, columns, name)]
    blank = blank._replace(columns=ListColumns(parts[0].columns.labels, parts[0].columns.named(), _sample(found[0])))
    return _together(name, parts, read_preamble(_before(found[0])), answers, blank)


# --- Tables ------------------------------------------------------------------------------------------------------


def _lists(content: bytes, wanted: tuple[str, ...]) -> tuple[list[_Found], str, tuple[Note, ...]]:
    """Find the lists of a file: the sheets of a workbook that hold one, or the likeliest way to take a text apart."""
    if content.startswith(_OFFICE):
        return (
            [
                _Found(each, seen)
                for each in spreadsheets.from_workbook(content)
                if (seen := guess.find(each.rows, wanted))
            ],
            "",
            (),
        )
    if len(content) > tables.LARGEST:
        found = f"The list is larger than {tables.LARGEST // 1_000_000} MB."
        raise tables.UnreadableTable("file-too-large", found, "Keep the results of one event in a file.")
    decoded = decode(content)
    if decoded is None:
        return [], "", ()
    return _likeliest(decoded.text, wanted), decoded.encoding, decoded.notes


def _likeliest(text: str, wanted: tuple[str, ...]) -> list[_Found]:
    """Take a text apart in every way, and keep the one that makes most of it; if all fail, the likeliest says why."""
    found: list[_Found] = []
    failed: list[tables.UnreadableTable] = []
    for sign in tables.ways(text):
        try:
            table = tables.Table(tables.rows_of(text, sign))
        except tables.UnreadableTable as why:
            failed.append(why)
            continue
        if seen := guess.find(table.rows, wanted):
            found.append(_Found(table, seen))
    if failed and not found:
        raise failed[0]
    best = max(found, key=lambda each: (each.guess.header >= 0, len(each.guess.columns.at)), default=None)
    return [best] if best else []


def _of_one_event(found: list[_Found], answers: Mapping[str, str]) -> tuple[list[_Found], tuple[Question, ...]]:
    """Two sheets named by the directions belong together; of others one is to be chosen."""
    wanted = plain(answers.get("sheet", ""))
    picked = [each for each in found if plain(each.table.name) == wanted]
    if wanted and picked:
        return picked[:1], ()
    directions = {read_direction(each.table.name) for each in found}
    if len(found) == 1 or ("" not in directions and len(directions) == len(found)):
        return found, ()
    names = tuple(each.table.name for each in found)
    return found, (Question("sheet", "Which sheet has the results of the event?", names, code="several-sheets"),)


def _sample(found: _Found) -> tuple[tuple[str, ...], ...]:
    return _shown(found.table.rows[found.guess.header + 1 :])


def _shown(rows: Sequence[tables.CellRow]) -> tuple[tuple[str, ...], ...]:
    filled = [row for row in rows if row.filled]
    return tuple(tuple(printable(cell)[:40] for cell in row.cells) for row in filled[:_SAMPLE])


def _before(found: _Found) -> list[tables.CellRow]:
    return found.table.rows[: max(found.guess.header, 0)]


def _parts(found: _Found, columns: Mapping[str, str], name: str) -> list[_Part]:
    """Read the list of a table, or both if two stand side by side."""
    header = found.guess.header
    sides = blocks.beside(found.table.rows, header)
    seen = [found.guess] if len(sides) == 1 else [guess.find(rows[header:]) for rows in sides]
    parts = []
    for rows, each in zip(sides, seen, strict=True):
        if each is None:
            continue
        line = rows[header].line if header >= 0 else 0
        mapped, problems, questions = _mapped(each, columns, name, line)
        listed, others = blocks.below(rows, header, read_direction(found.table.name))
        entries = read_entries(listed, mapped.at)
        notes = [*entries.notes, *(Note("row-not-read", f"Not read: {row.filled[0][:60]}", row.line) for row in others)]
        notes.insert(0, Note("columns-taken", _columns_text(mapped, each.unused), line))
        parts.append(_Part(entries.listed, notes, problems, questions, mapped))
    return parts


def _mapped(
    seen: Guess, columns: Mapping[str, str], name: str, line: int
) -> tuple[Columns, list[Problem], list[Question]]:
    """Correct the guess by what somebody chose, and keep the questions that this leaves open."""
    labels = seen.columns.labels
    picked, problems = chosen(columns, labels, name, line)
    taken = {index for index in picked.values() if index >= 0}
    at = {word: index for word, index in seen.columns.at.items() if index not in taken and word not in picked}
    at |= {word: index for word, index in picked.items() if index >= 0}
    left = [each for each in seen.questions if _word(each) not in picked]
    return Columns(at, labels), problems, left


def _word(question: Question) -> str:
    return question.choices[0].split(": ", 1)[0]


def _columns_text(mapped: Columns, unused: Sequence[str]) -> str:
    named = mapped.named()
    read_as = ", ".join(f"{word} is '{heading}'" for word, heading in named.items())
    left_over = [heading for heading in unused if heading not in named.values()]
    left = f" Not used: {', '.join(left_over)}." if left_over else ""
    return f"Its columns: {read_as}.{left}"


# --- The event ---------------------------------------------------------------------------------------------------


def _together(name: str, parts: list[_Part], over: Preamble, answers: Mapping[str, str], blank: Reading) -> Reading:
    listed = [entry for part in parts for entry in part.listed]
    problems = [problem for part in parts for problem in part.problems]
    notes = [*blank.notes, *dict.fromkeys(note for part in parts for note in part.notes)]
    in_doubt = list(dict.fromkeys(question for part in parts for question in part.questions))
    if not listed:
        problems.append(
            Problem("There is no result under the headings.", _ADD_HEADINGS, file=name, code="results-missing")
        )
        return blank._replace(problems=problems, notes=notes, questions=in_doubt)
    at = parts[0].columns.at
    if answers.get("play", "pairs").strip().lower() == "pairs" and (joined := partners(listed)):
        listed = joined
        says = "Every two rows have the same result and no third has it, so they are partners and it is pairs."
        notes.append(Note("partners-joined", says))
    if "percentage" in at and (whole := whole_percentages(listed)):
        listed = whole
        notes.append(
            Note("percentages-as-parts", "The percentages are parts of 1 in the file, and were multiplied by 100.")
        )
    line = listed[0].line
    lists = arrange(listed, line)
    notes += lists.notes
    if not in_doubt and not any(entry.place for entry in listed) and any(entry.score for entry in listed):
        notes.append(Note("ranking-worked-out", "There are no places; they are worked out from the scores."))
    told = {**_said(over, notes), **_scoring(parts[0].columns, notes), **lists.told}
    reading = build_event.complete(name, Words(line, told), _needs(lists, over), answers)
    claimed, about_claims = claims(listed, lists.fields)
    return reading._replace(
        event=None if in_doubt or problems else reading.event,
        problems=problems if in_doubt else [*problems, *reading.problems],
        questions=(*in_doubt, *reading.questions, *_about_teams(reading, answers)),
        claims=claimed,
        notes=[note._replace(says=printable(note.says)) for note in (*notes, *about_claims)],
        format=FORMAT,
        encoding=blank.encoding,
        columns=blank.columns,
        program=blank.program,
        federation=blank.federation,
    )


def _about_teams(reading: Reading, answers: Mapping[str, str]) -> Iterator[Question]:
    """Teams may have met in many ways, and a list does not say in which."""
    stages = reading.event.stages if reading.event else ()
    if any(stage.play is Play.TEAMS for stage in stages) and "contest" not in map(plain, answers):
        yield Question("contest", "How did the teams meet?", tuple(map(str, Contest)), code="contest-missing")


def _said(over: Preamble, notes: list[Note]) -> dict[str, Told]:
    told: dict[str, Told] = {word: Text(value, line) for word, (value, line) in over.said.items()}
    notes += [
        Note("told-over-the-list", f"'{word}' is '{value}', as written above the list.", line)
        for word, (value, line) in over.said.items()
    ]
    if len(over.days) == 1:
        told["date"] = Text(over.days[0].isoformat(), over.day_line)
        notes.append(
            Note(
                "told-over-the-list",
                f"'date' is {over.days[0].isoformat()}, as written above the list.",
                over.day_line,
            )
        )
    return told


def _scoring(columns: Columns, notes: list[Note]) -> dict[str, Told]:
    if "percentage" in columns.at or "score" not in columns.at:
        return {}
    heading = columns.labels[columns.at["score"]]
    scoring = next((_SCORINGS[word] for word in plain(heading).split() if word in _SCORINGS), "")
    if not scoring:
        return {}
    notes.append(Note("scoring-taken", f"The scoring is {scoring}, as the heading '{heading}' says."))
    return {"scoring": scoring}


def _needs(lists: Lists, over: Preamble) -> list[build_event.Need]:
    """What a list seldom says is asked, with what it hints at."""
    name, day, play, boards = build_event.NAME, build_event.DATE, build_event.PLAY, build_event.BOARDS
    if over.title:
        name = name._replace(
            question=name.question._replace(suggested=over.title, because="It is written above the list.")
        )
    if over.days:
        choices = tuple(each.isoformat() for each in over.days)
        because = "The day above the list can be read in two ways."
        day = day._replace(question=day.question._replace(choices=choices, because=because))
    hint = play.question._replace(suggested=lists.play, because="Each row has this many names.")
    play = play._replace(question=hint, stand_in=lists.play)
    if lists.boards:
        because = "Nobody in the list played more."
        boards = boards._replace(question=boards.question._replace(suggested=lists.boards, because=because))
    return [name, day, play, boards]
