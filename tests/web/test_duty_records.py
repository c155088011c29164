"""Duties about players and their points, under handbooks that no other test walks: from a file to the year's report."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.engine.event import Player as Seated
from overtrick.formats import points_list
from overtrick.formats.points_list import PointsLine
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.corrections.models import Proposal
from overtrick.register.membership.models import Visitor
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import contacts
from overtrick.register.queries.models import Query
from overtrick.register.ranks import close_month
from overtrick.register.ranks.models import Promotion
from overtrick.register.tasks import worker
from overtrick.web import access
from tests.register import office
from tests.register.ranks.test_close_month import had
from tests.register.season import AT, ROLE, Union, balance, file_of, members, night, pairs, submitted
from tests.web.cast import PASSWORD
from tests.web.club.hand import Form
from tests.web.conftest import browser
from tests.web.pages import text

TODAY = datetime(2026, 7, 10, 9, tzinfo=UTC)
#: What a night is called, in which colour it is paid, and what somebody has who is about to be promoted by it.
CLUB_NIGHTS = {
    "abf": ("E", "green", 199),
    "sbu": ("club", "local", 199),
    "scba": ("club", "local", 199),
    "wbu": ("club", "local", 199),
}


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


def _player(here: Union) -> Client:
    """Give the first player a browser."""
    account = office.user("ado")
    account.player = here.players[0]
    account.save()
    return browser(account)


def _secretary(here: Union) -> Client:
    """Give somebody who is the club's secretary a browser."""
    account = office.user("hana")
    officers.appoint(here.club, account, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    return browser(account)


def _clerk(here: Union) -> Client:
    """Give the clerk a browser, and a password to show who acts."""
    here.clerk.set_password(PASSWORD)
    here.clerk.save()
    return browser(here.clerk)


@pytest.mark.duty("D01", "scba")
@pytest.mark.duty("D04", "abf", "scba")
@pytest.mark.duty("D41", "abf", "sbu", "scba", "wbu")
@pytest.mark.duty("D44", "abf")
@pytest.mark.duty("D45", "abf", "sbu", "scba", "wbu")
@pytest.mark.duty("D47", "abf")
@pytest.mark.duty("D55", "scba")
@pytest.mark.parametrize("handbook", CLUB_NIGHTS)
def test_a_night_goes_from_its_file_to_record_promotion_and_reports(
    opened: Union, handbook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "now", lambda: AT)
    status, colour, before = CLUB_NIGHTS[handbook]
    ado = opened.players[0]
    brought: dict[str, Any] = {colour: before}
    had(opened, ado, **brought)
    scorer, clerk, player = browser(opened.scorer), _clerk(opened), _player(opened)
    club = f"/club/{opened.club.pk}/"
    played = file_of(night(pairs(opened.players), status=status), handbook)
    scorer.post(f"{club}upload/", {"files": [SimpleUploadedFile("tuesday.yaml", played)]})
    draft = Submission.objects.get()
    preview = f"{club}submissions/{draft.pk}/preview/"
    shown = scorer.get(preview)
    assert "Ado Bem & Cor Dax" in text(shown)
    scorer.post(preview, {})
    won = balance(ado, colour) - before
    assert won > 0

    monkeypatch.setattr(access, "now", lambda: TODAY)
    clerk.post("/office/months/2026-05/close/")
    worker.work(once=True)
    assert "May 2026 is closed" in text(clerk.get("/office/months/2026-05/"))
    promoted = Promotion.objects.get(player=ado)
    assert promoted.rank in text(clerk.get("/office/promotions/"))
    assert promoted.rank in text(player.get("/record/"))

    entry = ado.entries.get(posting__submission=draft).number
    player.post(f"/record/ask/{entry}/", {"text": "Did we not win more?"})
    asked = Query.objects.get()
    scorer.post(f"/queries/{asked.pk}/", {"text": "It is as the handbook says."})
    assert "It is as the handbook says." in text(player.get(f"/queries/{asked.pk}/"))

    report = text(clerk.get(f"{club}reports/?period=2026-05"))
    assert "Tuesday pairs" in report
    assert promoted.rank in report
    year = text(clerk.get(f"{club}reports/?period=2026"))
    assert ("1.3.1" in year) is (handbook == "scba")


@pytest.mark.duty("D02", "wbu")
@pytest.mark.parametrize("handbook", ["wbu"])
def test_gold_points_have_their_page_in_wales(opened: Union) -> None:
    more = members(opened.federation, opened.club, [f"Ba{one}l Be{two}n" for one in "aeiou" for two in "aeioubcd"])
    facts = (("points", "green"), ("green event", "pairs"), ("category", "A"))
    played = night(pairs([*opened.players, *more]), name="Great congress", status="area", facts=facts)
    (stage,) = played.stages
    long = stage._replace(schedule=stage.schedule._replace(boards=48, sessions=(24, 24)))
    area = opened._replace(club=opened.county, scorer=opened.secretary)  # no green points below area level
    waits = submitted(area, played._replace(stages=(long,))).submission
    _clerk(opened).post(f"/office/submissions/{waits.pk}/approve/", {"allowed": "The licence is on its way"})
    page = text(_player(opened).get("/record/gold/"))
    assert "still provisional it will be <strong>1.20</strong>" in page  # a fifth of 6.00 green


@pytest.mark.duty("D05", "wbu")
@pytest.mark.duty("D10", "wbu")
@pytest.mark.parametrize("handbook", ["wbu"])
def test_a_player_and_then_the_club_change_details(opened: Union) -> None:
    ado, home = opened.players[0], {"address": "1 High Street", "telephone": "01234 567890", "email": "ado@example.org"}
    assert _player(opened).post("/record/details/", home).status_code == 302
    assert contacts.details_of(ado, access.today()).telephone == "01234 567890"
    moved = {**home, "telephone": "02345 678901", "given": "Ado", "family": "Bem"}
    assert _secretary(opened).post(f"/club/{opened.club.pk}/members/{ado.pk}/details/", moved).status_code == 302
    assert contacts.details_of(ado, access.today()).telephone == "02345 678901"


@pytest.mark.duty("D06", "ebu", "scba")
@pytest.mark.parametrize(("handbook", "scheme", "clause"), [("ebu", "SBU", "2.2.1 p2"), ("scba", "ABF", "1.2.1")])
def test_points_of_another_scheme_are_foreseen_by_their_clause(opened: Union, scheme: str, clause: str) -> None:
    clerk, address = _clerk(opened), f"/office/players/{opened.players[1].number}/union/"
    given = {"way": "in", "scheme": scheme, "number": "77", "day": "2026-07-01", "points_local": "120"}
    given |= {"closed_there": "on"}
    assert clause in text(clerk.post(address, given))
    clerk.post(address, {**given, "sure": "yes", "own_password": PASSWORD})
    assert Proposal.objects.exists() is (scheme == "SBU")  # Singapore has settled no scale yet


@pytest.mark.duty("D11", "wbu")
@pytest.mark.parametrize("handbook", ["wbu"])
def test_a_player_belongs_to_an_area_besides(opened: Union) -> None:
    second = office.organisation(opened.federation, "55", "Midshire", Organisation.Kind.REGION, opened.national)
    page, clerk = f"/office/players/{opened.players[0].number}/", _clerk(opened)
    given = {"what": "besides", "county": second.pk, "begins": "2026-06-01", "sure": "yes"}
    assert clerk.post(f"{page}county/", given).status_code == 302
    assert "Midshire" in text(clerk.get(page))


@pytest.mark.duty("D12", "abf")
@pytest.mark.parametrize("handbook", ["abf"])
def test_a_visitor_from_overseas_gets_a_number_in_the_club_of_the_country(opened: Union) -> None:
    office.organisation(opened.federation, "90", "Foreign Players Club", Organisation.Kind.CLUB, opened.county)
    address = f"/club/{opened.club.pk}/members/visitor/"
    typed = {"given": "Zeb", "family": "Quill", "country": "Fiji"}
    assert _secretary(opened).post(address, typed).status_code == 302
    assert Visitor.objects.get().number in text(browser(opened.clerk).get("/office/players/?q=Quill"))


@pytest.mark.duty("D14", "abf", "scba", "wbu")
@pytest.mark.parametrize("handbook", ["abf", "scba", "wbu"])
def test_points_of_somebody_unknown_wait_until_the_office_knows_whose_they_are(opened: Union, handbook: str) -> None:
    status, colour, _before = CLUB_NIGHTS[handbook]
    best, *others = pairs(opened.players[2:])
    submitted(opened, night([(Seated("Zeb Quill"), best[1]), *others], status=status))
    clerk, held = _clerk(opened), HeldCredit.objects.get()
    assert "Zeb Quill" in text(clerk.get("/office/held/"))
    who = office.person("Zeb Quill", club=opened.club)
    clerk.post(f"/office/held/{held.pk}/", {"number": who.number})
    assert balance(who, colour) > 0
    assert not held_credits.waiting().exists()


@pytest.mark.duty("D16", "sbu", "wbu")
@pytest.mark.parametrize("handbook", ["sbu", "wbu"])
def test_a_club_names_who_submits_for_it(opened: Union) -> None:
    secretary, page = _secretary(opened), f"/club/{opened.club.pk}/officers/"
    secretary.post(f"{page}new/", {"who": "nia@example.org", "name": "Nia Ost"})
    assert "End the role of Nia Ost" in text(secretary.get(page))


@pytest.mark.duty("D40", "abf")
@pytest.mark.parametrize("handbook", ["abf"])
def test_a_named_event_of_the_nation_is_not_for_a_club_to_name(opened: Union) -> None:
    submission = submitted(opened, night(pairs(opened.players), status="E")).submission
    kind = text(browser(opened.scorer).get(f"/club/{opened.club.pk}/submissions/{submission.pk}/kind/"))
    assert "not for Oakby to name" in kind


@pytest.mark.duty("D48", "abf")
@pytest.mark.parametrize("handbook", ["abf"])
def test_the_national_files_are_made_and_downloaded(opened: Union) -> None:
    clerk = _clerk(opened)
    clerk.post("/downloads/")
    worker.work(once=True)
    page = text(clerk.get("/downloads/"))
    assert "players.csv" in page


@pytest.mark.duty("D42", "ebu")
@pytest.mark.parametrize("handbook", ["ebu"])
def test_a_file_that_only_adds_points_is_shown_with_its_code_and_waits(opened: Union) -> None:
    ado, scorer, club = opened.players[0], browser(opened.scorer), f"/club/{opened.club.pk}/"
    points = points_list.write([PointsLine(ado.number, str(ado), "local", "12", 12)])
    shown = scorer.post(f"{club}upload/", {"files": [SimpleUploadedFile("points.csv", points)]}, follow=True)
    word = next(each for each in Form(shown.content.decode()).sent.values() if each.endswith(" date"))
    scorer.post(shown.redirect_chain[-1][0], {"asked": word, word: "2026-05-30"})
    sent = Submission.objects.get()
    assert sent.kind == Submission.Kind.POINTS
    assert "code 02" in text(scorer.get(f"{club}submissions/{sent.pk}/preview/"))


@pytest.mark.duty("D43", "abf")
@pytest.mark.parametrize("handbook", ["abf"])
def test_points_on_paper_are_typed_beside_the_members(opened: Union) -> None:
    ado, scorer, club = opened.players[0], browser(opened.scorer), f"/club/{opened.club.pk}/"
    typed = {"event": "Tuesday pairs", "day": "2026-05-30", "colour": "green", f"points-{ado.pk}": "0.42"}
    scorer.post(f"{club}by-hand/points/", typed)
    sent = Submission.objects.get()
    assert [row[2:] for row in sent.claims] == [[ado.number, "green", 42]]
    assert "0.42" in text(scorer.get(f"{club}submissions/{sent.pk}/preview/"))


@pytest.mark.duty("D40", "abf")
@pytest.mark.clause("abf", "App A: Restricted competition")
@pytest.mark.parametrize("handbook", ["abf"])
def test_a_start_list_says_who_has_too_many_points_for_a_restricted_event(opened: Union) -> None:
    for player, units in zip(opened.players, (30_000, 29_999), strict=False):
        had(opened, player, green=units)
    close_month.close(opened.federation, date(2026, 5, 1), opened.clerk, TODAY)
    told = {"people": "\n".join(each.number for each in opened.players[:2]), "day": "2026-06-15", "event": "restricted"}
    page = text(browser(opened.scorer).post(f"/club/{opened.club.pk}/start-list/", told))
    assert "No: 300.00 points, must be fewer than 300.00" in page
    assert "Yes: 299.99 points, must be fewer than 300.00" in page


@pytest.mark.duty("D41", "wbu")
@pytest.mark.clause("wbu", "Preface p3")
@pytest.mark.parametrize("handbook", ["wbu"])
def test_a_file_of_an_event_that_began_before_the_edition_is_refused_with_its_first_day(opened: Union) -> None:
    scorer, club = browser(opened.scorer), f"/club/{opened.club.pk}/"
    for day, refused in ((date(2019, 7, 31), True), (date(2019, 8, 1), False)):
        played = file_of(night(pairs(opened.players), begins=day), "wbu")
        sent = scorer.post(f"{club}upload/", {"files": [SimpleUploadedFile("it.yaml", played)]}, follow=True)
        assert ("the earliest starts on 2019-08-01" in text(sent)) is refused


@pytest.mark.duty("D47", "abf")
@pytest.mark.clause("abf", "1.4.3/daily", "1.4.3/monthly")
@pytest.mark.parametrize("handbook", ["abf"])
def test_a_club_is_told_day_by_day_what_its_members_won_elsewhere_and_finds_certificates_and_bills(
    opened: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)
    (guest,) = members(opened.federation, opened.other, ["Zeb Quill"])
    had(opened, guest, green=199)
    seats = [(Seated(str(guest), guest.number), *first[1:]) if at == 0 else first
             for at, first in enumerate(pairs(opened.players))]  # fmt: skip
    submitted(opened, night(seats, status="E"))
    close_month.close(opened.federation, date(2026, 5, 1), opened.clerk, TODAY)
    secretary = office.user("elmby-secretary")
    officers.appoint(opened.other, secretary, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    reports = f"/club/{opened.other.pk}/reports/"
    for period in ("2026-05-13", "2026-05"):
        page = text(browser(secretary).get(f"{reports}?period={period}"))
        assert "Credited from events of others" in page
        assert "Tuesday pairs" in page
    assert f'href="/club/{opened.other.pk}/money/"' in page
    code = Promotion.objects.get(player=guest).code
    assert code in page
    assert "Zeb Quill" in text(browser(secretary).get("/certificates/", {"code": code}))
    assert str(guest) in text(browser(opened.clerk).get("/office/cards/2026/"))
