"""Clubs tell once, before the deadline, who does not renew; the run lets those lapse, whole or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit import trail
from overtrick.register.calendar.items import Asked, items
from overtrick.register.federation_settings import setup
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.membership import bulk_lapse, renewal
from overtrick.register.membership.models import Declaration, YearRun
from overtrick.register.people import clubs, contacts, standings
from overtrick.register.people.models import Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.people.conftest import make

if TYPE_CHECKING:
    from pytest_django import Settings

    from overtrick.register.organisations.models import Organisation
    from overtrick.register.people.models import Player
    from tests.register.people.conftest import Union

Status = Standing.Status
FEBRUARY = datetime(2026, 2, 20, 9, tzinfo=UTC)
MIDDAY = datetime(2026, 3, 31, 12, tzinfo=UTC)
APRIL = date(2026, 4, 1)


@pytest.fixture
def ado(south: Union) -> Player:
    return office.person("Ado Bem", club=south.oakby)


@pytest.fixture
def cor(south: Union) -> Player:
    return office.person("Cor Dax", club=south.oakby)


def _status(player: Player, on: date) -> Status | None:
    return standings.on_day(player, on).status


@pytest.mark.clause("abf", "1.3.2/1")
@pytest.mark.clause("abf", "1.4.2/2")
def test_a_declaration_is_taken_until_midday_and_not_after(south: Union, ado: Player) -> None:
    with pytest.raises(renewal.NotDeclared):
        renewal.declare(south.oakby, [ado.pk], actor=None, at=MIDDAY + timedelta(seconds=1))
    renewal.declare(south.oakby, [ado.pk], actor=None, at=MIDDAY)
    assert Declaration.objects.get().year == 2026


@pytest.mark.clause("abf", "App C: 7 cancellations")
def test_on_the_last_working_day_the_whole_day_counts_where_that_was_chosen(south: Union, ado: Player) -> None:
    chosen = {"cancellation_deadline": "last working day of March"}
    setup.change(south.federation, setup.Ways(settings=chosen), actor=None, at=office.AT)
    south.federation.refresh_from_db()
    with scope(federation=south.federation):
        found = renewal.renewal_of(2026)
        assert found is not None
        assert (found.last_day, found.until_midday) == (date(2026, 3, 31), False)
        renewal.declare(south.oakby, [ado.pk], actor=None, at=MIDDAY.replace(hour=18))


@pytest.mark.clause("abf", "App C: 7 cancellations")
def test_a_club_tells_once(south: Union, ado: Player, cor: Player) -> None:
    renewal.declare(south.oakby, [ado.pk], actor=None, at=FEBRUARY)
    with pytest.raises(renewal.NotDeclared, match="already lodged"):
        renewal.declare(south.oakby, [cor.pk], actor=None, at=FEBRUARY)
    assert trail.about(south.oakby)[0].after == {"year": 2026, "cancelled": [ado.number]}


@pytest.mark.parametrize("at", [datetime(2025, 12, 31, 9, tzinfo=UTC), datetime(2026, 4, 1, 9, tzinfo=UTC)])
def test_outside_the_time_nobody_is_cancelled(south: Union, ado: Player, at: datetime) -> None:
    with pytest.raises(renewal.NotDeclared, match="Nobody can be cancelled now"):
        renewal.declare(south.oakby, [ado.pk], actor=None, at=at)


def test_only_home_members_are_cancelled(south: Union) -> None:
    guest = office.person("Esk Fil", club=south.ashby)
    clubs.add_alternate(guest, south.oakby, office.NEW_YEAR, actor=None, at=office.AT)
    with pytest.raises(renewal.NotDeclared, match="not a home member"):
        renewal.declare(south.oakby, [guest.pk], actor=None, at=FEBRUARY)


@pytest.mark.clause("abf", "1.3.1/2")
@pytest.mark.clause("abf", "1.3.2/1")
def test_the_run_lets_the_cancelled_lapse_and_renews_all_others_and_again_changes_nothing(
    south: Union, ado: Player, cor: Player
) -> None:
    silent = office.person("Esk Fil", club=south.ashby)
    renewal.declare(south.oakby, [ado.pk], actor=None, at=FEBRUARY)
    shown = renewal.rehearse(2026, FEBRUARY.date())
    assert (shown.renewed, shown.lapsing, shown.unheard, shown.done) == (2, (ado,), (south.ashby,), None)
    with pytest.raises(renewal.NoRenewal, match="Clubs can tell until 2026-03-31"):
        renewal.run(2026, actor=None, at=MIDDAY)
    done = renewal.run(2026, actor=None, at=MIDDAY + timedelta(minutes=1))
    assert done.counts == {"renewed": 2, "lapsed": 1, "clubs_unheard": 1}
    assert _status(ado, APRIL - timedelta(days=1)) is Status.REGISTERED
    assert _status(ado, APRIL) is Status.LAPSED
    assert [_status(each, APRIL) for each in (cor, silent)] == [Status.REGISTERED] * 2
    assert clubs.clubs_of(ado, APRIL) == (None, ())
    standings_before = Standing.objects.count()
    again = renewal.run(2026, actor=None, at=MIDDAY + timedelta(days=9))
    assert again.pk == done.pk
    assert Standing.objects.count() == standings_before


def test_whoever_was_cancelled_and_moved_to_another_club_is_renewed_there(south: Union, ado: Player) -> None:
    renewal.declare(south.oakby, [ado.pk], actor=None, at=FEBRUARY)
    clubs.transfer(ado, south.ashby, date(2026, 3, 1), actor=None, at=office.AT)
    renewal.run(2026, actor=None, at=MIDDAY + timedelta(minutes=1))
    assert _status(ado, APRIL) is Status.REGISTERED


def test_a_run_that_fails_leaves_nothing(south: Union, ado: Player, cor: Player) -> None:
    renewal.declare(south.oakby, [ado.pk, cor.pk], actor=None, at=FEBRUARY)

    def stop(done: int, _of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        renewal.run(2026, actor=None, at=MIDDAY + timedelta(minutes=1), progress=stop)
    assert not YearRun.objects.exists()
    assert [_status(each, APRIL) for each in (ado, cor)] == [Status.REGISTERED] * 2


def test_those_who_lapse_are_told_where_we_have_an_address(
    south: Union, ado: Player, cor: Player, settings: Settings
) -> None:
    settings.MAIL = from_url("smtp://mail.example.org", "office@example.org", settings.HOME)
    contacts.change_email(ado, "ado@example.org", actor=None, at=FEBRUARY)
    renewal.declare(south.oakby, [ado.pk, cor.pk], actor=None, at=FEBRUARY)
    renewal.run(2026, actor=None, at=MIDDAY + timedelta(minutes=1))
    letter = Letter.objects.get()
    assert (letter.to, letter.kind) == ("ado@example.org", "lapsed")
    assert "2026-04-01" in letter.text


@pytest.mark.parametrize("handbook", ["ebu", "wbu", "scba", "sbu"])
@pytest.mark.django_db
def test_where_the_handbook_is_silent_there_is_no_renewal_until_the_office_chooses_a_year(handbook: str) -> None:
    union = make("west", handbook)
    with scope(federation=union.federation):
        player = office.person("Ado Bem", club=union.oakby)
        assert renewal.open_for(FEBRUARY.date()) is None
        with pytest.raises(renewal.NoRenewal):
            renewal.rehearse(2026, FEBRUARY.date())
        chosen = {"membership_year": "1 April"}
        setup.change(union.federation, setup.Ways(settings=chosen), actor=None, at=office.AT)
    union.federation.refresh_from_db()
    with scope(federation=union.federation):
        renewal.declare(union.oakby, [player.pk], actor=None, at=MIDDAY.replace(hour=23))
        renewal.run(2026, actor=None, at=datetime(2026, 4, 1, 1, tzinfo=UTC))
        assert _status(player, APRIL) is Status.LAPSED


def test_a_list_of_numbers_lapses_as_a_whole_or_not_at_all(north: Union) -> None:
    ado, cor = (office.person(name, club=north.oakby) for name in ("Ado Bem", "Cor Dax"))
    text = f"number,name\n{ado.number},Ado Bem\n{ado.number}\n{cor.number};Cor Dax\n999999\n"
    asked = bulk_lapse.rehearse(bulk_lapse.numbers_in(text), APRIL)
    assert (asked.lapsing, asked.unknown) == ((ado, cor), ("999999",))
    with pytest.raises(bulk_lapse.CannotLapse, match="999999"):
        bulk_lapse.carry_out(asked, "not paid", actor=None, at=office.AT)
    assert _status(ado, APRIL) is Status.REGISTERED
    good = bulk_lapse.rehearse([ado.number, cor.number], APRIL)
    assert bulk_lapse.carry_out(good, "not paid", actor=None, at=office.AT) == 2
    again = bulk_lapse.rehearse([ado.number, cor.number], APRIL)
    assert (again.lapsing, again.already) == ((), (ado, cor))


@pytest.mark.clause("abf", "1.4.2/2")
def test_the_calendar_reminds_a_club_until_it_has_told_and_the_office_until_it_has_renewed(
    south: Union, ado: Player
) -> None:
    def pages(where: Organisation | None, at: datetime) -> list[str]:
        return [each.page for each in items(Asked(south.federation, where, at), 60) if "renewal" in each.page]

    assert pages(south.oakby, FEBRUARY) == ["club-renewal"]
    renewal.declare(south.oakby, [ado.pk], actor=None, at=FEBRUARY)
    assert pages(south.oakby, FEBRUARY) == []
    assert pages(None, FEBRUARY) == ["office-renewal"]
    renewal.run(2026, actor=None, at=MIDDAY + timedelta(minutes=1))
    assert pages(None, MIDDAY + timedelta(minutes=1)) == []
