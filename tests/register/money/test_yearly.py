"""Yearly fees and copies of a record: rehearsed or shown first, charged once, proved, and never a player for points."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick import handbooks
from overtrick.handbooks import money as handbook_money
from overtrick.register.extracts import extract
from overtrick.register.extracts.copy_check import wrong_copies
from overtrick.register.extracts.models import Extract
from overtrick.register.money import accounts, charging, record_copies, registrations, yearly
from overtrick.register.money.cause_check import wrong_causes
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import amount_of
from overtrick.register.money.yearly import NothingYearly
from overtrick.register.organisations import affiliation, licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.people import clubs, merge_records, registration, reinstate, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list import apply_changes, compare, parse
from overtrick.register.people.models import Standing
from overtrick.register.scoping import scope, scopes_disabled
from tests.register import office
from tests.register.money.treasury import begun, entered, moment
from tests.register.season import AT, NIGHT, members, union

if TYPE_CHECKING:
    from overtrick.engine.numbers import Exact
    from overtrick.register.people.models import Player
    from tests.register.season import Union

SEPTEMBER, NEW_YEAR, APRIL = date(2026, 9, 1), date(2026, 1, 1), date(2026, 4, 1)
IN_SEPTEMBER = moment(date(2026, 9, 3))
#: Published by the SBU for 2023; the affiliation is invented.
SBU = (
    NewRow("adult member a season", "member", 1200),
    NewRow("junior member a season", "member", 600),
    NewRow("affiliation of a club a season", "club", 3000),
)


def founded(slug: str, handbook: str, *rows: NewRow) -> Iterator[Union]:
    federation = office.federation(slug, handbook)
    with scope(federation=federation):
        here = union(federation)
        begun(here, NEW_YEAR)
        entered(here, date(2026, 2, 2), *rows)
        yield here


@pytest.fixture
def scotland(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    yield from founded("scots", "sbu", *SBU)


@pytest.fixture
def singapore(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    corporate = NewRow("corporate member a year", "club", 10000)
    yield from founded("far", "scba", NewRow("copy of a record", "record", 500), corporate)


def total() -> Exact:
    return sum(amount_of(each) for each in Charge.objects.all())


def wrong() -> list[str]:
    with scopes_disabled():
        return [each.where for each in (*wrong_causes(), *wrong_copies())]


# --- Yearly fees ------------------------------------------------------------------------------------------------------


def test_a_scottish_club_pays_for_members_and_affiliation_once_a_season(scotland: Union) -> None:
    here = scotland
    listed = yearly.rehearse(SEPTEMBER, actor=here.clerk, at=IN_SEPTEMBER)
    assert [(str(each.club), dict(each.season.members), len(each.new)) for each in listed] == [
        ("Elmby", {}, 1),
        ("Oakby", {"adult": 16}, 2),
    ]
    assert not Charge.objects.exists()
    assert len(yearly.charge_year(SEPTEMBER, actor=here.clerk, at=IN_SEPTEMBER)) == 3
    assert total() == 16 * 1200 + 2 * 3000
    assert {(each.run, each.billed, each.clause) for each in Charge.objects.all()} == {
        ("year", SEPTEMBER, "intro.licence")
    }
    assert yearly.charge_year(SEPTEMBER, actor=here.clerk, at=IN_SEPTEMBER) == []
    assert wrong() == []


def test_whoever_is_entered_later_for_the_first_day_is_charged_as_the_difference(scotland: Union) -> None:
    here = scotland
    yearly.charge_year(SEPTEMBER, actor=here.clerk, at=IN_SEPTEMBER)
    members(here.federation, here.club, ["Tam Ulo"])
    assert wrong() == ["charges of Oakby"]  # until the year is charged again
    made = yearly.charge_year(SEPTEMBER, actor=here.clerk, at=IN_SEPTEMBER)
    assert [each.quantity for each in made] == ["-16", "17"]
    assert total() == 17 * 1200 + 2 * 3000
    assert wrong() == []


def test_a_junior_is_somebody_below_the_age_that_the_office_chose() -> None:
    edition = handbooks.get("sbu").latest
    rules, silent = handbook_money.of(edition), edition.book(SEPTEMBER)
    young = edition.book(SEPTEMBER, {"junior_until": "25"})
    assert [rules.member_kind(young, born, SEPTEMBER) for born in (date(2001, 9, 2), date(2001, 9, 1), None)] == [
        "junior",
        "adult",
        "adult",
    ]
    assert rules.member_kind(silent, date(2020, 1, 1), SEPTEMBER) == "adult"


def test_a_club_in_singapore_pays_its_subscription_once_a_year(singapore: Union) -> None:
    here = singapore
    year = date(2027, 1, 1)
    assert yearly.year_around(date(2027, 5, 5)) == year
    yearly.charge_year(year, actor=here.clerk, at=moment(year))
    assert (total(), {each.clause for each in Charge.objects.all()}) == (20000, {"3.1.2"})


def test_a_club_that_was_not_affiliated_on_the_first_day_gets_its_charge_back(singapore: Union) -> None:
    here, year = singapore, date(2027, 1, 1)
    yearly.charge_year(year, actor=here.clerk, at=moment(year))
    affiliation.end(here.other, date(2026, 12, 31), actor=here.clerk, at=moment(year))
    assert wrong() == ["charges of Elmby"]
    listed = yearly.rehearse(year, actor=here.clerk, at=moment(year))
    assert [(str(each.club), len(each.dues), len(each.new)) for each in listed] == [("Oakby", 1, 0), ("Elmby", 0, 1)]
    yearly.charge_year(year, actor=here.clerk, at=moment(year))
    assert (total(), wrong()) == (10000, [])
    assert yearly.charge_year(year, actor=here.clerk, at=moment(year)) == []


@pytest.mark.postgres
def test_a_year_begins_on_its_day_only(scotland: Union) -> None:
    with pytest.raises(NothingYearly, match="begins on 2026-09-01"):
        yearly.charge_year(date(2026, 9, 2), actor=scotland.clerk, at=IN_SEPTEMBER)


def test_the_english_charge_nothing_once_a_year(here: Union) -> None:
    begun(here)
    with pytest.raises(NothingYearly, match="nothing once a year"):
        yearly.rehearse(SEPTEMBER, actor=here.clerk, at=IN_SEPTEMBER)


# --- Copies of a record -----------------------------------------------------------------------------------------------


def test_a_member_in_singapore_pays_for_a_copy_and_sees_the_fee_before(singapore: Union) -> None:
    here, player = singapore, singapore.players[0]
    shown = record_copies.foreseen(player, AT.date())
    assert shown is not None
    assert [(each.amount, each.clause) for each in shown.dues] == [(500, "1.6.3")]
    for _again in range(2):
        extract.make(player, NIGHT, actor=here.clerk, at=AT, on_request=True)
    charge = Charge.objects.get()
    assert (total(), charge.player, charge.account.player, charge.run) == (500, player, player, "as processed")
    extract.make(player, NIGHT - timedelta(days=1), actor=here.clerk, at=AT)  # the card of a batch
    assert (total(), wrong()) == (500, [])
    extract.make(player, NIGHT - timedelta(days=2), actor=here.clerk, at=AT, on_request=True)
    assert (total(), wrong()) == (1000, [])


def test_a_copy_whose_charge_is_gone_and_a_charge_without_a_copy_are_named(singapore: Union) -> None:
    here, player = singapore, singapore.players[0]
    extract.make(player, NIGHT, actor=here.clerk, at=AT, on_request=True)
    taken_away(Charge.objects.get())
    assert wrong() == [f"charges of member {player.number}"]
    Extract.objects.all().delete()
    assert wrong() == []
    record_copies.charge_copy(player, actor=here.clerk, at=AT)
    assert wrong() == [f"charges of member {player.number}"]


def test_whoever_is_no_member_pays_nothing_and_is_offered_nothing(singapore: Union) -> None:
    visitor = office.person("Una Wex", status=Standing.Status.VISITOR)
    assert record_copies.foreseen(visitor, AT.date()) is None
    extract.make(visitor, NIGHT, actor=singapore.clerk, at=AT, on_request=True)
    assert not Charge.objects.exists()


def test_no_player_is_ever_charged_in_scotland(scotland: Union) -> None:
    player = scotland.players[0]
    assert record_copies.foreseen(player, AT.date()) is None
    extract.make(player, NIGHT, actor=scotland.clerk, at=AT, on_request=True)
    assert accounts.existing(player) is None


# --- The proof --------------------------------------------------------------------------------------------------------


def taken_away(charge: Charge) -> None:
    """Take a charge back that stands, as nobody of the office would."""
    charging.keep([charging.reversal(charge, None, NIGHT, "nobody said so")])


@pytest.fixture
def australia(down_under: Union) -> Union:
    """A club with somebody new, somebody who came back, and a roll that was charged."""
    here = down_under
    begun(here, date(2026, 1, 2))
    at = moment(APRIL)
    new = Applicant("Tam", "Ulo")
    registration.register(new, date(2026, 4, 2), club=here.club, actor=here.clerk, at=at)
    back = here.players[0]
    standings.change(back, Standing.Status.LAPSED, date(2026, 4, 3), actor=here.clerk, at=at)
    reinstate.register_again(back, here.other, date(2026, 4, 20), actor=here.clerk, at=at)
    registrations.charge_roll(date(2026, 3, 31), actor=here.clerk, at=at)
    return here


def test_members_and_rolls_are_proved(australia: Union) -> None:
    here = australia
    causes = [each.cause for each in Charge.objects.order_by("pk")]
    assert causes == ["registration"] * 3 + ["roll"] * 16  # capitation and commission, capitation, and the roll
    assert wrong() == []
    merge_records.merge(here.players[2], here.players[3], "one person", actor=here.clerk, at=AT)
    assert wrong() == []
    assert registrations.charge_roll(date(2026, 3, 31), actor=here.clerk, at=AT) == []


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (date(2026, 3, 30), "no-such-roll"),
        (date(2026, 4, 1), "no-such-roll"),
        (date(2027, 3, 31), "roll-to-come"),
        (date(2025, 3, 31), "roll-before-charging"),
    ],
)
def test_nobody_is_charged_for_two_rolls_of_a_year_or_for_one_to_come(australia: Union, day: date, code: str) -> None:
    before = Charge.objects.count()
    for service in (registrations.rehearse_roll, registrations.charge_roll):
        with pytest.raises(registrations.NoRoll) as refused:
            service(day, actor=australia.clerk, at=AT)
        assert refused.value.code == code
    assert Charge.objects.count() == before


@pytest.mark.parametrize(("cause", "at"), [("registration", 0), ("registration", 1), ("roll", 0), ("roll", -1)])
@pytest.mark.usefixtures("australia")
def test_a_member_whose_charge_is_gone_is_named(cause: str, at: int) -> None:
    charge = list(Charge.objects.filter(cause=cause).order_by("pk"))[at]
    assert charge.player is not None
    taken_away(charge)
    assert wrong() == [f"charges of member {charge.player.number}"]


@pytest.mark.parametrize("family", ["Ulo", "Bem"])
@pytest.mark.usefixtures("australia")
def test_somebody_new_or_back_of_whom_no_charge_is_left_is_named(family: str) -> None:
    gone = list(Charge.objects.filter(player__family=family, cause="registration").select_related("player"))
    for each in gone:
        taken_away(each)
    assert wrong() == [f"charges of member {each.player.number}" for each in gone[:1] if each.player]


# --- Nobody becomes a home member past the charge ---------------------------------------------------------------------


def registrations_of(player: Player) -> list[tuple[str, date, str]]:
    rows = Charge.objects.filter(player=player, cause="registration", exempt=False).order_by("pk")
    return [(str(each.account.organisation), each.caused_on, each.type) for each in rows]


CAPITATION = "capitation April to September"


def test_whoever_is_registered_without_a_club_is_charged_with_the_first_home_club(australia: Union) -> None:
    here, day = australia, date(2026, 5, 4)
    person = registration.register(Applicant("Una", "Wex"), day, actor=here.clerk, at=moment(day)).player
    assert person is not None
    assert (registrations_of(person), wrong()) == ([], [])
    clubs.join(person, here.club, date(2026, 5, 6), home=True, actor=here.clerk, at=moment(day))
    charged = [("Oakby", date(2026, 5, 6), CAPITATION), ("Oakby", date(2026, 5, 6), "commission")]
    assert (registrations_of(person), wrong()) == (charged, [])
    clubs.transfer(person, here.other, date(2026, 5, 20), actor=here.clerk, at=moment(day))
    assert (registrations_of(person), wrong()) == (charged, [])


@pytest.mark.parametrize(("home", "commission"), [(date(2026, 6, 4), True), (date(2026, 6, 5), False)])
def test_whoever_was_registered_for_more_than_a_month_is_new_to_no_club(
    australia: Union, home: date, commission: bool
) -> None:
    here, day = australia, date(2026, 5, 4)
    person = registration.register(Applicant("Una", "Wex"), day, actor=here.clerk, at=moment(day)).player
    assert person is not None
    clubs.join(person, here.club, home, home=True, actor=here.clerk, at=moment(home))
    assert ("commission" in {kind for _club, _day, kind in registrations_of(person)}, wrong()) == (commission, [])


def test_a_lapse_and_a_return_on_one_day_are_a_reactivation(australia: Union) -> None:
    here, player, day = australia, australia.players[1], date(2026, 5, 4)
    standings.lapse(player, day, actor=here.clerk, at=moment(day))
    reinstate.register_again(player, here.club, day, actor=here.clerk, at=moment(day))
    assert (registrations_of(player), wrong()) == ([("Oakby", day, CAPITATION)], [])


def test_whoever_moves_on_the_day_of_the_registration_is_charged_once(australia: Union) -> None:
    here, player, day = australia, australia.players[1], date(2026, 5, 4)
    standings.lapse(player, date(2026, 4, 10), actor=here.clerk, at=moment(day))
    reinstate.register_again(player, here.club, day, actor=here.clerk, at=moment(day))
    clubs.transfer(player, here.other, day, actor=here.clerk, at=moment(day))
    assert (registrations_of(player), wrong()) == ([("Oakby", day, CAPITATION)], [])


def test_a_potential_member_who_pays_is_charged_to_the_club_whose_list_has_them(australia: Union) -> None:
    here, day = australia, date(2026, 5, 4)
    unpaid = office.person("Una Wex", club=here.club, status=Standing.Status.POTENTIAL)
    reinstate.register_again(unpaid, None, day, actor=here.clerk, at=moment(day))
    assert (registrations_of(unpaid), wrong()) == ([("Oakby", day, CAPITATION)], [])


def test_a_members_list_that_brings_somebody_back_charges_the_club_it_names_once(australia: Union) -> None:
    here, player, at = australia, australia.players[1], moment(date(2026, 5, 4))
    standings.lapse(player, date(2026, 4, 10), actor=here.clerk, at=at)
    text = f"No,First Name,Surname,Club,Status\n{player.number},Cor,Dax,Elmby,Active\n"
    listed = compare.compare(parse.read(here.federation, "members.csv", text.encode()), date(2026, 5, 4))
    apply_changes.apply(listed, actor=here.clerk, at=at)
    assert (registrations_of(player), wrong()) == ([("Elmby", date(2026, 5, 4), CAPITATION)], [])


def test_an_overseas_member_who_moves_here_is_charged(australia: Union) -> None:
    here, player, day = australia, australia.players[1], date(2026, 5, 4)
    standings.change(player, Standing.Status.OVERSEAS, date(2026, 4, 10), actor=here.clerk, at=moment(day))
    standings.change(player, Standing.Status.REGISTERED, day, actor=here.clerk, at=moment(day))
    assert (registrations_of(player), wrong()) == ([("Oakby", day, CAPITATION)], [])


def test_a_person_with_two_records_who_comes_back_is_charged_once_and_proved(australia: Union) -> None:
    here, (keep, double), day = australia, australia.players[1:3], date(2026, 5, 4)
    standings.change(keep, Standing.Status.LAPSED, date(2026, 4, 10), actor=here.clerk, at=moment(day))
    standings.change(double, Standing.Status.LAPSED, date(2026, 4, 10), actor=here.clerk, at=moment(day))
    merge_records.merge(keep, double, "one person", actor=here.clerk, at=moment(day))
    reinstate.register_again(double, here.club, day, actor=here.clerk, at=moment(day))
    assert (registrations_of(keep), wrong()) == ([("Oakby", day, CAPITATION)], [])
    taken_away(Charge.objects.get(player=keep, cause="registration"))
    assert wrong() == [f"charges of member {keep.number}"]


def test_a_year_whose_charge_is_gone_is_named_by_its_club(scotland: Union) -> None:
    yearly.charge_year(SEPTEMBER, actor=scotland.clerk, at=IN_SEPTEMBER)
    taken_away(Charge.objects.get(account__organisation=scotland.other))
    assert wrong() == ["charges of Elmby"]


def test_a_licence_whose_charge_is_gone_or_stands_though_it_was_taken_back_is_named(here: Union) -> None:
    begun(here, NEW_YEAR)
    entered(here, NEW_YEAR, NewRow("licence a table and session", "table session", 210))
    given = Grant("L 1", "open event", NIGHT, date(2026, 6, 30), fee={"tables": "20", "sessions": "2"})
    licence = licences.grant(here.club, given, actor=here.clerk, at=AT)
    assert wrong() == []
    taken_away(Charge.objects.get())
    assert wrong() == ["charges of licence L 1"]
    licences.revoke(licence, actor=here.clerk, at=AT, reason="No director")
    assert wrong() == []
