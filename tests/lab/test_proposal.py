"""A proposal is read and tried: what is wrong with it is told all at once, each with what to do."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.handbooks.proposed import RowChange, SettingChange
from overtrick.lab import executors, proposal, run
from overtrick.lab.proposal import BadProposal, Rules
from overtrick.lab.results import Result
from overtrick.lab.season import Scheme, Season
from tests.lab import invented

FIRST = date(2025, 9, 1)
HEAD = 'title = "Another rule"\nhandbook = "ebu"\n'
SETTING = '[[change]]\nsetting = "without_standing"\nto = "places stay"\n'
ROW = '[[change]]\ntable = "share"\nrow = "18-35"\nset = { share = "2/5" }\n'


def problems(text: str) -> list[tuple[str, str]]:
    with pytest.raises(BadProposal) as found:
        Rules("ebu", proposal.read(text))
    return [(each.found, each.remedy) for each in found.value.problems]


def night(count: int = 16, status: str = "club") -> Event:
    ranked = tuple(
        Contestant(f"Pair {at}", (Player(f"A{at}"), Player(f"B{at}")), place=at) for at in range(1, count + 1)
    )
    return Event("Tuesday", date(2026, 1, 10), (Stage(Play.PAIRS, Schedule(24), (Field(contestants=ranked),)),), status)


def test_every_mistake_of_a_proposal_is_told_at_once_with_what_to_do() -> None:
    told = problems("""
        colour = "green"
        handbook = "abc"
        translate = 5
        [[change]]
        table = "share"
        from = "soon"
        [[change]]
        table = "share"
        row = "18-35"
        set = { share = 0.4 }
        from = 7
        by = "me"
        [[change]]
        edition = "2024"
        [[change]]
        what = "everything"
        [[change]]
        folder = "drafts/e2027"
    """)
    assert [found for found, _remedy in told] == [
        "We do not know the word 'colour'.",
        "The proposal has no title.",
        "There is no handbook 'abc'.",
        "The change of a table lacks 'row'.",
        "The change of a table lacks 'set'.",
        "We do not know the word 'by' here.",
        "The new cells cannot be read.",
        "'from' is 7.",
        "This change does not say what it changes.",
        "A folder runs its own rules.",
        "The whole handbook is changed 2 times.",
        "Only words of status are translated.",
    ]
    assert all(remedy.endswith(".") for _found, remedy in told)


@pytest.mark.parametrize(
    "written",
    [
        'translate = "x"',
        "translate = []",
        '[translate]\nstatus = "x"',
        "[translate.status]\ncounty = 1",
        '[translate.rank]\na = "b"',
    ],
)
def test_a_translation_that_cannot_be_read_is_told(written: str) -> None:
    assert problems(f"{HEAD}{written}\n") == [
        ("Only words of status are translated.", 'Write [translate.status] and county = "area".')
    ]


@pytest.mark.parametrize("cell", ["1_000_001", "-1_000_001", "true", "1.5", f'"{"x" * 201}"', "[1]"])
def test_a_cell_that_no_table_holds_is_told(cell: str) -> None:
    ((found, remedy),) = problems(f'{HEAD}[[change]]\ntable = "share"\nrow = "18-35"\nset = {{ share = {cell} }}\n')
    assert found == "The new cells cannot be read."
    assert "up to a million" in remedy


@pytest.mark.parametrize("written", ["title = 5", f'title = "{"x" * 201}"'])
def test_a_title_is_a_short_text(written: str) -> None:
    assert ("'title' is not a short text.", "Write up to 200 characters in quotes.") in problems(
        f'{written}\nhandbook = "ebu"\n'
    )


def test_what_is_not_toml_is_told_with_its_line() -> None:
    ((found, remedy),) = problems(f"{HEAD}[[change\n")
    assert found.startswith("This is not TOML: ")
    assert "line 3" in found
    assert remedy == "Correct the line that is named."


def test_two_hundred_changes_are_enough() -> None:
    assert len(proposal.read(HEAD + SETTING * 200).changes) == 200
    assert problems(HEAD + SETTING * 201) == [("The changes cannot be read.", "Write each as [[change]], 200 at most.")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (f'{ROW}[[change]]\nhandbook = "wbu"\n', "Another handbook cannot be combined with other changes."),
        (f'[[change]]\nhandbook = "wbu"\n{SETTING}', "Another handbook cannot be combined with other changes."),
        ('[[change]]\nhandbook = "wbu"\n[[change]]\nedition = "2024"\n', "The whole handbook is changed 2 times."),
    ],
)
def test_changes_that_cannot_be_combined_are_refused(changes: str, told: str) -> None:
    ((found, remedy),) = problems(f"{HEAD}{changes}")
    assert found == told
    assert remedy.endswith(".")


def test_an_edition_a_row_and_a_setting_are_combined_and_a_cell_may_change_on_two_days() -> None:
    later = f"{ROW}from = 2026-01-01\n"
    found = Rules("ebu", proposal.read(f'{HEAD}[[change]]\nedition = "2024"\n{SETTING}{ROW}{later}'))
    assert date(2026, 1, 1) in found.days
    edition = found.edition(Scheme("2024"), FIRST)
    assert [len(each["rows"]) for each in edition.written_table("share")["version"]] == [3, 3]


def test_changes_that_do_not_fit_are_all_told() -> None:
    told = problems(
        f"{HEAD}"
        '[[change]]\ntable = "share"\nrow = "18-36"\nset = { share = "2/5" }\n'
        '[[change]]\nsetting = "fairness"\nto = "more"\n'
        '[[change]]\nedition = "1066"\n'
    )
    assert len(told) == 3
    assert "has no row '18-36'" in told[0][0]
    assert "has no setting 'fairness'" in told[1][0]
    assert "1066" in told[2][0]
    assert all(found.endswith(".") and remedy.endswith(".") for found, remedy in told)


def test_a_handbook_that_is_not_there_is_told() -> None:
    ((found, remedy),) = problems(f'{HEAD}[[change]]\nhandbook = "nowhere"\n')
    assert "nowhere" in found
    assert remedy


def test_a_proposal_about_another_handbook_than_the_season_s_is_refused() -> None:
    assert problems('title = "x"\nhandbook = "abf"\n') == [
        ("The proposal is about the ABF handbook.", "The season was played by EBU: write that handbook.")
    ]


def test_rows_settings_and_days_are_read_as_written() -> None:
    found = proposal.read(
        f'{HEAD}asked_by = "Item 7"\n[[change]]\ntable = "share"\nrow = "18-35"\nset = {{ share = "2/5" }}\n'
        'from = 2025-09-01\n[[change]]\nsetting = "without_standing"\nto = "places stay"\n'
    )
    assert found.asked_by == "Item 7"
    assert found.changes == (
        RowChange("share", "18-35", (("share", "2/5"),), date(2025, 9, 1)),
        SettingChange("without_standing", "places stay"),
    )


def test_an_edition_that_is_named_takes_the_place_of_all() -> None:
    rules = Rules("ebu", proposal.read(f'{HEAD}[[change]]\nedition = "2024"\n'))
    assert rules.edition(Scheme("2024"), date(2026, 1, 10)) is handbooks.get("ebu").latest


def draft(folder: Path) -> str:
    """Write an edition outside the program that changes one table of the one it is based on."""
    name = "draft_of_2027"
    (folder / name / "tables").mkdir(parents=True)
    (folder / name / "__init__.py").write_text("")
    (folder / name / "edition.toml").write_text(
        'name = "2027"\ntitle = "EBU handbook, draft of 2027"\nfrom = 2027-01-01\nbased_on = "e2024"\n'
    )
    table = Path(handbooks.__file__).parent / "ebu" / "e2024" / "tables" / "share.toml"
    (folder / name / "tables" / "share.toml").write_text(
        table.read_text().replace("1/3", "2/5").replace("one third", "two fifths").replace("2024-04-01", "2027-01-01")
    )
    return str(folder / name)


def test_a_folder_outside_holds_only_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    text = f'{HEAD}[[change]]\nfolder = "{draft(tmp_path)}"\n'
    rules = Rules("ebu", proposal.read(text, folders=True))
    edition = rules.edition(Scheme("2024"), date(2026, 1, 10))
    assert edition.title == "EBU handbook, draft of 2027"
    assert [each.units for each in edition.assess(night()).awards[::2]] == [42, 36, 30, 24, 18, 12, 6]
    assert [each.units for each in handbooks.get("ebu").latest.assess(night()).awards[::2]] == [36, 30, 24, 18, 12, 6]


def test_a_folder_without_an_edition_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadProposal, match=r"holds no edition: there is no edition\.toml in it"):
        Rules("ebu", proposal.read(f'{HEAD}[[change]]\nfolder = "{tmp_path}"\n', folders=True))


def test_words_of_status_are_told_in_those_of_the_other_handbook() -> None:
    rules = Rules("ebu", proposal.read(f'{HEAD}[[change]]\nhandbook = "wbu"\n[translate.status]\ncounty = "area"\n'))
    event = night(status="county")
    (stage,) = event.stages
    told = rules.told(
        event._replace(stages=(stage._replace(status="county", fields=(stage.fields[0]._replace(status="club"),)),))
    )
    assert (told.status, told.stages[0].status, told.stages[0].fields[0].status) == ("area", "area", "club")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return invented.stored(tmp_path_factory.mktemp("season") / "2025", count=48)


def worked_out(season: Season, text: str, out: Path) -> Result:
    plan = run.plan(season, text, out)
    list(executors.here(plan, run.missing(plan, season)))
    run.finish(plan, season)
    return Result(out, season)


def test_an_event_that_lacks_a_fact_of_the_other_handbook_is_not_compared(season: Season, tmp_path: Path) -> None:
    """The ABF asks for a grade where the EBU has a status: without words for it nothing is guessed."""
    text = f'{HEAD}[[change]]\nhandbook = "abf"\n'
    result = worked_out(season, text, tmp_path)
    assert sum(result.missing.values()) == result.events == 48
    assert result.changed == 0
    assert all(row.before == row.after == 0 for row in result.totals())


def test_with_words_for_the_status_club_nights_are_compared(season: Season, tmp_path: Path) -> None:
    text = f'{HEAD}[[change]]\nhandbook = "abf"\n[translate.status]\nclub = "E"\n'
    result = worked_out(season, text, tmp_path)
    assert 0 < sum(result.missing.values()) < 48
    clubs = [event for event in invented.events("ebu", 48) if event.status == "club" and len(event.stages) == 1]
    edition = handbooks.get("abf").latest
    expected = sum(
        award.units for event in clubs for award in edition.assess(event._replace(status="E"), by_name=False).awards
    )
    assert expected > 0
    assert sum(row.after for row in result.totals()) == expected
