"""What an office in Scotland asks the guide: where points go, what they cost, which championships are left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from overtrick.engine.event import Contest, Event, Field, Play, Schedule, Series, Stage, StageKind
from overtrick.handbooks import edition as editions
from overtrick.handbooks import record, submission
from overtrick.handbooks.record import Goes, Holder, Status
from overtrick.handbooks.submission import Organiser

EDITION = editions.get("sbu").latest
BOOK = EDITION.book()
DAY = date(2026, 2, 1)
RULES, CHARGES = record.of(EDITION), submission.of(EDITION)


@pytest.mark.clause("sbu", "ch1.all-entitled")
def test_everybody_entitled_has_the_points() -> None:
    found = RULES.points_go(BOOK, Holder("1", Status.REGISTERED), DAY)
    assert (found.goes, found.working.clause) == (Goes.CREDITED, "ch1.all-entitled")
    held = RULES.points_go(BOOK, Holder("1", Status.LAPSED), DAY)
    assert (held.goes, held.working.clause) == (Goes.HELD, "")


def _named(championship: str, stage: Stage | None = None, **facts: str) -> Event:
    stage = stage or Stage(Play.PAIRS, Schedule(24), (Field(entered=12),))
    told = {"championship": championship, **facts} if championship else facts
    return Event("Pairs", DAY, (stage,), "club", facts=tuple(told.items()))


def organiser(so_far: Sequence[Event] = (), kind: str = "club") -> Organiser:
    return Organiser("Oakby", kind, date(2020, 1, 1), lambda: so_far, lambda: 0)


@pytest.mark.clause("sbu", "ch2.major", "ch2.minor")
@pytest.mark.parametrize("name", ["major", "minor"])
def test_a_club_has_one_championship_of_a_kind_a_year(name: str) -> None:
    found = [CHARGES.quota(BOOK, organiser([_named(name)] * before), _named(name)) for before in (0, 1)]
    assert [each.holds for each in found if each] == [True, False]
    teams = Stage(Play.TEAMS, Schedule(24), (Field(entered=12),))
    other = CHARGES.quota(BOOK, organiser([_named(name)]), _named(name, teams))
    assert other is not None
    assert other.holds
    assert CHARGES.quota(BOOK, organiser([_named(name)]), _named("")) is None
    assert CHARGES.quota(BOOK, organiser(kind="region"), _named(name)) is None


@pytest.mark.clause("sbu", "ch2.major-swiss", "ch2.major-exclusive", "ch2.major-list-pairs")
@pytest.mark.parametrize(
    ("stage", "facts", "holds"),
    [
        (Stage(Play.PAIRS, Schedule(24), (Field(entered=24),), contest=Contest.SWISS), {}, None),
        (
            Stage(Play.PAIRS, Schedule(24), (Field(entered=24),), contest=Contest.SWISS),
            {"permission": "2016-01-01"},
            True,
        ),
        (Stage(Play.PAIRS, Schedule(24), (Field(entered=24),), contest=Contest.SWISS), {"permission": "no"}, False),
        (Stage(Play.PAIRS, Schedule(0), contest=Contest.AGGREGATE, series=Series(2, 2)), {"exclusive": "yes"}, True),
        (Stage(Play.PAIRS, Schedule(0), contest=Contest.AGGREGATE, series=Series(1, 1)), {"exclusive": "yes"}, False),
        (Stage(Play.PAIRS, Schedule(0), contest=Contest.AGGREGATE, series=Series(2, 2)), {}, None),
        (Stage(Play.PAIRS, Schedule(24), contest=Contest.KNOCK_OUT), {}, False),
        (Stage(Play.TEAMS, Schedule(24), contest=Contest.KNOCK_OUT), {}, True),
        (Stage(Play.TEAMS, Schedule(24), carry_forward=True), {}, True),
        (Stage(Play.PAIRS, Schedule(24), kind=StageKind.QUALIFYING), {}, False),
    ],
)
def test_what_may_be_named_a_major_championship(stage: Stage, facts: dict[str, str], *, holds: bool | None) -> None:
    found = CHARGES.quota(BOOK, organiser(), _named("major", stage, **facts))
    assert found is not None
    assert found.holds is holds


def test_a_restricted_final_counts_the_events_before_it() -> None:
    series = Stage(Play.PAIRS, Schedule(0), contest=Contest.AGGREGATE, series=Series(4, 4))
    final = Stage(Play.PAIRS, Schedule(24), kind=StageKind.FINAL)
    event = _named("major", series, exclusive="yes")._replace(stages=(series, final))
    found = CHARGES.quota(BOOK, organiser(), event)
    assert found is not None
    assert found.holds


def test_the_pages_show_what_is_left() -> None:
    found = CHARGES.quotas(BOOK, organiser([_named("major"), _named("")]))
    assert [(each.what, each.left) for each in found][:2] == [
        ("Major championships for pairs", 0),
        ("Major championships for teams", 1),
    ]
    assert len(found) == 6
    assert CHARGES.quotas(BOOK, organiser(kind="region")) == ()
