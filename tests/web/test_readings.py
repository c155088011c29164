"""Readings and decided questions stand beside their clause, can be searched, and say when and by whom."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.federation_settings import scheduled_settings, setup
from overtrick.register.federation_settings.decided_questions import decided_questions
from overtrick.register.federation_settings.setup import Ways
from tests.handbooks.elsewhere import later
from tests.web.cast import LATE_IN_MAY, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

NAME, CLAUSE = "failed_consolation_below", "4.3.3 p2"


def decided(cast: Cast) -> None:
    """The council decides a question from a day on, another one at once, and withdraws a third."""
    here, clerk = cast.union.federation, cast.union.clerk
    at = LATE_IN_MAY
    change = scheduled_settings.SettingsChange(settings={NAME: "final"})
    now = scheduled_settings.plan(here, change, date(2090, 9, 1), actor=clerk, at=at, reason="The council in May")
    setup.change(
        now, Ways(settings={"match_factor_on": _other(cast, "match_factor_on")}), actor=clerk, at=at, reason="By letter"
    )
    change = scheduled_settings.SettingsChange(settings={NAME: None})
    later_on = scheduled_settings.plan(now, change, date(2091, 1, 1), actor=clerk, at=at, reason="A slip")
    scheduled_settings.withdraw(later_on, 2, actor=clerk, at=at, reason="A slip indeed")


def _other(cast: Cast, name: str) -> str:
    from overtrick.register.federations import handbook  # noqa: PLC0415 - only here

    setting = handbook.edition_on(cast.union.federation, date(2026, 5, 1)).settings[name]
    return next(each for each in setting.choices if each != setting.default)


def test_what_was_decided_is_read_from_the_audit(cast: Cast) -> None:
    decided(cast)
    cast.union.federation.refresh_from_db()
    found = decided_questions(cast.union.federation)
    (planned,) = found[NAME]
    assert (planned.value, planned.begins, planned.reason) == ("final", date(2090, 9, 1), "The council in May")
    assert planned.by == cast.union.clerk.username
    (at_once,) = found["match_factor_on"]
    assert (at_once.begins, at_once.reason) == (None, "By letter")


def test_a_clause_says_what_this_federation_decided_and_who_to_officers_only(cast: Cast, log_in: LogIn) -> None:
    decided(cast)
    address = f"/handbooks/ebu/clause/{CLAUSE}/"
    stranger = as_read(log_in(Role.ANONYMOUS).get(address).content.decode())
    assert "The council in May" in stranger
    assert "by the office" in stranger
    assert "1 September 2090" in stranger
    assert "Last compared with the print on" in stranger
    scorer = as_read(log_in(Role.SCORER).get(address).content.decode())
    assert f"by {cast.union.clerk.username}" in scorer
    other = as_read(log_in(Role.ANONYMOUS).get("/handbooks/abf/unsure/").content.decode())
    assert "The council in May" not in other


def test_a_question_is_chosen_from_the_day_on_and_another_one_not(cast: Cast, log_in: LogIn) -> None:
    decided(cast)
    stranger = log_in(Role.ANONYMOUS)
    chosen = as_read(stranger.get("/handbooks/ebu/clause/4.6.6%28a%29/").content.decode())
    assert "Our federation has chosen" in chosen
    assert "Our answer: <strong>printed</strong>. If a federation does not choose: <strong>exact</strong>." in chosen
    planned = as_read(stranger.get(f"/handbooks/ebu/clause/{CLAUSE}/").content.decode())
    assert "A federation may choose" in planned
    assert "Our answer" not in planned


def test_readings_and_decisions_are_found_by_words_and_by_clause(cast: Cast, log_in: LogIn) -> None:
    decided(cast)
    stranger = log_in(Role.ANONYMOUS)
    for address in ("/handbooks/ebu/unsure/", "/handbooks/ebu/"):
        by_words = as_read(stranger.get(address, {"search": "consolation final"}).content.decode())
        assert NAME in by_words
        by_reason = as_read(stranger.get(address, {"search": "council in may"}).content.decode())
        assert NAME in by_reason
    nothing = stranger.get("/handbooks/ebu/unsure/", {"search": "zzz"}).content.decode()
    assert "No reading has these words" in nothing
    assert "No question has these words" in nothing


@pytest.mark.slow
@pytest.mark.django_db
def test_the_difference_of_two_editions_is_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    only = Client().get("/handbooks/scba/difference/").content.decode()
    assert "There is no edition before" in only
    for _ebu in later(monkeypatch):
        page = as_read(Client().get("/handbooks/ebu/difference/").content.decode())
        assert "From EBU handbook, April 2024 to EBU handbook, September 2026" in page
        assert "was § 4.1.2" in page
        assert "12, 7, 3" in page
        assert "A contestant placed in several lists gets the awards of all of them" in page
        assert "/handbooks/ebu/difference/" in Client().get("/handbooks/ebu/").content.decode()
        assert Client().get("/handbooks/ebu/difference/?from=1066").status_code == 404
