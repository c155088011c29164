"""Licences on the pages: granted by the office, seen by the club, asked for by the preview."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import clear_script_prefix

from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.scoping import scope
from overtrick.web import access
from tests.register import office
from tests.register.season import AT, NIGHT, night, pairs, send, submitted, union
from tests.web.cast import LATE_IN_MAY, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


def test_the_club_sees_what_runs_and_what_ends_soon(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.SCORER)
    desk = client.get(f"/club/{cast.union.club.pk}/").content.decode()
    assert "Licence L-77: blue event" in desk
    assert "It ends on 30 June 2026. Ask for a new one in time." in desk
    page = client.get(f"/club/{cast.union.club.pk}/licences/").content.decode()
    assert "ends in 20 days" in page
    assert "Grant a licence" not in page


def test_a_licence_that_nobody_is_known_to_have_granted_is_shown(cast: Cast, log_in: LogIn) -> None:
    """As from before it was kept who granted one."""
    Licence.objects.create(
        organisation=cast.union.club,
        number="OLD-1",
        allows="blue event",
        begins=NIGHT,
        granted_on=NIGHT,
        granted_at=LATE_IN_MAY,
    )
    assert "OLD-1" in log_in(Role.SCORER).get(f"/club/{cast.union.club.pk}/licences/").content.decode()


def test_an_event_that_needs_one_is_told_until_the_office_grants_it(cast: Cast, log_in: LogIn) -> None:
    club = cast.union.club
    event = night(pairs(cast.union.players), name="Open pairs", status="county")
    sent = submitted(cast.union, event, at=LATE_IN_MAY).submission
    scorer, office = log_in(Role.SCORER), log_in(Role.OFFICE)
    assert (
        "This event needs a licence that is not on record: open event."
        in scorer.get(f"/club/{club.pk}/").content.decode()
    )
    assert "None is on record." in office.get(f"/office/submissions/{sent.pk}/").content.decode()
    answers = {"allows": "open event", "number": "L-78", "begins": "2026-05-01", "ends": "2026-05-31"}
    page = office.post(f"/club/{club.pk}/licences/new/", answers, follow=True).content.decode()
    assert "L-78 is granted: open event." in page
    assert "not on record" not in scorer.get(f"/club/{club.pk}/").content.decode()
    assert "Number L-78" in office.get(f"/office/submissions/{sent.pk}/").content.decode()


def test_the_preview_names_the_licence_or_says_that_there_is_none(cast: Cast, log_in: LogIn) -> None:
    club = cast.union.club
    draft = send(cast.union, night(pairs(cast.union.players), name="Open pairs", status="county")).submission
    assert draft is not None
    page = log_in(Role.SCORER).get(f"/club/{club.pk}/submissions/{draft.pk}/preview/").content.decode()
    assert "Not on record" in page
    assert "/handbooks/ebu/clause/1.4.1/" in page


def test_what_is_missing_in_the_form_is_said_and_what_was_typed_stays(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    address = f"/club/{cast.union.club.pk}/licences/new/"
    page = client.post(address, {"number": "L-79", "allows": "other", "begins": "2026-05-01"}).content.decode()
    assert "Enter what it allows" in page
    assert 'value="L-79"' in page
    taken = {"number": "L-77", "allows": "blue event", "begins": "2026-05-01"}
    assert "L-77 is that of a licence of Oakby" in client.post(address, taken).content.decode()
    backward = {"number": "L-79", "allows": "blue event", "begins": "2026-05-02", "ends": "2026-05-01"}
    assert "is before the first" in client.post(address, backward).content.decode()
    assert not Licence.objects.filter(number="L-79").exists()


def test_the_office_gives_a_licence_another_last_day_with_a_reason(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    address = f"/club/{cast.union.club.pk}/licences/{cast.licence}/"
    assert client.post(address, {"last": "2026-06-12", "reason": ""}).status_code == 422
    page = client.post(address, {"last": "2026-06-12", "reason": "Given up"}, follow=True).content.decode()
    assert "ends in 2 days" in page


def test_an_authorisation_of_red_points_has_a_total(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.ELSEWHERE)
    with scope(federation=cast.elsewhere):
        where = Organisation.objects.get().pk
    address = f"/@south/club/{where}/licences/new/"
    given = {"number": "RP-7", "allows": "red points", "begins": "2026-05-01"}
    assert "Enter the total of points, for example 40" in client.post(address, given).content.decode()
    finer = client.post(address, {**given, "points": "40.001"}).content.decode()
    assert "points of this colour are not divided so finely" in finer
    client.post(address, {**given, "points": "40.5"})
    with scope(federation=cast.elsewhere):
        assert Licence.objects.get().units == 4_050


@pytest.mark.django_db
def test_the_preview_names_who_must_approve_more_points_than_were_authorised() -> None:
    federation = office.federation("west", "abf")
    with scope(federation=federation):
        west = union(federation)
        licences.grant(west.club, Grant("RP-7", "red points", NIGHT, NIGHT, 1), actor=west.secretary, at=AT)
        listed = tuple(Contestant(pair[0].name, pair, place) for place, pair in enumerate(pairs(west.players), 1))
        stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=listed),))
        draft = send(west, Event("Red Tuesday", NIGHT, (stage,), status="B4c")).submission
    assert draft is not None
    client = Client()
    client.force_login(west.scorer, "overtrick.web.accounts.backend.NumberOrEmail")
    page = client.get(f"/@west/club/{west.club.pk}/submissions/{draft.pk}/preview/").content.decode()
    clear_script_prefix()
    assert "More than authorised" in page
    assert "Nobody gets these points until Oakshire approves them" in as_read(page)


@pytest.mark.django_db
def test_whoever_authorised_the_points_finds_what_is_above_them_and_its_clubs() -> None:
    federation = office.federation("west", "abf")
    with scope(federation=federation):
        west = union(federation)
        licences.grant(west.club, Grant("RP-7", "red points", NIGHT, NIGHT, 1), actor=west.secretary, at=AT)
        listed = tuple(Contestant(pair[0].name, pair, place) for place, pair in enumerate(pairs(west.players), 1))
        stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=listed),))
        submitted(west, Event("Red Tuesday", NIGHT, (stage,), status="B4c"), at=LATE_IN_MAY)
    client = Client()
    client.force_login(west.secretary, "overtrick.web.accounts.backend.NumberOrEmail")
    desk = client.get(f"/@west/club/{west.county.pk}/").content.decode()
    assert f'<a href="/@west/club/{west.club.pk}/">Oakby</a>' in desk
    assert "last event 12 May 2026" in desk
    assert "no results yet" in desk
    assert "Red Tuesday" in client.get(f"/@west/club/{west.county.pk}/approvals/").content.decode()
    clear_script_prefix()
