"""What is answered? From a file of answers or from what was typed, checked as the event file checks its words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contest, Handicap, Movement, Play, Scoring
from overtrick.formats.answers.given import GROUPS, OF_THE_FILE, WORDS, Answer, Answers
from overtrick.formats.event_file import keys, located
from overtrick.formats.event_file.parts import UNKNOWN, Findings, Part
from overtrick.formats.event_file.reading import ENTRY, read_day
from overtrick.formats.event_file.stage import MATCH_SCORES
from overtrick.handbooks import edition as editions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.formats.event_file.located import Node

_NUMBERS = ("boards", "least boards", "boards with sit-outs", "boards in play", "match boards")
_TEXTS = ("event", "organiser")
_FLAGS = ("stratified", "major championship", "scored across")
_CHOICES = {"play": Play, "contest": Contest, "handicap": Handicap, "scoring": Scoring, "movement": Movement}
_ONE_OF = {"winners": ("1", "2", "4"), "entry": ENTRY, "match scores": MATCH_SCORES}


def read(name: str, content: bytes) -> Answers:
    """Read a file of answers; a word that is no answer, or a value that does not fit, is a problem with its line."""
    if not content.strip():
        return Answers()
    findings = Findings(name)
    tree = located.parse(content, findings.report)
    if tree is not None and not isinstance(tree, located.Keyed):
        findings.report(
            "no-word-and-colon",
            tree.line,
            "The file does not begin with a word and a colon.",
            "Write for example boards: 24.",
        )
    if not isinstance(tree, located.Keyed):
        return Answers(problems=tuple(findings.problems))
    given = list(_answers(findings, tree))
    return Answers(tuple(given), tuple(sorted(findings.problems, key=lambda problem: problem.line)))


def typed(options: Iterable[tuple[str, str, str]]) -> Answers:
    """Read answers as they were typed: the option, the word (or "facts venue"), and the value."""
    given: list[Answer] = []
    problems: list[Problem] = []
    for option, word, value in options:
        findings = Findings(option)
        given += _answers(findings, _tree(word, value))
        problems += [_without_place(each, option) for each in findings.problems]
    return Answers(tuple(given), tuple(problems))


def _without_place(problem: Problem, option: str) -> Problem:
    remedy = problem.remedy
    if problem.code == UNKNOWN:
        remedy = f"Answer one of: {', '.join(WORDS)}."
    return Problem(problem.found, remedy, file=option, code=problem.code)


def _tree(word: str, value: str) -> located.Keyed:
    """Lay out a typed answer as if it stood in a file; numbers between commas are a list."""
    group, _space, name = word.partition(" ")
    node: Node = located.Text(value, 0)
    if group in GROUPS and name:
        node = located.Keyed([(located.Text(name, 0), node)], 0)
        word = group
    elif keys.plain(word) in ("sessions", "still in"):
        node = located.Items([located.Text(each, 0) for each in value.strip("[] ").split(",")], 0)
    return located.Keyed([(located.Text(word, 0), node)], 0)


def _answers(findings: Findings, tree: located.Keyed) -> Iterable[Answer]:
    aside = [(word, node) for word, node in tree.entries if keys.plain(word.text) in OF_THE_FILE]
    others = [(word, node) for word, node in tree.entries if keys.plain(word.text) not in OF_THE_FILE]
    part = Part(findings, tree._replace(entries=others), (), "event", "stage")
    for word in part.given({**keys.EVENT, **keys.STAGE}):
        if word not in WORDS:
            part.problem(
                "word-is-no-answer",
                word,
                f"'{word}' is not an answer; the results file has to say it.",
                _only_answers(),
            )
        elif word in GROUPS:
            for name, written in part.pairs(word).items():
                if findings.is_wrong((word, name)):
                    continue
                yield _named(findings, word, name, written)
        else:
            value = _value(part, word)
            if value is not None and not part.is_wrong(word):
                where = _where(findings, (word,))
                yield Answer(word, "", value, _value_text(value, part, word), *where)
    for heading, node in aside:
        if keys.plain(heading.text) == "columns":
            yield from _columns(findings, heading, node)
        elif isinstance(node, located.Text) and node.text.strip():
            where = (findings.file, heading.line)
            yield Answer(keys.plain(heading.text), "", node.text.strip(), node.text.strip(), *where)
        else:
            found = f"There is nothing after '{heading.text}'."
            findings.report("value-missing", heading.line, found, "Write one value after the colon.", (heading.text,))


def _only_answers() -> str:
    return f"Remove it. Answers are {', '.join(WORDS)}."


def _where(findings: Findings, path: tuple[str, ...]) -> tuple[str, int]:
    return findings.file, findings.lines.get(path, 0)


def _named(findings: Findings, word: str, name: str, written: str) -> Answer:
    where = _where(findings, (word, name))
    if word == "settings":
        name = keys.plain(name).replace(" ", "_")
    return Answer(word, name, written, written, *where)


def _columns(findings: Findings, word: located.Text, node: Node) -> Iterable[Answer]:
    if not isinstance(node, located.Keyed):
        found = "'columns' has no words with values under it."
        findings.report("value-missing", word.line, found, "Write for example columns: {place: Rank}.")
        return
    for name, value in node.entries:
        texts = value.items if isinstance(value, located.Items) else [value]
        written = [each.text.strip() for each in texts if isinstance(each, located.Text)]
        if len(written) < len(texts):
            found = f"The column for '{name.text}' is not a name."
            findings.report(
                "value-unreadable", name.line, found, "Write the heading of the column, or several in brackets."
            )
        else:
            plain = ", ".join(written)
            yield Answer("columns", keys.plain(name.text), plain, plain, findings.file, name.line)


def _value(part: Part, word: str) -> Any:  # noqa: ANN401 - as many kinds as there are words
    """Take a value as the event holds it; nothing where it cannot be read."""
    if word in _NUMBERS:
        value: Any = part.whole(word, least=1)
    elif word in _FLAGS:
        value = part.flag(word)
    elif word in _CHOICES:
        value = part.choice(word, _CHOICES[word])
    elif word in _ONE_OF:
        value = part.one_of(word, _ONE_OF[word]) or None
    elif word in ("date", "last day"):
        value = read_day(part, word)
    elif word == "sessions":
        value = tuple(part.wholes(word, least=1)) or None
    elif word == "still in":
        value = tuple(part.texts(word)) or None
    else:
        value = part.needed(word) if word in _TEXTS else part.needed(word).lower()
    if word == "handbook" and value:
        _check_handbook(part, value)
    return value


def _check_handbook(part: Part, name: str) -> None:
    if name not in _handbooks():
        found = f"There is no handbook '{name[:60]}'."
        part.problem("handbook-unknown", "handbook", found, f"Write {keys.either(_handbooks())}.")


@lru_cache
def _handbooks() -> tuple[str, ...]:
    """Name the handbooks once: looking for those outside the package takes longer than reading a file."""
    return tuple(editions.names())


def _value_text(value: object, part: Part, word: str) -> str:
    """Write a value as a file of answers would."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    if word in _FLAGS:
        return "yes" if value else "no"
    return part.text(word) if word in _TEXTS else str(value)
