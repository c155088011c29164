"""Finds the files of a command, what is in them, and the answers given. A failure is a problem of its file."""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.records import NamedTuple
from overtrick.formats.reading import Reading
from overtrick.formats.recognise import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.formats.answers import Answers

#: No results file is larger; a whole congress with every traveller is a tenth of it.
LARGEST = 64_000_000

#: So many bytes are asked for at a time.
_PIECE = 100_000

#: Standard input, as a file is called that has no name.
STANDARD_INPUT = "-"

#: Kept beside the results: answers for one file, and for all of a folder.
SIDECAR = ".answers.yaml"
OF_THE_FOLDER = "answers.yaml"

#: What lies in folders and is never a results file.
_JUNK = ("thumbs.db", "desktop.ini")


class Options(NamedTuple):
    """What was typed besides the files, the same for all of them."""

    typed: tuple[tuple[str, str, str], ...] = ()  #: the option, the word it answers, the value
    answers_file: str = ""
    on: str = ""  #: the day whose edition is to be used
    as_if: bool = False  #: an event from before the oldest edition is worked out as if played under it


class Source(NamedTuple):
    """One file, or why it is none."""

    name: str
    problem: Problem | None = None
    within: str = ""  #: the folder that was named, if that was all: it need not be repeated in every line

    @property
    def label(self) -> str:
        """What the file is called in the answer."""
        return shown(os.path.relpath(self.name, self.within) if self.within else self.name)


class Unopened(Exception):
    """A file cannot be had; the problem says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.found)
        self.problem = problem


# --- Which files -------------------------------------------------------------------------------------------------


def sources(names: Sequence[str]) -> list[Source]:
    """Name every file that is meant: those given, and all in the folders given, in the order of their names."""
    found: list[Source] = []
    for name in names:
        if not _is_folder(name):
            found.append(Source(name))
            continue
        inside = list(_in_folder(name, alone=len(names) == 1))
        nothing = Problem(
            "There is no results file in this folder.", "Check its name.", file=shown(name), code="results-missing"
        )
        found += inside or [Source(name, nothing)]
    return found


def are_several(names: Sequence[str]) -> bool:
    """Say whether an answer about several files is wanted; a folder is several, however many are in it."""
    return len(names) > 1 or any(_is_folder(name) for name in names)


def _is_folder(name: str) -> bool:
    return name != STANDARD_INPUT and os.path.isdir(name)


def _in_folder(folder: str, *, alone: bool) -> Iterator[Source]:
    within = folder if alone else ""
    unopened: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=unopened.append):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(names):
            path = os.path.join(place, name)
            if not _is_no_results_file(name) and os.path.isfile(path):
                yield Source(path, within=within)
    for error in unopened:
        where = str(error.filename)
        yield Source(where, _unopened(where, error, "folder"))


def _is_no_results_file(name: str) -> bool:
    hidden = name.startswith((".", "~$")) or name.lower() in _JUNK
    return hidden or name == OF_THE_FOLDER or name.endswith(SIDECAR)


def shown(name: str) -> str:
    """Write a file's name so that any terminal can print it."""
    return "standard input" if name == STANDARD_INPUT else os.fsencode(name).decode("utf-8", "replace")


# --- What is in them ---------------------------------------------------------------------------------------------


def content(name: str) -> bytes:
    """Give the bytes of a file, never more than a results file can have."""
    try:
        if name == STANDARD_INPUT:
            taken = _taken(sys.stdin.buffer)
        else:
            with open(name, "rb", buffering=0) as opened:
                taken = _taken(opened)
    except (OSError, ValueError) as error:
        raise Unopened(_unopened(name, error)) from None
    if len(taken) > LARGEST:
        found = f"The file is larger than {LARGEST // 1_000_000} MB; no results file is."
        raise Unopened(Problem(found, "Check that it is the right one.", file=shown(name), code="file-too-large"))
    return taken


def _taken(opened: IO[bytes]) -> bytes:
    """Take the bytes in pieces until there are too many: asking for all at once makes room for the largest file."""
    pieces, length = [], 0
    while length <= LARGEST and (piece := opened.read(_PIECE)):
        pieces.append(piece)
        length += len(piece)
    return b"".join(pieces)


def _unopened(name: str, error: Exception, what: str = "file") -> Problem:
    reason = (getattr(error, "strerror", None) or "it cannot be read").lower()
    return Problem(
        f"The {what} cannot be opened: {reason}.",
        "Check the name and the folder.",
        file=shown(name),
        code="cannot-be-opened",
    )


def readings(source: Source, asked: Options) -> list[Reading]:
    """Read a file with what was answered about it; an archive has a reading for each of its files."""
    name = source.label
    if source.problem is not None:
        return [Reading(None, [source.problem], file=name)]
    try:
        taken = content(source.name)
    except Unopened as unopened:
        return [Reading(None, [unopened.problem._replace(file=name)], file=name)]
    return readings_of(source, taken, asked)


def readings_or_mistake(source: Source, asked: Options) -> list[Reading]:
    """Read one file of many; whatever goes wrong is a problem of that file."""
    try:
        return readings(source, asked)
    except Exception as error:  # noqa: BLE001 - the other files are not held up
        return [mistake(source.label, error)]


def readings_of(source: Source, taken: bytes, asked: Options) -> list[Reading]:
    """Read the bytes of a file with what was answered about it."""
    answers = answers_about(source.name, asked)
    if answers is None:
        return read(source.label, taken)
    from overtrick.formats.answers import apply

    found = read(source.label, taken, answers.named("columns"), answers.texts())
    return [apply(reading, answers) for reading in found]


def mistake(label: str, error: Exception) -> Reading:
    """Answer for a file with which Overtrick itself made a mistake, so that the others are not held up."""
    if os.environ.get("OVERTRICK_DEBUG"):
        raise error
    found = f"Overtrick made a mistake with this file: {str(error) or type(error).__name__}."
    return Reading(
        None, [Problem(found, "Please report it with the file.", file=label, code="reader-failed")], file=label
    )


def unfinished(source: Source) -> Reading:
    """Answer for a file whose process ended before it was done."""
    found = "The work on this file ended before it was done; perhaps there was too little memory."
    return Reading(
        None,
        [Problem(found, "Please report it with the file.", file=source.label, code="reader-failed")],
        file=source.label,
    )


# --- What was answered -------------------------------------------------------------------------------------------


def sidecar(name: str) -> str:
    """Name the file in which answers about a file are kept."""
    return os.path.splitext(name)[0] + SIDECAR


def answers_about(name: str, asked: Options) -> Answers | None:
    """Put together what is answered about a file, the general first; nothing where nobody answered anything."""
    kept = [] if name == STANDARD_INPUT else [os.path.join(os.path.dirname(name), OF_THE_FOLDER), sidecar(name)]
    kept.insert(1, asked.answers_file)
    kept = [each for each in dict.fromkeys(kept) if each and (each == asked.answers_file or os.path.isfile(each))]
    if not kept and not asked.typed:
        return None
    from overtrick.formats.answers import Answers, together, typed

    return together([*(_saved_answers(each, Answers) for each in kept), typed(asked.typed)])


def _saved_answers(name: str, nothing: type[Answers]) -> Answers:
    from overtrick.formats.answers import read as read_answers

    try:
        return read_answers(shown(name), content(name))
    except Unopened as unopened:
        return nothing(problems=(unopened.problem,))
