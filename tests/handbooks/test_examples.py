"""A file of examples is checked when it is read: what it may say, and what it must."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks.examples import BadExample, examples, load

GOOD = """
title = "Pairs"
kind  = "events"

[[example]]
name    = "Eight tables play"
source  = "Handbook, page 1"
clauses = ["4.1", "4.2"]
given   = { tables = 8 }
expect  = { awards = [30, 20, 10] }

[[example]]
name      = "The table of matches"
source    = "Handbook, page 2"
clauses   = ["4.3"]
columns   = ["boards", "club"]
rows      = [["1-17", 9], ["18+", 28]]
misprints = [{ row = "18+", column = "club", printed = 28, rule = 27, paid = "rule", errata = "1.1" }]
"""


def _written(folder: Path, text: str) -> Path:
    file = folder / "pairs.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_an_example_has_its_name_source_clauses_and_file(tmp_path: Path) -> None:
    example = load(_written(tmp_path, GOOD))[0]
    assert example[:5] == ("Eight tables play", "Handbook, page 1", ("4.1", "4.2"), "pairs.toml", "events")
    assert (example.given, example.expect) == ({"tables": 8}, {"awards": [30, 20, 10]})
    assert str(example) == "4.1 Eight tables play"


def test_a_misprint_knows_which_figure_is_paid(tmp_path: Path) -> None:
    (misprint,) = load(_written(tmp_path, GOOD))[1].misprints
    assert (misprint.figure, misprint.other) == (27, 28)
    (disputed,) = load(_written(tmp_path, GOOD.replace('paid = "rule"', 'paid = "printed"')))[1].misprints
    assert (disputed.figure, disputed.other) == (28, 27)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('title = "Pairs"', 'titel = "Pairs"', "the file has the unknown key 'titel'"),
        ('kind  = "events"', "", "the file lacks the key 'kind'"),
        ("given   =", "giben   =", "the example 'Eight tables play' has the unknown key 'giben'"),
        ('source  = "Handbook, page 1"', "", "the example 'Eight tables play' lacks the key 'source'"),
        ('["18+", 28]', '["18+"]', "has 1 cells, the columns are 2"),
        ('paid = "rule"', 'paid = "both"', "a misprint is paid as 'printed' or by 'rule', not 'both'"),
        ('column = "club"', 'column = "county"', "there is no column 'county' to have a misprint"),
        ('errata = "1.1"', 'erratum = "1.1"', "has the unknown key 'erratum'"),
        ('title = "Pairs"', "title = ", "is not TOML"),
    ],
)
def test_what_does_not_hold_together_is_refused(tmp_path: Path, old: str, new: str, found: str) -> None:
    with pytest.raises(BadExample) as refused:
        load(_written(tmp_path, GOOD.replace(old, new)))
    assert str(refused.value).startswith("pairs.toml: ")
    assert found in str(refused.value)


def test_every_edition_has_examples_under_names_of_their_own() -> None:
    for name in handbooks.names():
        for edition in handbooks.get(name).editions:
            names = [example.name for example in examples(edition)]
            assert len(names) == len(set(names))
