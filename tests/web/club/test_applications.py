"""A club applies on its pages, the county supports it, the office decides; papers and conditions follow."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from overtrick.register.applications.models import Application
from overtrick.register.competitions.read import receive
from overtrick.register.organisations import licences
from overtrick.register.organisations.models import Licence
from overtrick.web import access
from tests.register.applications.steps import LICENCE, sent
from tests.register.season import file_of, night, pairs
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.conftest import LogIn

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)
LATER = datetime(2026, 10, 1, 9, tzinfo=UTC)
State = Application.State


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


@pytest.fixture
def here(cast: Cast) -> str:
    return f"/club/{cast.union.club.pk}/applications/"


def _newest() -> Application:
    return Application.objects.latest("pk")


def _read(client: Client, address: str) -> str:
    return as_read(client.get(address).content.decode())


def test_without_a_kind_the_page_of_a_new_application_offers_the_choice(here: str, log_in: LogIn) -> None:
    page = _read(log_in(Role.SCORER), f"{here}new/")
    assert "What do you want to apply for?" in page
    assert f'href="{here}new/?kind=open%20event"' in page
    assert log_in(Role.SCORER).post(f"{here}new/", {"do": "save"}).status_code == 404


@pytest.mark.duty("D28", "ebu")
@pytest.mark.duty("D31", "ebu")
def test_a_draft_is_kept_shows_what_its_answers_ask_for_and_is_sent_with_a_number(here: str, log_in: LogIn) -> None:
    scorer = log_in(Role.SCORER)
    assert "Licence for an open event" in _read(scorer, here)
    new = f"{here}new/?kind=open+event&event=Summer+Pairs"
    assert 'value="Summer Pairs"' in _read(scorer, new)
    before = Application.objects.count()
    answer = scorer.post(new, {"do": "save", "event": "Summer Pairs", "charity": "yes", "tables": "dozens"})
    assert answer.status_code == 422
    page = as_read(answer.content.decode())
    assert "whole number" in page
    assert "dozens" in page
    assert "written agreement" in page
    made = _newest()
    assert (Application.objects.count(), made.answers) == (before + 1, {"event": "Summer Pairs", "charity": "yes"})
    own = f"{here}{made.pk}/"
    paper = SimpleUploadedFile("yes.pdf", b"%PDF-1.7 we agree")
    told = {**LICENCE, "charity": "yes", "told_to_competitors": "yes", "venue": ""}
    answer = scorer.post(own, {**told, "agreement": paper, "do": "send"})
    page = as_read(answer.content.decode())
    assert answer.status_code == 422
    for name in ("Where is it played?", "how the organiser is paid", "amount of the donation"):
        assert f"{name}" in page
    assert "yes.pdf is kept" in page
    made.refresh_from_db()
    assert (made.state, made.papers.count()) == (State.DRAFT, 1)
    rest = {name: SimpleUploadedFile("it.txt", b"words") for name in ("remuneration", "donation")}
    answer = scorer.post(own, {**told, **rest, "venue": "Hall", "do": "send"}, follow=True)
    made.refresh_from_db()
    assert made.state == State.SENT
    assert f"Its number is {made.number}" in answer.content.decode()
    kept = made.papers.get(question="agreement")
    file = scorer.get(f"{own}papers/{kept.pk}/")
    assert file.content == b"%PDF-1.7 we agree"
    assert "attachment" in file.headers["Content-Disposition"]


def test_a_draft_can_be_thrown_away_and_what_was_sent_withdrawn(cast: Cast, here: str, log_in: LogIn) -> None:
    scorer = log_in(Role.SCORER)
    scorer.post(f"{here}new/?kind=scale", {"do": "save", "event": "Barometer"})
    scorer.post(f"{here}{_newest().pk}/", {"do": "discard"})
    assert not Application.objects.filter(title="Barometer").exists()
    made = sent(cast.union)
    scorer.post(f"{here}{made.pk}/", {"do": "withdraw"})
    made.refresh_from_db()
    assert made.state == State.WITHDRAWN


def test_the_county_answers_and_a_no_needs_a_reason(cast: Cast, here: str, log_in: LogIn) -> None:
    made = sent(cast.union)
    county, own = log_in(Role.COUNTY), f"{here}{made.pk}/"
    assert made.title in _read(county, f"/club/{cast.union.county.pk}/applications/")
    assert "Do you support it?" in _read(county, own)
    assert "Do you support it?" not in _read(log_in(Role.SCORER), own)
    assert log_in(Role.SCORER).post(own, {"do": "support"}).status_code == 403
    answer = county.post(own, {"do": "oppose", "why": ""})
    assert answer.status_code == 422
    assert "There is no reason yet." in answer.content.decode()
    county.post(own, {"do": "oppose", "why": "Too near our own"})
    assert "Too near our own" in _read(log_in(Role.OFFICE), f"/office/applications/{made.pk}/")


@pytest.mark.duty("D29", "ebu")
def test_the_office_grants_with_the_status_and_the_licence_is_printed(cast: Cast, here: str, log_in: LogIn) -> None:
    made = sent(cast.union)
    office, own = log_in(Role.OFFICE), f"/office/applications/{made.pk}/"
    assert made.number in _read(office, "/office/applications/")
    page = _read(office, own)
    assert "Status on the licence" in page
    assert "not known" in page
    assert office.post(own, {"do": "grant"}).status_code == 422
    answer = office.post(own, {"do": "grant", "status": "district"})
    assert "has not answered yet" in answer.content.decode()
    office.post(own, {"do": "grant", "status": "district", "why": "agreed by telephone", "number": "L-90"})
    licence = Licence.objects.get(number="L-90")
    assert licence.states == {"status": "district"}
    assert "Licence L-90" in _read(log_in(Role.SCORER), f"{here}{made.pk}/licence/")
    assert "L-90" in _read(office, "/office/applications/licences/")
    assert made.title in _read(office, "/office/applications/?state=granted")


def test_a_refusal_needs_a_reason_and_shows_its_clause(cast: Cast, here: str, log_in: LogIn) -> None:
    made = sent(cast.union)
    office, own = log_in(Role.OFFICE), f"/office/applications/{made.pk}/"
    assert office.post(own, {"do": "refuse"}).status_code == 422
    office.post(own, {"do": "refuse", "why": "No director", "clause": "1.7.14"})
    page = _read(log_in(Role.SCORER), f"{here}{made.pk}/")
    assert "No director" in page
    assert "1.7.14" in page
    assert log_in(Role.COUNTY).post(f"{here}{made.pk}/", {"do": "grant", "status": "club"}).status_code in (403, 422)
    made.refresh_from_db()
    assert made.state == State.REFUSED


@pytest.mark.duty("D30", "ebu")
@pytest.mark.duty("D32", "ebu")
def test_conditions_are_declared_and_papers_ticked_off(
    cast: Cast, here: str, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "now", lambda: LATER)
    own, office = f"{here}{cast.application}/", log_in(Role.OFFICE)
    scorer = log_in(Role.SCORER)
    answer = scorer.post(f"{own}conditions/", {"appeals": "no", "best_prize": "a car"})
    assert answer.status_code == 422
    assert "a car" in answer.content.decode()
    assert scorer.post(f"{own}conditions/", {"appeals": "no", "best_prize": "100"}).status_code == 302
    assert log_in(Role.COUNTY).post(f"{own}conditions/", {"appeals": "yes"}).status_code == 403
    assert "not met" in _read(office, f"/office/applications/{cast.application}/")
    assert "30 days overdue" in _read(scorer, own)
    assert "licence fee" in _read(office, "/office/applications/overdue/")
    came = {"papers": ["licence fee", "results file"], "day": "2026-09-30"}
    assert office.post(f"/office/applications/{cast.application}/came/", came).status_code == 302
    assert "came late, 30 September 2026" in _read(scorer, own)
    again = sent(cast.union)
    Application.objects.filter(pk=again.pk).update(sent_at=LATER)
    assert "Papers of earlier licences that were late" in _read(office, f"/office/applications/{again.pk}/")


def test_a_licence_is_revoked_with_a_reason(cast: Cast, log_in: LogIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: datetime(2026, 7, 20, 9, tzinfo=UTC))
    office, address = log_in(Role.OFFICE), f"/office/applications/{cast.application}/revoke/"
    assert office.post(address, {"reason": ""}).status_code == 422
    office.post(address, {"reason": "Four tables", "clause": "1.7.13", "sure": "yes"})
    held = Application.objects.get(pk=cast.application).licence
    assert held is not None
    assert held.revoked_on == date(2026, 7, 20)
    assert licences.of_event(cast.union.club, date(2026, 8, 1), ()) == []
    assert "Four tables" in _read(office, f"/office/applications/{cast.application}/")


def test_the_year_before_stands_beside_an_application(cast: Cast, log_in: LogIn) -> None:
    made = sent(cast.union, {**LICENCE, "event": "Tuesday Pairs"})
    page = _read(log_in(Role.OFFICE), f"/office/applications/{made.pk}/")
    assert "16 players, 4 tables" in page


def _licensed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Oakby hold a licence for its summer pairs in August, at District status."""
    monkeypatch.setattr(access, "now", lambda: datetime(2026, 8, 3, 9, tzinfo=UTC))
    held = Application.objects.get(pk=cast.application).licence
    assert held is not None
    assert (held.event, held.begins, held.states) == ("Summer Pairs", date(2026, 8, 1), {"status": "district"})


