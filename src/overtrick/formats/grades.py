"""Must a finding be mended, must it be answered, or is it good to know? Each code has one grade, which is data."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path

from overtrick.handbooks import toml_files


class FindingGrade(StrEnum):
    """What a finding asks of whoever submits an event."""

    MEND = "must be mended"
    ANSWER = "must be answered"  #: by an answer, or by a sentence that says why it is right
    KNOW = "good to know"


@cache
def grades() -> dict[str, FindingGrade]:
    """Give the grade of every code."""
    listed = toml_files.load(Path(toml_files.__file__).with_name("finding_grades.toml"))
    return {code: grade for grade in FindingGrade for code in listed[grade.name.lower()]}


def grade_of(code: str) -> FindingGrade:
    """Give the grade of a code; one of a handbook outside the package is good to know."""
    return grades().get(code, FindingGrade.KNOW)
