"""One event more than the quota of a year has: who may submit it, and what can still be corrected."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Schedule, Series
from overtrick.register.audit.models import Record
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import Outcome, QuotaUsedUp, submit
from overtrick.register.competitions.versions import Placed
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, file_of, night, pairs, send, submitted, union

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.register.accounts.models import User

pytestmark = pytest.mark.django_db

LAST_YEAR = date(2025, 11, 4)


def ladder(here: Union, name: str, *, begins: date = NIGHT, turned: bool = False, part: str = "") -> Event:
    """A ladder of a club, of which two a year are allowed; turned round, it is a correction."""
    made = night(pairs(here.players)[:: -1 if turned else 1], name=name, begins=begins)
    series = Series(12, 6, Decimal(9))
    stage = made.stages[0]._replace(contest=Contest.LADDER, schedule=Schedule(24), series=series)
    return made._replace(stages=(stage,), facts=(("part of", part),) if part else ())


def sent_by(here: Union, event: Event, actor: User, *, replace: bool = False) -> Outcome:
    draft = send(here, event)
    assert draft.submission is not None, (draft.problems, draft.questions)
    return submit(draft.submission, actor, AT, replace=replace)


def two_ladders(here: Union, begins: date = NIGHT) -> None:
    for name in ("Spring", "Summer"):
        submitted(here, ladder(here, f"{name} ladder {begins.year}", begins=begins))


def test_only_the_office_submits_one_more_and_the_audit_says_so(here: Union) -> None:
    two_ladders(here)
    with pytest.raises(QuotaUsedUp, match="ask the office, which may submit it all the same"):
        submitted(here, ladder(here, "Autumn ladder"))
    with pytest.raises(QuotaUsedUp):
        sent_by(here, ladder(here, "Winter ladder"), here.scorer)
    outcome = sent_by(here, ladder(here, "Autumn ladder"), here.clerk)
    assert outcome.beyond == "Ladders, 2 (§ 1.2.3)"
    told = Record.objects.filter(action="submission.submit").latest("pk").after
    assert told is not None
    assert told["beyond quota"] == "Ladders, 2 (§ 1.2.3)"


def test_a_club_submits_the_ladders_of_all_sections_of_its_games(here: Union) -> None:
    for section in ("A", "B", "C"):
        assert not submitted(here, ladder(here, f"Ladder of section {section}", part="Tuesday")).beyond
    submitted(here, ladder(here, "Friday ladder"))
    with pytest.raises(QuotaUsedUp):
        submitted(here, ladder(here, "Summer ladder"))


def test_within_the_quota_the_audit_says_nothing_of_it(here: Union) -> None:
    assert not sent_by(here, ladder(here, "Spring ladder"), here.clerk).beyond
    told = Record.objects.filter(action="submission.submit").latest("pk").after
    assert told is not None
    assert "beyond quota" not in told


def test_what_the_office_let_through_is_corrected_by_the_club(here: Union) -> None:
    two_ladders(here)
    sent_by(here, ladder(here, "Autumn ladder"), here.clerk)
    corrected = sent_by(here, ladder(here, "Autumn ladder", turned=True), here.scorer, replace=True)
    assert corrected.submission.version == 2


def test_a_correction_that_moves_an_event_into_a_year_whose_quota_is_used_up_is_refused(here: Union) -> None:
    two_ladders(here)
    two_ladders(here, LAST_YEAR)
    third = sent_by(here, ladder(here, "Autumn ladder", begins=LAST_YEAR), here.clerk).submission
    content = file_of(ladder(here, "Autumn ladder"))
    (moved,) = receive(here.club, "autumn.yaml", content, here.scorer, AT, placed=Placed(third.competition))
    assert moved.submission is not None
    with pytest.raises(QuotaUsedUp):
        submit(moved.submission, here.scorer, AT, replace=True)


@pytest.mark.clause("scba", "3.4.1")
def test_what_was_granted_beyond_the_entitlement_is_submitted_by_its_club_and_nothing_else_of_that_day() -> None:
    federation = office.federation("lion", "scba")
    with scope(federation=federation):
        lions = union(federation)
        two_ladders(lions)
        given = Grant("B-1", "event beyond the entitlement", NIGHT, NIGHT, event="Autumn ladder")
        licences.grant(lions.club, given, actor=lions.clerk, at=AT)
        with pytest.raises(QuotaUsedUp, match=r"Ladders, 2 \(§ 3.2.3\)"):
            submitted(lions, ladder(lions, "Winter ladder"))
        granted = submitted(lions, ladder(lions, "Autumn ladder"))
        assert (granted.submission.held_back, granted.beyond) == ("", "")


def test_a_late_file_of_an_early_day_finds_the_quota_of_its_year_used_up(here: Union) -> None:
    two_ladders(here)
    with pytest.raises(QuotaUsedUp, match=r"Ladders, 2 \(§ 1.2.3\)"):
        submitted(here, ladder(here, "Winter ladder", begins=date(2026, 1, 6)))
    assert not submitted(here, ladder(here, "Winter ladder", begins=LAST_YEAR)).beyond
    corrected = sent_by(here, ladder(here, "Spring ladder 2026", turned=True), here.scorer, replace=True)
    assert corrected.submission.version == 2
