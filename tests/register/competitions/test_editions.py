"""An event that was under way when the handbook changed, by an invented handbook of two editions."""

from __future__ import annotations

import shutil
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick import handbooks
from overtrick.formats import event_file
from overtrick.register.competitions.decide import send_back
from overtrick.register.competitions.models import Assessment
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.submit import submit
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.proof import prove
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import Union, night, pairs, send, submitted, union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event

pytestmark = pytest.mark.django_db

OUTSIDE = Path(__file__).parents[2] / "handbooks" / "outside"
LAST, FIRST = date(2026, 5, 31), date(2026, 6, 1)  #: of the old edition, of the new one
AT = datetime(2026, 6, 10, 9, tzinfo=UTC)


@pytest.fixture
def elbonia(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[Union]:  # noqa: ARG001 - it is kept there
    """Let the Elbonian league print a new edition in June, which pays ten points a place instead of seven."""
    shutil.copytree(OUTSIDE, tmp_path, dirs_exist_ok=True)
    old, new = tmp_path / "elbonia" / "e2025", tmp_path / "elbonia" / "e2026"
    shutil.copytree(old, new, ignore=shutil.ignore_patterns("__pycache__"))
    card = (old / "edition.toml").read_text("utf-8")
    (old / "edition.toml").write_text(f"{card}until = {LAST}\n", "utf-8")
    (new / "edition.toml").write_text(card.replace("2025-01-01", f"{FIRST}").replace("2025", "2026"), "utf-8")
    paid = new / "tables" / "points_a_place.toml"
    paid.write_text(paid.read_text("utf-8").replace("7, 7, 7", "10, 10, 10"), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    handbooks.get.cache_clear()
    federation = office.federation("elbonia", "elbonia")
    with scope(federation=federation):
        yield union(federation)
    handbooks.get.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "elbonia"]:
        del sys.modules[name]


def event(here: Union, begins: date, last_day: date | None = None) -> Event:
    return night(pairs(here.players), begins=begins, status="village")._replace(last_day=last_day)


def governed(here: Union, begins: date, last_day: date | None = None) -> tuple[str, int]:
    """Submit an event; by which edition it was assessed, and what the winners got."""
    submitted(here, event(here, begins, last_day), at=AT)
    made = Assessment.objects.order_by("pk").last()
    assert made is not None
    return made.edition, made.awards[0][-1]


@pytest.mark.parametrize(
    ("begins", "last_day", "found"),
    [
        (LAST, None, ("2025", 28)),
        (FIRST, None, ("2026", 40)),
        (LAST, FIRST, ("2025", 28)),
        (date(2026, 5, 1), LAST, ("2025", 28)),
        (FIRST, date(2026, 6, 8), ("2026", 40)),
    ],
)
def test_the_edition_of_the_day_an_event_began_governs_all_of_it(
    elbonia: Union, begins: date, last_day: date | None, found: tuple[str, int]
) -> None:
    assert governed(elbonia, begins, last_day) == found
    assert prove().holds


@pytest.mark.parametrize(
    ("begins", "last_day", "found"),
    [
        (LAST, None, ("2025", 28)),
        (date(2026, 5, 1), LAST, ("2025", 28)),
        (LAST, FIRST, ("2026", 40)),
        (FIRST, None, ("2026", 40)),
    ],
)
def test_a_federation_may_let_the_last_day_decide(
    elbonia: Union, begins: date, last_day: date | None, found: tuple[str, int]
) -> None:
    ways = setup.Ways(governs=Federation.Governs.LAST_DAY)
    changed = setup.change(elbonia.federation, ways, actor=elbonia.clerk, at=AT)
    elbonia.club.federation = changed
    assert governed(elbonia, begins, last_day) == found
    assert prove().holds


def test_which_edition_was_taken_is_told_where_there_were_two(elbonia: Union) -> None:
    draft = send(elbonia, event(elbonia, LAST, FIRST), at=AT)
    assert draft.submission is not None
    shown = preview(draft.submission, AT)
    assert shown.edition.name == "2025"
    assert shown.assessment is not None
    assert shown.assessment.remarks[-1].says == (
        "Played from 2026-05-31 to 2026-06-01, while Elbonian handbook, 2026 replaced Elbonian handbook, "
        "2025. Elbonian handbook, 2025 applies: the federation has chosen the first day"
    )
    alone = send(elbonia, event(elbonia, LAST)._replace(name="Another"), at=AT)
    assert alone.submission is not None
    told = preview(alone.submission, AT).assessment
    assert told is not None
    assert not [each for each in told.remarks if "replaced" in each.says]


def test_a_version_that_counts_again_is_worth_what_it_was(elbonia: Union) -> None:
    assert governed(elbonia, LAST, FIRST) == ("2025", 28)
    ways = setup.Ways(governs=Federation.Governs.LAST_DAY)
    elbonia.club.federation = setup.change(elbonia.federation, ways, actor=elbonia.clerk, at=AT)
    first, second, *rest = event(elbonia, LAST, FIRST).stages[0].fields[0].contestants
    other = night([second.players, first.players, *(each.players for each in rest)], begins=LAST, status="village")
    sent = send(elbonia, other._replace(last_day=FIRST), at=AT).submission
    assert sent is not None
    submit(sent, elbonia.scorer, AT, replace=True)
    send_back(sent, elbonia.clerk, AT, "the first was right")
    assert elbonia.players[0].balances.get().units == 28
    assert prove().holds, prove().findings


def test_results_are_late_counted_from_the_last_day(elbonia: Union) -> None:
    days = elbonia.federation.results_due_days
    long_ago = date.fromordinal(AT.date().toordinal() - days - 1)
    due = date.fromordinal(AT.date().toordinal() - days)
    assert submitted(elbonia, event(elbonia, long_ago), at=AT).submission.late
    other = event(elbonia, long_ago, due)._replace(name="A long one")
    assert not submitted(elbonia, other, at=AT).submission.late


@pytest.mark.parametrize(
    ("written", "says"),
    [("2026-05-30", "'last day' is 2026-05-30, before the day it began."), ("soon", "'last day' is 'soon'.")],
)
def test_a_last_day_that_cannot_be_is_a_problem(elbonia: Union, written: str, says: str) -> None:
    text = event_file.write(event(elbonia, LAST, FIRST)).replace(f'"last day": "{FIRST}"', f'"last day": "{written}"')
    reading = event_file.read("long.json", text.encode())
    assert [each.found for each in reading.problems] == [says]


def test_a_last_day_that_has_not_come_is_a_problem(elbonia: Union) -> None:
    draft = send(elbonia, event(elbonia, LAST, date(2026, 6, 12)), at=AT)
    assert [each.found for each in draft.problems] == ["2026-06-12 is in the future."]
    assert send(elbonia, event(elbonia, LAST, date(2026, 6, 11)), at=AT).submission is not None
