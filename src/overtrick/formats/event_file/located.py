"""What is on which line? YAML and JSON as a tree in which every value is text and knows its line.

Neither format's own reading of a value is used: whether ``no`` is a word, ``012`` a number or ``1.10`` a date is for
the reader of the file to say. The tree is built piece by piece and only so deep, so that no content can exhaust the
machine.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from overtrick.formats.event_file import plain_lines
from overtrick.formats.event_file.nodes import Items, Keyed, Node, Refused, Text

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Items", "Keyed", "Node", "Refused", "Text", "from_json", "from_yaml", "parse"]

LARGEST = 5_000_000
DEEPEST = 30
MOST_VALUES = 400_000  #: an event of 25,000 pairs has fewer

#: What a text file may not hold: control characters, line ends that no editor shows, and what is no character. (Signs
#: far apart stand apart here: as one class they take ten times as long to compile, at every start.)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\u2028|\u2029|\ufffe|\uffff")
_JSON_PIECE = r'[ \t\r\n]+|"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+'

_SAVE_AS_TEXT = "Save the file as plain text, encoded as UTF-8."
_ONE_EVENT = "Write one event to a file."
_LESS_DEEP = "Write it as the examples do, with fewer lists inside lists."


if TYPE_CHECKING:
    #: Takes the line, what was found there, and what to do about it.
    Report = Callable[[str, int, str, str], None]


class _TooMuch(Exception):
    """Lists inside lists, or more of them, past any use."""

    def __init__(self, line: int, found: str, remedy: str) -> None:
        super().__init__(found)
        self.line, self.found, self.remedy = line, found, remedy


def _too_deep(line: int) -> _TooMuch:
    return _TooMuch(line, f"Lists are nested more than {DEEPEST} deep.", _LESS_DEEP)


def parse(content: bytes, report: Report) -> Node | None:
    """Read a file into a tree; whatever cannot be read is reported, and nothing is raised."""
    text = decoded(content, report)
    if text is None:
        return None
    try:
        if is_json(text):
            return from_json(text, report)
        return plain_lines.read(text) or from_yaml(text, report)
    except _TooMuch as much:
        report("file-too-large", much.line, much.found, much.remedy)
        return None


def is_json(text: str) -> bool:
    """Say whether a text begins as JSON does."""
    return text.lstrip(" \t\r\n").startswith("{")


def decoded(content: bytes, report: Report) -> str | None:
    """Turn the bytes of a file into its text, if it is one that people can read and write."""
    if len(content) > LARGEST:
        report("file-too-large", 0, "The file is larger than 5 MB.", _ONE_EVENT)
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        report("not-utf-8", line, "This line has a character that is not UTF-8.", "Save the file as UTF-8.")
        return None
    if not text.strip():
        report(
            "file-empty",
            0,
            "The file is empty.",
            "Describe the event in it; the documentation has examples to start from.",
        )
        return None
    # Most texts have nothing else that cannot be printed, and that is sooner said than what there is.
    if text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
        return text
    odd = _UNPRINTABLE.search(text)
    if odd is not None:
        sign = f"U+{ord(odd.group()):04X}"
        report(
            "control-character",
            text.count("\n", 0, odd.start()) + 1,
            f"This line has a control character ({sign}).",
            _SAVE_AS_TEXT,
        )
        return None
    return text


class _Open:
    """A list or a mapping that has begun and not ended yet."""

    __slots__ = ("key", "node")

    def __init__(self, node: Items | Keyed) -> None:
        self.node = node
        self.key: Text | Refused | None = None


class _Builder:
    """The tree as it grows."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.root: Node | None = None
        self._open: list[_Open] = []
        self._values = 0

    def add(self, node: Node) -> None:
        """Hang a value where it belongs."""
        self._values += 1
        if self._values > MOST_VALUES:
            raise _TooMuch(node.line, f"The file has more than {MOST_VALUES:,} values.", _ONE_EVENT)
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if isinstance(parent.node, Items):
            parent.node.items.append(node)
        elif parent.key is not None:
            if isinstance(parent.key, Text):
                parent.node.entries.append((parent.key, node))
            parent.key = None
        elif isinstance(node, Text | Refused):
            parent.key = node
        else:
            self.report(
                "yaml-unreadable",
                node.line,
                "There is a list where a single word belongs.",
                "Write a word before the colon.",
            )
            parent.key = Refused(node.line)

    def begin(self, node: Items | Keyed) -> None:
        """Open a list or a mapping."""
        if len(self._open) >= DEEPEST:
            raise _too_deep(node.line)
        self.add(node)
        self._open.append(_Open(node))

    def end(self) -> None:
        """Close it."""
        self._open.pop()


