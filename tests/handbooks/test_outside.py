"""A handbook that lives outside the package is found by its entry point and is a handbook like any other."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.engine.ranks import Holding
from overtrick.handbooks import ranks
from overtrick.handbooks import season as seasons
from overtrick.handbooks.clauses import clauses
from overtrick.handbooks.edition import Handbook, NoClause
from overtrick.handbooks.worth import worth
from tests.handbooks.elsewhere import OUTSIDE, installed

elbonia = pytest.fixture(installed)


def night(pairs: int, boards: int = 20, status: str = "village") -> Event:
    """Hold an evening of so many pairs, no two of them level but the first two."""
    listed = tuple(Contestant(f"Pair {place}", place=max(place, 2) - 1) for place in range(1, pairs + 1))
    return Event("Night", date(2025, 3, 4), (Stage(Play.PAIRS, Schedule(boards), (Field("", listed),)),), status)


def test_it_is_listed_with_the_others(elbonia: Handbook) -> None:
    assert elbonia.federation == "Elbonian Bridge League"
    assert {"ebu", "elbonia"} <= set(handbooks.names())


def test_its_awards_have_its_figures_and_cite_its_clauses(elbonia: Handbook) -> None:
    awards = elbonia.latest.assess(night(12)).awards  # 2/5 of 12 are 4.8, so 5 places: 35, 28, 21, 14, 7
    assert [award.units for award in awards] == [32, 32, 21, 14, 7]  # (35 + 28) / 2 is 31.5
    assert awards[0].working.says == "Rounded up to a whole point"
    assert awards[0].working.clause == "5"
    assert awards[2].working.clause == "4"


def test_its_limits_are_its_own(elbonia: Handbook) -> None:
    short = elbonia.latest.assess(night(12, boards=9))
    assert not short.awards
    assert short.remarks[0].says == "No points: somebody was scheduled for 9 boards only, at least 10 are needed"
    castle = elbonia.latest.assess(night(12, status="castle"))
    assert castle.awards[2].units == 42


def test_a_rule_that_it_does_not_have_cannot_be_cited(elbonia: Handbook) -> None:
    with pytest.raises(NoClause, match=r"Elbonian handbook, 2025 names no clause for 'ladders.tariff'"):
        elbonia.latest.book().clause("ladders.tariff")


def test_it_says_what_an_event_is_worth(elbonia: Handbook) -> None:
    paid = worth(elbonia.latest, "pairs", {"tables": "6"}).places
    assert [place.units for place in paid] == [35, 28, 21, 14, 7]


def test_a_table_of_ranks_is_all_it_needs_for_ranks(elbonia: Handbook) -> None:
    edition = elbonia.latest
    assert not (edition.folder / "ranks.py").is_file()
    held = [ranks.of(edition).rank_of(edition.book(), Holding({"local": units})) for units in (49, 50, 1000)]
    assert [each.rank for each in held] == ["", "Goatherd", "**Mud Baron"]
    assert [each.following for each in held] == ["Goatherd", "*Mud Baron", "***Mud Baron"]


def test_what_it_does_not_say_of_its_season_is_plain(elbonia: Handbook) -> None:
    season = seasons.of(elbonia.latest)
    assert [(game.by, game.form, game.status) for game in season.games] == [
        ("club", "pairs", "village"),
        ("region", "pairs", "castle"),
    ]
    assert season.region == "{place} Region"


@pytest.mark.slow
def test_all_its_clauses_are_executed_or_excused(elbonia: Handbook) -> None:
    listed = clauses(elbonia.latest)
    assert [each.clause for each in listed if each.missing] == []
    assert "family.scales.share_the_tie" in next(each for each in listed if each.clause == "5").executed_by


def test_the_command_knows_it_too() -> None:
    command = [sys.executable, "-m", "overtrick.cli.main", "worth", "elbonia", "pairs", "--tables", "6"]
    done = subprocess.run(  # noqa: S603 - our own command
        command, env={"PYTHONPATH": str(OUTSIDE)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "35" in done.stdout