def test_the_licence_answers_what_the_results_leave_open(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    _licensed(cast, monkeypatch)
    played = night(pairs(cast.union.players), name="Summer  pairs", begins=date(2026, 8, 1), status="")
    drafts = receive(
        cast.union.club, "summer.toml", file_of(played), cast.users[Role.SCORER], datetime(2026, 8, 3, 9, tzinfo=UTC)
    )
    (made,) = drafts
    assert made.submission is not None, made.questions
    assert made.worked is not None
    assert made.worked.assessment is not None
    assert made.worked.assessment.event.status == "district"


def test_where_the_results_tell_another_status_both_are_shown_and_one_button_takes_the_licence(
    cast: Cast, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    _licensed(cast, monkeypatch)
    played = night(pairs(cast.union.players), name="Summer Pairs", begins=date(2026, 8, 1), status="county")
    (made,) = receive(
        cast.union.club, "summer.toml", file_of(played), cast.users[Role.SCORER], datetime(2026, 8, 3, 9, tzinfo=UTC)
    )
    assert made.submission is not None
    scorer = log_in(Role.SCORER)
    address = f"/club/{cast.union.club.pk}/submissions/{made.submission.pk}/preview/"
    page = _read(scorer, address)
    assert "status: district on licence A2026-00001, county in these results" in page
    answer = scorer.post(address, {"as_licensed": "yes"}, follow=True)
    assert "county in these results" not in answer.content.decode()
    assert "District" in answer.content.decode()
