"""An edition may be based on one that is itself based on another; what does not fit together is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.engine.working import cited
from overtrick.handbooks import clause_list
from overtrick.handbooks.clauses import clauses, gathered, names
from overtrick.handbooks.edition import BadSetting, Edition, Handbook, NoClause, NoEdition
from overtrick.handbooks.examples import examples
from overtrick.handbooks.inheritance import BadBase
from overtrick.handbooks.tables import BadTable
from tests.handbooks.elsewhere import later

NEW = date(2028, 1, 1)
CARD = """
name     = "2028"
title    = "EBU handbook, 2028"
from     = 2028-01-01
based_on = "e2026"
"""
FILES = {
    "edition.toml": CARD
    + """
[removed]
settings = ["simultaneous_split"]
errata   = ["3.5"]
tables   = ["exempt_charity"]
clauses  = ["2.8.3"]
examples = ["gold.toml"]
rules    = ["ladders.waits_for_the_final"]
""",
    "moved.toml": '"4.1.10" = "4.1.11"\n"4.12.5" = "4.12.9"\n',
    "family.toml": """
[readings]
simultaneous_split = "up"

[own]
"scales.share_the_tie" = "ties.share_nothing"
""",
    "ties.py": '''
"""What do tied contestants get?"""

from overtrick.engine.working import Step, step


def share_nothing(_book: object, first: int, tied: int, total: int, places: tuple[Step, ...]) -> Step:
    """Whoever ties gets the award of the last place of the tie."""
    return step("{tied} tie: each gets the last of their awards", places[-1].value, tied=tied)
''',
}


def write(folder: Path, files: dict[str, str], edition: str = "e2028") -> Path:
    """Lay a package with one edition into a folder, as pip would."""
    package = f"ebu_{edition}"
    (folder / package / edition).mkdir(parents=True)
    for name, text in files.items():
        (folder / package / edition / name).write_text(text, encoding="utf-8")
    installed = folder / f"{package}-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (installed / "entry_points.txt").write_text(f"[overtrick.handbooks]\nebu = {package}\n", encoding="utf-8")
    return folder


@pytest.fixture
def newest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Edition]:
    for ebu in later(monkeypatch, write(tmp_path, FILES)):
        yield ebu.latest


@pytest.fixture
def with_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: dict[str, str]) -> Iterator[Handbook]:
    yield from later(monkeypatch, write(tmp_path, files))


def tied_pairs() -> Event:
    """Hold club pairs with one winner, 12 tables and 24 boards, in which the first two tie."""
    listed = tuple(Contestant(f"Pair {place}", place=max(place, 2) - 1) for place in range(1, 25))
    return Event("Pairs", NEW, (Stage(Play.PAIRS, Schedule(24), (Field("", listed),)),), "club")


def test_it_takes_over_what_the_one_before_changed_and_what_that_took_over(newest: Edition) -> None:
    assert [each.name for each in newest.handbook.editions] == ["2024", "2026", "2028"]
    made = newest.assess(tied_pairs())
    # 7 a place as in 2026, 8 places; the tie is paid by the rule of 2028
    assert [award.units for award in made.awards] == [49, 49, 42, 35, 28, 21, 14, 7]
    assert made.awards[0].working.clause == "3.5"
    assert {"4.1.2", "4.1.10", "4.1.11"} & set(cited(made.awards[2].working)) == {"4.1.11"}
    assert newest.module("stratified").highest.__clauses__ == ("4.12.9",)  # type: ignore[union-attr]


@pytest.mark.slow
def test_clauses_are_followed_through_both_moves(newest: Edition) -> None:
    found = {each.clause: each for each in clauses(newest)}
    assert (found["4.1.11"].inherited, found["4.1.11"].was) == ("2024", "4.1.10")
    assert (found["4.12.9"].inherited, found["4.12.9"].was) == ("2026", "4.12.5")
    assert found["3.5"].inherited == ""
    assert "ties.share_nothing" in found["3.5"].executed_by
    assert "family.scales.share_the_tie" not in found["3.5"].executed_by
    assert not [each.clause for each in found.values() if each.missing]


def test_what_is_removed_is_gone(newest: Edition) -> None:
    assert "2.8.3" not in names(newest)
    assert "exempt_charity" not in newest.table_names
    with pytest.raises(BadTable, match="exempt_charity: is no longer in the EBU handbook, 2028"):
        newest.book().table("exempt_charity")
    assert "3.5" not in {each.id for each in newest.errata}
    assert "gold.toml" not in {each.file for each in examples(newest)}
    with pytest.raises(BadSetting, match="has no setting 'simultaneous_split'"):
        newest.book(settings={"simultaneous_split": "up"})
    assert newest.book().setting("simultaneous_split") == "up"
    assert newest.known_settings({"simultaneous_split": "up", "match_factor_on": "exact"}) == {
        "match_factor_on": "exact"
    }
    with pytest.raises(NoClause, match=r"names no clause for 'ladders.waits_for_the_final'"):
        newest.book().clause("ladders.waits_for_the_final")


def test_a_setting_that_nobody_settles_is_told(newest: Edition) -> None:
    with pytest.raises(BadSetting, match=r"has no setting 'moon', and its family.toml names no reading of it"):
        newest.book().setting("moon")


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (
            CARD.replace("e2026", "e2020"),
            "is based on 'e2020', which is not an edition here; the editions are e2024, e2026, e2028",
        ),
        (CARD.replace("e2026", "e2028"), "is based on EBU handbook, 2028, which does not begin before it"),
        (CARD + "[removed]\nmoons = []", r"\[removed\] has the unknown key 'moons'; known are applications, clauses"),
    ],
)
def test_a_base_that_cannot_be_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, card: str, says: str
) -> None:
    for ebu in later(monkeypatch, write(tmp_path, {"edition.toml": card})):
        with pytest.raises(BadBase, match=f"^EBU handbook, 2028: {says}"):
            _ = ebu.editions


def test_editions_based_on_each_other_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write(tmp_path, {"edition.toml": CARD.replace("e2026", "e2029")})
    write(tmp_path, {"edition.toml": CARD.replace("2028", "2029").replace("e2026", "e2028")}, "e2029")
    for ebu in later(monkeypatch, tmp_path):
        with pytest.raises(BadBase, match="2028: is based on EBU handbook, 2029, which does not begin before it"):
            _ = ebu.editions


@pytest.mark.parametrize(("files"), [{"edition.toml": CARD.replace("2028-01-01", "2026-09-01")}])
def test_two_editions_never_begin_on_one_day(with_files: Handbook) -> None:
    with pytest.raises(NoEdition, match="both govern play begun on 2026-09-01"):
        _ = with_files.editions


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"moved.toml": '"4.99" = "4.98"'}, "moves the clause '4.99', but the edition before it has none"),
        ({"moved.toml": '"4.1.10" = "4.1.3"'}, "moves the clause '4.1.10' to '4.1.3', which another clause has"),
        ({"edition.toml": CARD + '[removed]\nclauses = ["4.99"]'}, "removes '4.99' from the clauses, but"),
        ({"edition.toml": CARD + '[removed]\nsettings = ["moon"]'}, "removes 'moon' from the settings, but"),
        ({"edition.toml": CARD + '[removed]\ntables = ["moon"]'}, "removes 'moon' from the tables, but"),
        ({"edition.toml": CARD + '[removed]\nrules = ["moon"]'}, "removes 'moon' from the rules, but"),
        ({"edition.toml": CARD + '[removed]\nexamples = ["moon.toml"]'}, "removes 'moon.toml' from the examples, but"),
    ],
)
def test_what_is_not_there_cannot_be_moved_or_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: dict[str, str], says: str
) -> None:
    for ebu in later(monkeypatch, write(tmp_path, {"edition.toml": CARD, **files})):
        with pytest.raises(BadBase, match=says):
            _ = (ebu.latest.settings, clauses(ebu.latest))


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ('"scales.moon" = "ties.share_nothing"', "'scales.moon', which is not a rule of the family with a step"),
        ('"entry.column" = "ties.share_nothing"', "'entry.column', which is not a rule of the family with a step"),
        ('"scales.share_the_tie" = "ties.moon"', "the function 'ties.moon', which its rules do not have"),
        ('"scales.share_the_tie" = "moon.ties"', "the function 'moon.ties', which its rules do not have"),
    ],
)
def test_a_rule_of_the_family_is_only_replaced_by_one_that_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own: str, says: str
) -> None:
    for ebu in later(monkeypatch, write(tmp_path, {**FILES, "family.toml": f"[own]\n{own}\n"})):
        with pytest.raises(BadBase, match=rf"\[own\] in family.toml names {says}"):
            _ = ebu.latest.book().own_rules


@pytest.mark.parametrize(
    "files",
    [
        {
            "edition.toml": CARD,
            "moved.toml": '"4.1.10" = "4.1.3"',
            "clauses.csv": "clause,kind,summary\n4.1.3,award,Both in one\nSCALE Z,info,One more scale\n",
        }
    ],
)
def test_two_clauses_may_become_one_if_the_list_says_so(with_files: Handbook) -> None:
    found = {each["clause"]: each["summary"] for each in clause_list.rows(with_files.latest)}
    assert found["4.1.3"] == "Both in one"
    assert "4.1.10" not in found
    assert {"family.scales.paid_places", "family.entry.full_tables"} <= set(gathered(with_files.latest)["4.1.3"])
    assert list(found)[list(found).index("4.1.3") + 1] == "SCALE Z"


@pytest.mark.parametrize(
    "files", [{"edition.toml": CARD, "moved.toml": '"SCALE A" = "SCALE 1"\n"6.4.2(a)" = "6.4.2(x)"\n"2.8.2" = "2.9.9"'}]
)
def test_an_inherited_table_names_moved_clauses_and_keeps_its_figures(with_files: Handbook) -> None:
    old, new = with_files.editions[0].book(), with_files.latest.book()
    assert new.table("scale_names").text("basic", "1") == "SCALE 1"
    assert new.table("charge_codes").clauses[1] == "2.9.9"
    for name in with_files.editions[0].table_names:
        if name != "points_a_place":
            figures = [
                [[cell for cell in cells if not isinstance(cell, str)] for cells in book.table(name).rows.values()]
                for book in (old, new)
            ]
            assert figures[0] == figures[1], name
