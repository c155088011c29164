"""Who sat where? A session list of Compscore3, which has no results in it.

The list is recognised so that nobody takes it for a ranking list. It may hold telephone numbers: nothing of it is kept.
"""

from __future__ import annotations

import re

from overtrick.engine.assessment import Problem
from overtrick.formats.reading import Reading
from overtrick.formats.text import decode
from overtrick.handbooks import federations

FORMAT = "Compscore3 session CSV"

_HEAD = 400
#: The third is the number, under the federation's short name.
_HEADINGS = re.compile(r"pairnumber,name,[a-z]+no,initialseating(,|$)")
_SIGNS = re.compile(r"[^a-z]+")

_FOUND = "This is the seating list of a session: it says who sat where, not the results."
_REMEDY = "In Compscore3, export the results of the session as USEBIO XML when it is scored, and read that."


def recognise(content: bytes) -> bool:
    """Say whether the first line has the headings of a session list."""
    first = content[:_HEAD].decode("utf-8-sig", "replace").lstrip().split("\n", 1)[0].lower()
    for sign in (",", ";", "\t"):
        if _HEADINGS.match(",".join(_SIGNS.sub("", heading) for heading in first.split(sign))):
            return True
    return False


def read(name: str, content: bytes) -> Reading:
    """Answer what to send instead."""
    decoded = decode(content)
    encoding = decoded.encoding if decoded else ""
    program = "Compscore3"
    problem = Problem(_FOUND, _REMEDY, file=name, line=1, code="not-a-results-file")
    handbook = federations.of_program(program)
    return Reading(None, [problem], handbook, file=name, format=FORMAT, program=program, encoding=encoding)