def from_yaml(text: str, report: Report, loader: Any = None) -> Node | None:  # noqa: ANN401 - one of two unrelated classes
    """Read YAML; aliases, anchors, tags and a second document are refused."""
    import yaml  # noqa: PLC0415 - only who reads a file waits for it

    loader = loader or getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder(report)
    documents = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            line = event.start_mark.line + 1
            if isinstance(event, yaml.AliasEvent):
                report(
                    "yaml-not-allowed",
                    line,
                    f"An alias (*{event.anchor}) cannot be used here.",
                    "Write the value itself.",
                )
                builder.add(Refused(line))
            elif isinstance(event, yaml.NodeEvent):
                _refuse_extras(event, line, report)
                if isinstance(event, yaml.ScalarEvent):
                    builder.add(Text(event.value, line))
                else:
                    builder.begin(Items([], line) if isinstance(event, yaml.SequenceStartEvent) else Keyed([], line))
            elif isinstance(event, yaml.CollectionEndEvent):
                builder.end()
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    report("several-events", line, "A second document begins here (---).", _ONE_EVENT)
                    return None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        report("yaml-unreadable", *_explained(error, text))
        return None
    if builder.root is None:
        report(
            "file-empty",
            1,
            "The file has no content.",
            "Describe the event in it; the documentation has examples to start from.",
        )
    return builder.root


def _refuse_extras(event: Any, line: int, report: Report) -> None:  # noqa: ANN401 - an event of either loader
    if event.anchor:
        report("yaml-not-allowed", line, f"An anchor (&{event.anchor}) cannot be used here.", "Remove it.")
    if getattr(event, "tag", None):
        report(
            "yaml-not-allowed", line, f"A tag ({event.tag}) cannot be used here.", "Remove it; write the value alone."
        )


#: What the YAML library says, and how we put it.
_EXPLANATIONS = (
    (r"tab character|that cannot start any token",
     "This line begins with a tab or another character with a special meaning.",
     "Indent with spaces; put quotes around a value that begins with a character such as @, %, ` or a tab."),
    (r"mapping values are not allowed", "This line has a colon where none is allowed.",
     'Put quotes around a value that has a colon in it, for example event: "Pairs: first night".'),
    (r"could not find expected ':'", "A colon is missing on this line or the one before.",
     "Write a word, a colon and a space before each value, for example boards: 24."),
    (r"quoted scalar|unexpected end of stream", "A quotation mark was opened and not closed.", "Close it."),
    (r"did not find expected ',' or|expected ',' or", "A list in brackets is not closed, or a comma is missing.",
     "Write for example names: [Ann Abel, Bob Baker]."),
    (r"expected <block end>|did not find expected key|expected '-' indicator|invalid indentation|bad indentation",
     "The indent of this line does not match the lines above.",
     "Indent lines that belong together by the same number of spaces."),
    (r"undefined alias|anchor|alias", "An alias cannot be used here.", "Write the value itself."),
)  # fmt: skip


def _explained(error: Exception, text: str) -> tuple[int, str, str]:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark is not None else 1
    said = f"{getattr(error, 'context', '')} {getattr(error, 'problem', error)}"
    lines = text.splitlines()
    if lines and line > len(lines):
        line = len(lines)
    for pattern, found, remedy in _EXPLANATIONS:
        if re.search(pattern, said):
            return line, found, remedy
    return line, "This line, or the one before, cannot be read.", "Compare it with the examples in the documentation."


def from_json(text: str, report: Report) -> Node | None:
    """Read JSON: its own parser says what is wrong, then the pieces are laid out with their lines."""
    import json  # noqa: PLC0415 - most files are YAML

    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        said = f"{error.msg[0].lower()}{error.msg[1:]}"
        report(
            "json-unreadable",
            error.lineno,
            f"This is not correct JSON: {said}, at character {error.colno}.",
            "Correct this line.",
        )
        return None
    except RecursionError:
        raise _too_deep(1) from None
    builder = _Builder(report)
    line = 1
    for piece in re.findall(_JSON_PIECE, text):
        match piece[0]:
            case " " | "\t" | "\r" | "\n":
                line += piece.count("\n")
            case "{":
                builder.begin(Keyed([], line))
            case "[":
                builder.begin(Items([], line))
            case "}" | "]":
                builder.end()
            case "," | ":":
                pass
            case '"':
                # What needs no unescaping is the text between its quotes: nearly every one.
                builder.add(_json_text(json.loads(piece) if "\\" in piece else piece[1:-1], line, report))
            case _:
                builder.add(Text("" if piece == "null" else piece, line))
    return builder.root


def _json_text(value: str, line: int, report: Report) -> Node:
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        report("control-character", line, "A value holds half of a character.", "Write the character itself.")
        return Refused(line)
    return Text(value, line)
