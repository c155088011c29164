"""An event that no edition governs is worked out as if one did only when somebody says so, and marked everywhere."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from pathlib import Path

import pytest

from overtrick.formats import answers, event_file, forms, recognise, usebio
from overtrick.formats.outcome import Outcome, work_out
from overtrick.formats.reading import Reading
from overtrick.handbooks import edition as editions
from tests.cli.files import usebio as usebio_file
from tests.formats.club_nights import club_night
from tests.formats.test_tables import sheets_of

SAMPLES = Path(__file__).parents[2] / "samples"
OLD = date(2019, 11, 12)
MARK = (
    "As if played under the EBU handbook, April 2024: it began on 12 November 2019, before the first day of that "
    "edition (1 April 2024). These points do not count and cannot be credited."
)


def _old(*, as_if: bool = False) -> Outcome:
    content = event_file.write(club_night()._replace(begins=OLD), "ebu").encode()
    return work_out(recognise.read("old.json", content)[0], as_if=as_if)


def _answered(reading: Reading, **words: str) -> Reading:
    return answers.apply(reading, answers.typed((f"--{word}", word, value) for word, value in words.items()))


def test_the_oldest_edition_is_offered_for_an_older_event() -> None:
    outcome = _old()
    assert not outcome.worked_out
    assert outcome.problems == ()
    (question,) = outcome.questions
    assert (question.word, question.choices) == ("as if", ("yes",))
    assert "EBU handbook, April 2024" in question.asks
    assert "12 November 2019" in question.because


def test_an_older_event_is_worked_out_as_if_played_under_the_oldest_edition() -> None:
    outcome = _old(as_if=True)
    assert outcome.worked_out
    assert outcome.assessment is not None
    assert outcome.assessment.as_if == MARK
    now = editions.get("ebu").editions[0].assess(club_night())
    assert [each.units for each in outcome.assessment.awards] == [each.units for each in now.awards]


def test_an_event_that_an_edition_governs_is_never_as_if() -> None:
    content = event_file.write(club_night(), "ebu").encode()
    assessment = work_out(recognise.read("new.json", content)[0], as_if=True).assessment
    assert assessment is not None
    assert assessment.as_if == ""


@pytest.mark.parametrize(("on", "marked"), [("2026-11-10", False), ("2024-04-01", False)])
def test_the_edition_of_another_day_is_as_if_only_where_it_is_another_edition(on: str, marked: bool) -> None:
    content = event_file.write(club_night(), "ebu").encode()
    assessment = work_out(recognise.read("new.json", content)[0], on).assessment
    assert assessment is not None
    assert bool(assessment.as_if) is marked


def test_a_day_that_is_chosen_for_an_older_event_is_as_if() -> None:
    content = event_file.write(club_night()._replace(begins=OLD), "ebu").encode()
    assessment = work_out(recognise.read("old.json", content)[0], "2026-11-10").assessment
    assert assessment is not None
    assert assessment.as_if == MARK


# --- Every form --------------------------------------------------------------------------------------------------


def _written(form: str) -> bytes:
    (content,) = forms.write(_old(as_if=True), form, b"").files.values()
    return content


def test_a_table_has_the_mark_in_every_row() -> None:
    rows = list(csv.DictReader(io.StringIO(_written("csv").decode("utf-8-sig"))))
    assert rows
    assert {row["As if"] for row in rows} == {MARK}


def test_a_workbook_has_the_mark_in_every_row_of_both_sheets() -> None:
    sheets = sheets_of(_written("xlsx"))
    assert set(sheets) == {"Awards", "No points"}
    for headings, *rows in sheets.values():
        assert {row[headings.index("As if")] for row in rows} == {MARK}


def test_json_has_the_mark() -> None:
    assert json.loads(_written("json"))["as_if"] == MARK


def test_a_usebio_file_has_the_mark_as_a_note_and_is_still_read() -> None:
    content = _written("usebio")
    assert f"<NOTES>{MARK}</NOTES>" in content.decode()
    assert usebio.read("written.xml", content).problems == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_usebio_file_that_was_read_keeps_its_bytes_beside_the_points_and_the_mark(encoding: str) -> None:
    written = usebio_file().replace("10/11/2026", "12/11/2019")
    assert "12/11/2019" in written
    source = written.replace("UTF-8", encoding.upper()).encode(encoding)
    outcome = work_out(_answered(recognise.read("old.xml", source)[0], handbook="ebu"), as_if=True)
    (content,) = forms.write(outcome, "usebio", source).files.values()
    assert MARK in content.decode(encoding)
    assert usebio.read("written.xml", content).problems == []


def test_credit_files_are_not_made_of_it() -> None:
    content = event_file.write(club_night()._replace(begins=OLD, status="E"), "abf").encode()
    outcome = work_out(recognise.read("old.json", content)[0], as_if=True)
    with pytest.raises(forms.Unwritten, match="cannot be credited"):
        forms.write(outcome, "credits", b"")


# --- Federations without a handbook ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "federation"),
    [
        ("nz_scorer/mitchell.xml", "New Zealand Bridge"),
        ("pbn/magic-contest-pairs.pbn", "Norwegian Bridge Federation"),
    ],
)
def test_a_file_of_a_federation_without_a_handbook_says_so(file: str, federation: str) -> None:
    path = SAMPLES / file
    (reading,) = recognise.read(path.name, path.read_bytes())
    assert reading.federation == federation
    first = work_out(reading).questions[0]
    assert first.word == "handbook"
    assert f"another federation ({federation}), whose handbook is not here" in first.asks
    assert first.suggested == ""


def test_awards_by_another_handbook_are_as_if() -> None:
    path = SAMPLES / "nz_scorer" / "mitchell.xml"
    outcome = work_out(_answered(recognise.read(path.name, path.read_bytes())[0], handbook="ebu", status="club"))
    assert outcome.assessment is not None, outcome.questions
    assert outcome.assessment.as_if.startswith(
        "As if played under the EBU handbook, April 2024: it is a file of another federation (New Zealand Bridge)."
    )


def test_converted_points_of_new_zealand_tell_the_federation() -> None:
    path = SAMPLES / "usebio" / "nz-converted.xml"
    assert usebio.read(path.name, path.read_bytes()).federation == "New Zealand Bridge"


# --- The status in the words of the handbook ---------------------------------------------------------------------


def test_a_status_is_suggested_in_the_words_of_the_handbook_that_the_file_hints_at() -> None:
    path = SAMPLES / "usebio" / "compscore-howell.xml"
    (reading,) = recognise.read(path.name, path.read_bytes())
    asked = {question.word: question for question in work_out(reading).questions}
    assert asked["handbook"].suggested == "abf"
    assert (asked["status"].suggested, "E" in asked["status"].choices) == ("B4c", True)


def test_a_status_that_the_handbook_does_not_know_is_told_without_a_path_into_the_event() -> None:
    path = SAMPLES / "usebio" / "compscore-howell.xml"
    (reading,) = recognise.read(path.name, path.read_bytes())
    assert reading.event is not None
    typed = reading._replace(event=reading.event._replace(status="club"), handbook="abf", questions=())
    (problem,) = work_out(typed).problems
    assert problem.where == "compscore-howell.xml"
    assert "Answer with --status." in problem.remedy
