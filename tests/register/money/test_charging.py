"""An event is charged when it is posted; another version, a return or a release changes that by further rows only."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Player as Seated
from overtrick.handbooks.money import Run
from overtrick.register import transactions
from overtrick.register.competitions import charge_check, decide, held_credits
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import submit
from overtrick.register.membership import renewal
from overtrick.register.money import charging, invoicing, pricing, registrations, tariffs
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import amount_of
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.people import clubs, merge_records, registration, reinstate
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Standing
from overtrick.register.programme.models import AttachedResult, PlannedEvent
from overtrick.register.scoping import scopes_disabled
from tests.register import office
from tests.register.money.treasury import begun, billed, charged, due, entered, moment
from tests.register.season import AT, NIGHT, night, pairs, send, submitted

if TYPE_CHECKING:
    from overtrick.engine.numbers import Exact
    from overtrick.register.competitions.models import Submission
    from tests.register.season import Union

pytestmark = pytest.mark.postgres

CLUB = "club player session"
PENCE = NewRow(CLUB, "player session", 42)
APRIL = date(2026, 4, 1)


@pytest.fixture
def bare(here: Union) -> Union:
    """A federation that charges and has entered no amount."""
    begun(here, date(2026, 1, 1))
    return here


@pytest.fixture
def charging_here(bare: Union) -> Union:
    entered(bare, date(2026, 1, 1), PENCE)
    return bare


def listed() -> list[tuple[str, str, str, bool]]:
    rows = Charge.objects.order_by("pk")
    return [(each.type, each.quantity, each.rate, each.reverses_id is not None) for each in rows]


def total() -> Fraction:
    return sum((amount_of(each) for each in Charge.objects.all()), Fraction(0))


def wrong() -> list[str]:
    with scopes_disabled():
        return [each.where for each in charge_check.wrong_charges()]


def test_an_event_is_charged_in_the_transaction_that_posts_it(charging_here: Union) -> None:
    here = charging_here
    made = submitted(here, night(pairs(here.players))).submission
    (charge,) = Charge.objects.all()
    assert listed() == [(CLUB, "16", "42", False)]
    assert (charge.submission, charge.account.organisation, charge.run) == (made, here.club, "month")
    assert (charge.tariff_day, charge.billed, charge.clause) == (NIGHT, date(2026, 5, 31), "1.3.3(a)")
    assert charge.row is not None
    assert wrong() == []


def test_the_same_again_charges_nothing_and_another_version_reverses_and_charges(charging_here: Union) -> None:
    here = charging_here
    event = night(pairs(here.players))
    submitted(here, event)
    submitted(here, night(pairs(here.players[:14])), replace=True)
    assert listed() == [(CLUB, "16", "42", False), (CLUB, "-16", "42", True), (CLUB, "14", "42", False)]
    submitted(here, night(list(reversed(pairs(here.players[:14])))), replace=True)
    assert len(listed()) == 3
    assert [total(), wrong()] == [14 * 42, []]


def test_a_return_takes_the_charge_back_and_what_was_replaced_costs_again(charging_here: Union) -> None:
    here = charging_here
    submitted(here, night(pairs(here.players)))
    second = submitted(here, night(pairs(here.players[:14])), replace=True).submission
    decide.send_back(second, here.clerk, AT, "a player was left out")
    assert [total(), wrong()] == [16 * 42, []]
    decide.reverse_event(second.competition, here.clerk, AT, "never played")
    assert [total(), wrong()] == [0, []]
    assert all(each.reverses_id or each.reversed_by for each in Charge.objects.select_related("reversed_by"))


def test_a_correction_is_charged_at_the_tariff_of_the_first_charge(charging_here: Union) -> None:
    here = charging_here
    entered(here, APRIL, PENCE._replace(amount=45))
    last = APRIL - timedelta(days=1)
    submitted(here, night(pairs(here.players), begins=last), at=moment(last))
    submitted(here, night(pairs(here.players), begins=APRIL), at=moment(APRIL))
    submitted(here, night(pairs(here.players[:14]), begins=last), at=moment(APRIL), replace=True)
    assert [(quantity, rate) for _type, quantity, rate, _reverses in listed()] == [
        ("16", "42"), ("16", "45"), ("-16", "42"), ("14", "42"),
    ]  # fmt: skip
    assert wrong() == []


def test_what_was_processed_before_the_federation_charged_costs_nothing(down_under: Union) -> None:
    submitted(down_under, night(pairs(down_under.players), status="E"))
    begun(down_under, AT.date() + timedelta(days=1))
    later = AT + timedelta(days=2)
    submitted(down_under, night(pairs(down_under.players[:14]), status="E"), at=later, replace=True)
    assert not Charge.objects.exists()
    assert wrong() == []


def test_points_that_were_held_are_charged_when_they_are_credited(down_under: Union) -> None:
    begun(down_under, date(2026, 1, 1))
    unpaid = office.person("Una Wex", club=down_under.club, status=Standing.Status.POTENTIAL)
    (_first, partner), *rest = pairs(down_under.players)
    submitted(down_under, night([(Seated("Una Wex", unpaid.number), partner), *rest], status="E"))
    (before,) = Charge.objects.all()
    reinstate.register_again(unpaid, None, date(2026, 1, 1), actor=down_under.clerk, at=AT)
    held_credits.release(unpaid, down_under.clerk, AT)
    charges = list(Charge.objects.filter(cause="submission").order_by("pk"))
    assert len(charges) == 2
    assert (charges[0], charges[1].reverses) == (before, None)
    assert wrong() == []


def test_a_charge_without_an_amount_is_kept_as_missing_and_priced_when_there_is_one(bare: Union) -> None:
    submitted(bare, night(pairs(bare.players)))
    assert [(each.type, each.rate) for each in pricing.missing()] == [(CLUB, "")]
    assert wrong() == []
    entered(bare, date(2026, 1, 1), PENCE)
    assert wrong() == []
    pricing.price_missing(actor=bare.clerk, at=AT)
    assert [list(pricing.missing()), total(), wrong()] == [[], 16 * 42, []]


def test_a_closed_blue_session_without_an_amount_is_priced_by_the_green_licence(bare: Union) -> None:
    submitted(bare, night(pairs(bare.players), facts=(("blue entry", "closed"), ("points", "blue"))))
    assert [each.type for each in pricing.missing()] == ["closed blue session"]
    entered(bare, date(2026, 1, 1), NewRow("green licence a table and session", "table session", 832))
    pricing.price_missing(actor=bare.clerk, at=AT)
    assert (list(pricing.missing()), total(), wrong()) == ([], Fraction(4 * 832, 3), [])
    assert "£11.09" in Charge.objects.latest("pk").working


def test_two_charges_of_one_kind_for_one_event_stay_as_they_are(charging_here: Union) -> None:
    """Points at B4c and at B5i have one levy; the same again changes nothing, fewer reverse both."""
    both = [due("levy B4c B4s B5i", each, 162, APRIL) for each in ("10", "5")]
    standing = charged(charging_here.club, *both)
    caused = Caused(Charge.Cause.SEASON, date(2026, 1, 1), Payers(charging_here.club), date(2026, 1, 1))
    for quantities, rows in ((("10", "5"), []), (("10", "4"), ["-10", "-5", "10", "4"])):
        again = [each._replace(quantity=Fraction(told)) for each, told in zip(both, quantities, strict=True)]
        wanted = charging.drawn(again, caused, tariffs.Prices(None, {}), None, APRIL)
        found = charging.differences(standing, wanted, None, APRIL, further=False, reason="")
        assert [each.quantity for each in found] == rows


def test_what_a_region_sets_is_collected_for_it(charging_here: Union) -> None:
    here = charging_here
    share = NewRow("county share a player session", "player session", 4)
    entered(here, date(2026, 1, 1), share, owner=here.county)
    submitted(here, night(pairs(here.players)))
    found = {each.type: each for each in Charge.objects.all()}
    assert found[share.type].collected_for == here.county
    assert [found[share.type].account.organisation, total()] == [here.club, 16 * 46]


def test_what_was_free_without_an_amount_is_not_charged_afterwards(charging_here: Union) -> None:
    here = charging_here
    submitted(here, night(pairs(here.players)))
    share = NewRow("county share a player session", "player session", 4)
    at = moment(date(2026, 6, 1))
    with pytest.raises(tariffs.Unfit, match="from a day to come"):
        tariffs.enter_tariff(here.county, date(2026, 1, 1), "Our council", [share], actor=here.clerk, at=at)
    tariffs.enter_tariff(here.county, date(2026, 6, 2), "Our council", [share], actor=here.clerk, at=at)
    assert wrong() == []


def test_a_tampered_charge_is_named_by_the_event_it_is_for(charging_here: Union) -> None:
    here = charging_here
    made = submitted(here, night(pairs(here.players))).submission
    (charge,) = Charge.objects.all()
    charging.keep([charging.reversal(charge, None, NIGHT, "nobody said so")])
    assert wrong() == [f"charges of event {made.competition_id}"]


def test_clubs_pay_for_new_members_and_for_the_roll_once(down_under: Union) -> None:
    here = down_under
    begun(here, date(2026, 1, 1))
    registration.register(Applicant("Tam", "Ulo"), date(2026, 4, 2), club=here.club, actor=here.clerk, at=moment(APRIL))
    assert {(each.type, each.share, each.cause) for each in Charge.objects.all()} == {
        ("capitation April to September", "1", "registration"),
        ("commission", "-1", "registration"),
    }
    assert total() == 1900
    declared = date(2026, 3, 31)
    at = moment(date(2026, 4, 3))
    made = registrations.charge_roll(declared, actor=here.clerk, at=at)
    assert (len(made), {each.billed for each in made}) == (len(here.players), {APRIL})
    assert total() == 1900 + 2000 * len(here.players)
    assert registrations.charge_roll(declared, actor=here.clerk, at=at) == []


def test_the_roll_leaves_out_whoever_was_cancelled_in_time_and_follows_whoever_moved(down_under: Union) -> None:
    """Cancelled by midday on 31 March: no fee (1.4.2/2). Moved that very day: the new club pays. Two records: once."""
    here, declared = down_under, date(2026, 3, 31)
    begun(here, date(2026, 1, 1))
    gone, moved, kept, double, *rest = here.players
    early = datetime(2026, 3, 31, 9, tzinfo=UTC)
    renewal.declare(here.club, [gone.pk], actor=here.clerk, at=early)
    clubs.transfer(moved, here.other, declared, actor=here.clerk, at=early)
    merge_records.merge(kept, double, "one person", actor=here.clerk, at=early)
    made = registrations.charge_roll(declared, actor=here.clerk, at=moment(APRIL))
    payers = {each.player: each.account.organisation for each in made}
    assert payers == {moved: here.other, kept: here.club} | dict.fromkeys(rest, here.club)
    assert len(made) == len(payers)


def test_a_tariff_changes_only_from_a_day_to_come(charging_here: Union) -> None:
    here = charging_here
    with pytest.raises(tariffs.Unfit) as refused:
        tariffs.enter_tariff(here.club, AT.date(), " ", [PENCE, PENCE._replace(amount=-1)], actor=here.clerk, at=AT)
    assert len(refused.value.problems) == 5
    with pytest.raises(tariffs.Unfit, match="from a day to come"):
        tariffs.enter_tariff(here.national, AT.date(), "Circular 8", [PENCE], actor=here.clerk, at=AT)


def test_before_a_tariff_is_entered_its_effect_on_last_month_is_known(charging_here: Union) -> None:
    here = charging_here
    submitted(here, night(pairs(here.players)))
    rows = [PENCE._replace(amount=45), NewRow("novice player session", "player session", 20)]
    effect = tariffs.touched_by(here.national, date(2026, 7, 1), rows, date(2026, 6, 10))
    assert (effect.first, effect.last, effect.difference) == (date(2026, 5, 1), date(2026, 5, 31), 48)
    assert (effect.begins, effect.accounts) == (date(2026, 7, 1), 1)
    first, second = effect.changes
    assert [first.before, first.after, first.charges, first.cost, first.would_cost] == [42, 45, 1, 672, 720]
    assert (second.before, second.charges) == (None, 0)


# --- Sessions that share what is free in a year (EBU 1.3.1) -----------------------------------------------------------

PARTY = (("exemption", "party"),)


def party(here: Union, day: int, *, couples: int = 8, facts: tuple[tuple[str, str], ...] = PARTY) -> Submission:
    """Hold a party session on a day of May, or correct it; the file comes a day later."""
    begins = date(2026, 5, day)
    event = night(pairs(here.players[: 2 * couples]), begins=begins, name=f"Party {day}", facts=facts)
    at = moment(date(2026, 5, 20 + day % 7) if couples < 8 or facts != PARTY else begins + timedelta(days=1))
    return submitted(here, event, at=at, replace=True).submission


def costs() -> dict[str, tuple[Exact, bool]]:
    """Say what each event costs, and whether it is free."""
    found: dict[str, tuple[Exact, bool]] = {}
    for each in Charge.objects.filter(reverses=None, reversed_by=None).select_related("submission__competition"):
        assert each.submission is not None
        found[each.submission.competition.name] = (amount_of(each), each.exempt)
    return found


FREE: tuple[Exact, bool] = (0, True)
CHARGED: tuple[Exact, bool] = (16 * 42, False)


def test_when_the_free_party_is_reversed_the_next_one_of_the_year_is_free(charging_here: Union) -> None:
    here = charging_here
    first = party(here, 4)
    party(here, 5)
    party(here, 6)
    assert costs() == {"Party 4": FREE, "Party 5": CHARGED, "Party 6": CHARGED}
    decide.reverse_event(first.competition, here.clerk, moment(date(2026, 5, 8)), "never played")
    assert costs() == {"Party 5": FREE, "Party 6": CHARGED}
    assert wrong() == []


def test_a_correction_that_claims_no_more_sets_the_free_session_free_for_another(charging_here: Union) -> None:
    here = charging_here
    party(here, 4)
    party(here, 5)
    corrected = party(here, 4, facts=())
    assert costs() == {"Party 4": CHARGED, "Party 5": FREE}
    assert "What Party 4 of 2026-05-04 takes of the year has changed" in Charge.objects.latest("pk").working + str(
        Charge.objects.exclude(reverses=None).latest("pk").reason
    )
    decide.send_back(corrected, here.clerk, moment(date(2026, 5, 28)), "it was one")
    assert costs() == {"Party 4": FREE, "Party 5": CHARGED}
    assert wrong() == []


def test_an_invoiced_party_that_becomes_free_is_credited(charging_here: Union) -> None:
    here = charging_here
    first = party(here, 4)
    party(here, 5)
    until = date(2026, 5, 31)
    billed(here, until, run=Run.MONTH)
    decide.reverse_event(first.competition, here.clerk, moment(date(2026, 6, 8)), "never played")
    later = moment(date(2026, 6, 30))
    done = invoicing.run(Asked(Run.MONTH, later.date(), later.date()), actor=here.clerk, at=later)
    assert [(each.kind, each.gross) for each in done.documents] == [("credit note", -672)]


# --- Points that are allotted to a club (ABF 2.7) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "pays"), [("101", "Elmby"), (" elmby ", "Elmby"), ("nobody", "Oakby"), ("", "Oakby")]
)
def test_the_levy_of_an_interclub_event_goes_to_the_club_that_the_points_are_allotted_to(
    down_under: Union, named: str, pays: str
) -> None:
    here = down_under
    begun(here, date(2026, 1, 1))
    given = Grant("A 1", "interclub event", NIGHT, NIGHT, event="Tuesday pairs", fee={"payer": named} if named else {})
    licences.grant(here.club, given, actor=here.clerk, at=AT)
    made = submitted(here, night(pairs(here.players), status="B5i")).submission
    decide.approve(made, here.clerk, AT, "The State approved it")
    charge = Charge.objects.get()
    assert (charge.type, str(charge.account), charge.run) == ("levy B4c B4s B5i", pays, "quarter")
    assert wrong() == []
    decide.reverse_event(made.competition, here.clerk, AT, "never played")
    assert total() == 0


def test_whoever_plans_an_interclub_event_names_the_club_that_pays(down_under: Union) -> None:
    here = down_under
    begun(here, date(2026, 1, 1))
    planned = PlannedEvent.objects.create(
        federation=here.federation, organisation=here.club, kind="interclub event", name="Meeting", begins=NIGHT,
        ends=NIGHT, answers={"payer": "Elmby"}, planned_by=here.clerk, planned_at=AT,
    )  # fmt: skip
    draft = send(here, night(pairs(here.players), status="B5i")).submission
    assert draft is not None
    with transactions.atomic():
        AttachedResult.objects.update_or_create(
            competition=draft.competition, defaults={"planned": planned, "attached_at": AT, "attached_by": here.clerk}
        )
    submit(draft, here.scorer, AT, said={EVERYTHING: "It was so"})
    decide.approve(draft, here.clerk, AT, "The State approved it")
    assert str(Charge.objects.get().account) == "Elmby"
    planned.answers = {"payer": "Oakby"}
    planned.save()
    assert wrong() == []
