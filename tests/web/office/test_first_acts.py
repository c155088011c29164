"""In whatever order the first acts of an office come, there is a way on, and the desk tells it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from django.db import transaction
from django.urls import resolve
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from overtrick.engine.event import Player as Seated
from overtrick.register.accounts.models import User
from overtrick.register.backup import write
from overtrick.register.calendar.items import Asked
from overtrick.register.competitions import decide, held_credits
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import submit
from overtrick.register.corrections import confirm, openings
from overtrick.register.corrections import proposals as corrections
from overtrick.register.corrections.models import Proposal
from overtrick.register.decisions import two_people
from overtrick.register.errors import Refused
from overtrick.register.federation_settings import scheduled_settings, setup
from overtrick.register.federation_settings.scheduled_settings import SettingsChange
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.ledger.verify import verify
from overtrick.register.log_ins import account_state
from overtrick.register.money import confirm as money_confirm
from overtrick.register.money import moneybook, tariffs
from overtrick.register.money import proposals as money_proposals
from overtrick.register.money.models import MoneyProposal
from overtrick.register.money.tariffs import NewRow
from overtrick.register.moving_in import check, lists, report, sign_off
from overtrick.register.moving_in.models import OldList, Step
from overtrick.register.organisations import affiliation, licences, officers, tree
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.people import merge_records, registration
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Player
from overtrick.register.ranks import close_month
from overtrick.register.ranks.opening_balances import compare
from overtrick.register.scoping import scope
from overtrick.web import calendar_list
from overtrick.web.office.first_steps import first_steps
from tests.register import season
from tests.register.moving_in.old_system import csv, silent

KIND, ROLE = Organisation.Kind, Officer.Role
BEGINS = date(2026, 3, 2)
STATUS = {"ebu": "club", "wbu": "club", "abf": "E"}
#: What the desk says of nothing that has to be done before a month can be closed.
ASIDE = {
    "office-mail",
    "office-moving-in",
    "office-clubs",
    "office-members",
    "office-money-reminders",
    "office-money-charges",
}


class Line(NamedTuple):
    """A line of the desk."""

    page: str
    day: date


class Office:
    """An office that was founded today, with one officer and nothing else."""

    def __init__(self, handbook_name: str) -> None:
        self.today = BEGINS
        self.federation = setup.found("north", "Bridge Union", handbook_name, actor=None, at=self.at)
        self.people = [User.objects.create_user(name) for name in ("anna", "bert", "carl")]
        self.files = 0
        self.told: list[str] = []
        self.closed = False
        with scope(federation=self.federation):
            self.national = tree.add(
                self.federation, "1", "Bridge Union", KIND.NATIONAL, actor=self.people[0], at=self.at
            )
            begins = handbook.edition_on(self.federation, date.min).begins
            affiliation.affiliate(self.national, begins, actor=self.people[0], at=self.at)
            officers.appoint(self.national, self.people[0], ROLE.OFFICE, begins, actor=self.people[0], at=self.at)

    @property
    def at(self) -> datetime:
        return datetime.combine(self.today, time(9), UTC)

    def acting(self) -> list[User]:
        return [
            each
            for each in User.objects.filter(is_active=True).order_by("pk")
            if may(each, Action.CLOSE, self.national, self.today)
        ]

    def somebody(self, who: int) -> User:
        acting = self.acting()
        return acting[who % len(acting)]

    def clubs(self) -> list[Organisation]:
        return list(Organisation.objects.filter(kind=KIND.CLUB).order_by("pk"))

    def members(self) -> list[Player]:
        return list(Player.objects.filter(kept=None).order_by("pk"))

    # The acts, each with somebody of the office and a number that was drawn.

    def bring_clubs(self, who: int) -> None:
        self._list(
            Step.ORGANISATIONS,
            who,
            ("number", "name", "kind", "affiliated"),
            (f"2{who}", f"Club 2{who}", "club", "2020-01-01"),
        )

    def bring_officers(self, who: int) -> None:
        self._list(
            Step.OFFICERS,
            who,
            ("organisation", "role", "e-mail", "family"),
            ("1", "office", f"o{who}@example.org", "Bem"),
        )

    def bring_members(self, who: int) -> None:
        self._list(Step.MEMBERS, who, ("given", "family", "status"), ("Old", f"Member{who}", "registered"))

    def bring_credits(self, who: int) -> None:
        rows = [(each.number, "2019-11-02", "Autumn", self.colour, 12 + who) for each in self.members()[: who + 1]]
        self._list(Step.CREDITS, who, ("number", "day", "event", "colour", "points"), *rows)

    def bring_balances(self, who: int) -> None:
        rows = [(each.number, "2026-02-28", 90 + who) for each in self.members()[: who + 1]]
        self._list(Step.BALANCES, who, ("number", "as at", f"{self.colour} points"), *rows)

    def bring_ranks(self, who: int) -> None:
        rows = [(each.number, "Club Master", "2001-02-03") for each in self.members()[: who + 1]]
        self._list(Step.RANKS, who, ("number", "rank", "since"), *rows)

    def check_a_list_only(self, who: int) -> None:
        self._list(Step.MEMBERS, who, ("number", "family"), ("", f"Later{who}"), enter=False)

    def take_a_list_back(self, who: int) -> None:
        kept = list(OldList.objects.order_by("pk"))
        if kept:
            check.take_back(kept[who % len(kept)], self.somebody(who), self.at)

    def sign(self, who: int) -> None:
        sign_off.sign(report.digest(report.shown(self.today)), self.somebody(who), self.at, silent)

    def appoint(self, who: int) -> None:
        officers.appoint(
            self.national, self.people[who % 3], ROLE.OFFICE, self.today, actor=self.somebody(who), at=self.at
        )

    def appoint_until(self, who: int) -> None:
        ends = self.today + timedelta(days=20)
        officers.appoint(
            self.national, self.people[who % 3], ROLE.OFFICE, self.today, ends, actor=self.somebody(who), at=self.at
        )

    def withdraw(self, who: int) -> None:
        officers.dismiss(
            self.national,
            self.people[who % 3],
            ROLE.OFFICE,
            self.today - timedelta(days=who % 2),
            actor=self.somebody(who),
            at=self.at,
        )

    def found_a_club(self, who: int) -> None:
        number = f"1{Organisation.objects.count():02}"
        made = tree.add(
            self.federation, number, f"Club {number}", KIND.CLUB, self.national, actor=self.somebody(who), at=self.at
        )
        affiliation.affiliate(made, date(2020, 1, 1), actor=self.somebody(who), at=self.at)

    def register(self, who: int) -> None:
        club = next(iter(self.clubs()[who:] or self.clubs()), None)
        name = f"Member{Player.objects.count()}"
        registration.register(Applicant("Some", name), self.today, club=club, actor=self.somebody(who), at=self.at)
        if club is not None and Player.objects.count() < len(season.NAMES):
            season.members(self.federation, club, season.NAMES)

    def appoint_a_scorer(self, who: int) -> None:
        for club in self.clubs()[:1]:
            user, _new = User.objects.get_or_create(username="scorer")
            officers.appoint(club, user, ROLE.SCORER, self.today, actor=self.somebody(who), at=self.at)

    def draft_results(self, who: int) -> Submission | None:
        members, clubs = self.members(), self.clubs()
        if not clubs or len(members) < 16:
            return None
        self.files += 1
        seats = season.pairs(members[:16])
        if who % 2:
            seats[0] = (Seated("Nobody Knows"), seats[0][1])
        event = season.night(
            seats, begins=self.today, name=f"Night {self.files}", status=STATUS[self.federation.handbook]
        )
        content = season.file_of(event, self.federation.handbook)
        (draft,) = receive(clubs[who % len(clubs)], f"{self.files}.yaml", content, self.somebody(who), self.at)
        return draft.submission

    def send_results(self, who: int) -> None:
        draft = self.draft_results(who)
        if draft is not None:
            submit(draft, self.somebody(who), self.at, said={EVERYTHING: "It was so"})

    def approve(self, who: int) -> None:
        for each in Submission.objects.filter(status=Submission.Status.SUBMITTED):
            decide.approve(each, self.somebody(who), self.at, "It was allowed")

    def send_back(self, who: int) -> None:
        for each in Submission.objects.filter(status=Submission.Status.SUBMITTED)[:1]:
            decide.send_back(each, self.somebody(who), self.at, "Wrong night")

    def say_who_approves(self, who: int) -> None:
        change = SettingsChange(approval=list(Federation.Approval)[who % len(Federation.Approval)])
        scheduled_settings.plan(
            self.federation, change, self.today, actor=self.somebody(who), at=self.at, reason="So decided"
        )

    def keep_months_open(self, who: int) -> None:
        change = SettingsChange(closes_after_days=who * 9)
        scheduled_settings.plan(
            self.federation, change, self.today, actor=self.somebody(who), at=self.at, reason="So decided"
        )

    def begin_to_charge(self, who: int) -> None:
        moneybook.begin(self.today + timedelta(days=10 * (who - 1)), actor=self.somebody(who), at=self.at)

    def propose_a_tariff(self, who: int) -> None:
        begins = self.today + timedelta(days=who)
        kind = tariffs.charge_types(begins)[0]
        row = NewRow(kind.charge, kind.basis, 25)
        tariffs.enter_tariff(self.national, begins, "The board", [row], actor=self.somebody(who), at=self.at)

    def propose_points(self, who: int) -> None:
        for each in self.members()[:1]:
            points = corrections.ProposedPoints(self.colour, 5, self.today)
            corrections.propose(each, points, "By letter", self.somebody(who), self.at)

    def propose_balances(self, who: int) -> None:
        listed = [Opening(each, self.colour, 70 + who, date(2026, 2, 28), 1) for each in self.members()[: who + 1]]
        openings.propose(compare(listed), self.somebody(who), self.at)

    def confirm(self, who: int) -> None:
        for each in corrections.waiting(self.at):
            _confirm_points(each, self, who)
        for money in money_proposals.waiting(self.at):
            _confirm_money(money, self, who)

    def grant_a_licence(self, who: int) -> None:
        for club in self.clubs()[:1]:
            allows = licences.kinds(club, self.somebody(who), self.today)
            if allows:
                given = Grant(f"L{who}", allows[0].name, self.today, self.today + timedelta(days=20))
                licences.grant(club, given, actor=self.somebody(who), at=self.at)

    def merge(self, who: int) -> None:
        members = self.members()
        if len(members) > 1 + who:
            merge_records.merge(members[who], members[-1], "One person", actor=self.somebody(who), at=self.at)

    def lock(self, who: int) -> None:
        account_state.lock(self.people[who % 3], actor=self.somebody(who), at=self.at)

    def back_up(self, _who: int) -> None:
        with TemporaryDirectory() as folder:
            assert write.write(Path(folder) / "office.backup", self.at).tables

    def close_a_month(self, who: int) -> None:
        month = close_month.next_to_close() or self.today.replace(day=1)
        close_month.close(self.federation, month, self.somebody(who), self.at)

    @property
    def colour(self) -> str:
        return next(iter(handbook.colours(self.federation)))

    def _list(self, step: Step, who: int, *rows: tuple[object, ...], enter: bool = True) -> None:
        kept = lists.take(step, f"{step}.csv", [csv(*rows)], self.somebody(who), self.at)
        checked = check.check(kept, self.somebody(who), self.at, silent)
        if enter:
            check.enter(checked, self.somebody(who), self.at, silent)

    # The way on.

    def desk(self) -> list[Line]:
        """Read the first page of the office: the page that each of its lines leads to, and the day it is due."""
        rows = calendar_list.rows_of(Asked(self.federation, None, self.at))
        told = [(each.address, each.item.day) for each in rows if each.address]
        told += [(each.address, self.today) for each in first_steps(self.today)]
        return [Line(str(resolve(re.split("[?#]", address)[0]).url_name), day) for address, day in told]

    def follow(self) -> None:
        """Do what the desk says, day by day, until a month is closed."""
        for _step in range(40):
            told = [each for each in self.desk() if each.page not in ASIDE]
            done = [self._do(each.page) for each in told]
            if self.closed:
                return
            if not any(done):
                later = [each.day for each in told if each.day > self.today]
                self.today = min(later, default=self.today + timedelta(days=7))
        raise AssertionError(f"nobody can go on: {self.desk()} {self.told}")

    def _do(self, page: str) -> bool:
        """Do what one line of the desk says, by whoever of the office can; whether anybody could."""
        return any(self.does(HANDS[page], who) for who in range(len(self.acting())))

    def does(self, act: Callable[[Office, int], object], who: int) -> bool:
        """Let somebody do it, or be told clearly why not."""
        try:
            with transaction.atomic():
                act(self, who)
        except Refused as why:
            understood(why)
            self.told.append(f"  refused: {why}")
            return False
        return True

    def sign_or_take_back(self, who: int) -> None:
        """Sign the report; if points would count twice, take back the lists, as we are told."""
        try:
            with transaction.atomic():
                self.sign(who)
        except Refused as why:
            understood(why)
            if why.code not in {"merged-since", "balance-contradicted"}:
                raise
            for each in OldList.objects.filter(step__in=(Step.CREDITS, Step.BALANCES)):
                check.take_back(each, self.somebody(who), self.at)

    def close_and_tell(self, who: int) -> None:
        month = close_month.next_to_close()
        assert month is not None
        done = close_month.close(self.federation, month, self.somebody(who), self.at)
        self.closed = not done.already

    def decide_for_two(self, who: int) -> None:
        """Confirm what another proposed; what cannot be confirmed any more is refused."""
        somebody = self.somebody(who)
        for each in corrections.waiting(self.at):
            if not self.does(partial(_confirm_points, each), who):
                two_people.need_second(each, somebody, self.at)
                corrections.refuse(each, "As we are told", somebody, self.at)
        for money in money_proposals.waiting(self.at):
            if not self.does(partial(_confirm_money, money), who):
                two_people.need_second(money, somebody, self.at)
                money_proposals.refuse(money, "As we are told", actor=somebody, at=self.at)

    def settle_held(self, who: int) -> None:
        for each in held_credits.waiting():
            held_credits.drop(each, self.somebody(who), self.at, "Nobody knows them")

    def first_results(self, who: int) -> None:
        for draft in Submission.objects.filter(status=Submission.Status.DRAFT):
            submit(draft, self.somebody(who), self.at, said={EVERYTHING: "It was so"})
        while len(self.members()) < 16:
            self.register(who)
        self.send_results(0)

    def appoint_another(self, _who: int) -> None:
        """Appoint somebody; an account that is locked is unlocked."""
        number, person = next((at, each) for at, each in enumerate(self.people) if each not in self.acting())
        person.refresh_from_db()
        if not person.is_active:
            account_state.unlock(person, actor=self.somebody(0), at=self.at)
        if person not in self.acting():
            self.appoint(number)


def _confirm_points(waits: Proposal, office: Office, who: int) -> None:
    confirm.confirm(waits, office.somebody(who), office.at)


def _confirm_money(waits: MoneyProposal, office: Office, who: int) -> None:
    money_confirm.confirm(waits, actor=office.somebody(who), at=office.at)


HANDS: dict[str, Callable[[Office, int], None]] = {
    "office-organisation-new": Office.found_a_club,
    "office-register": Office.register,
    "office-appoint": Office.appoint_another,
    "club-desk": Office.first_results,
    "office-organisations": Office.first_results,
    "office-moving-in-report": Office.sign_or_take_back,
    "office-inbox": Office.approve,
    "office-held": Office.settle_held,
    "office-month": Office.close_and_tell,
    "office-corrections": Office.decide_for_two,
    "office-money-decisions": Office.decide_for_two,
}

ACTS: dict[str, Callable[[Office, int], object]] = {
    each.__name__: each
    for each in (
        Office.bring_clubs, Office.bring_officers, Office.bring_members, Office.bring_credits, Office.bring_balances,
        Office.bring_ranks, Office.check_a_list_only, Office.take_a_list_back, Office.sign, Office.appoint,
        Office.appoint_until, Office.withdraw, Office.found_a_club, Office.register, Office.appoint_a_scorer,
        Office.draft_results, Office.send_results, Office.approve, Office.send_back, Office.say_who_approves,
        Office.keep_months_open, Office.begin_to_charge, Office.propose_a_tariff, Office.propose_points,
        Office.propose_balances, Office.confirm, Office.grant_a_licence, Office.merge, Office.lock,
        Office.back_up, Office.close_a_month,
    )
}  # fmt: skip


def understood(why: Refused) -> None:
    """A refusal has a code, says what was found, and what to do."""
    assert why.code, why
    assert why.found.endswith("."), why.found
    assert why.remedy.endswith("."), (why.found, why.remedy)


#: These are drawn more often: without them little else can be done, or what matters is that they come twice.
OFTEN = (
    *("found_a_club", "register", "register", "send_results", "send_results"),
    *("sign", "sign", "appoint", "bring_balances"),
)
acts = st.permutations([*ACTS, *OFTEN]).map(lambda order: order[:20])
people_and_days = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0, 0, 1, 3, 7, 21])), min_size=20, max_size=20)


def _tried(handbook_name: str, order: list[str], drawn: list[tuple[int, int]]) -> None:
    """Do the acts in this order; whoever is refused is told what to do, and what the desk says closes a month."""
    with transaction.atomic():
        office = Office(handbook_name)
        with scope(federation=office.federation):
            for number, (act, (who, days)) in enumerate(zip(order, drawn, strict=True)):
                office.today += timedelta(days=days)
                office.told.append(f"{office.today} {act} {who}")
                office.does(ACTS[act], who)
                assert number % 10 or office.desk(), f"the desk is empty: {office.told}"
            office.follow()
            assert verify().findings == ()
            opened = list(Entry.objects.filter(posting__kind=Posting.Kind.OPENING).values_list("player", "colour"))
            assert len(opened) == len(set(opened)), f"an old balance counts twice: {office.told}"
        transaction.set_rollback(True)


def _orders(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def drawn(test: Callable[..., None]) -> Callable[..., None]:
        return settings(max_examples=count, phases=[Phase.generate])(given(order=acts, drawn=people_and_days)(test))

    return drawn


@pytest.mark.slow  # eight offices that live for weeks
@pytest.mark.django_db
@pytest.mark.parametrize("handbook_name", ["ebu", "abf", "wbu"])
@_orders(8)
def test_after_twenty_acts_in_any_order_there_is_a_way_on(
    handbook_name: str, order: list[str], drawn: list[tuple[int, int]]
) -> None:
    _tried(handbook_name, order, drawn)


@pytest.mark.proof
@pytest.mark.django_db
@pytest.mark.parametrize("handbook_name", ["ebu", "abf", "wbu"])
@_orders(67)
def test_after_twenty_acts_in_two_hundred_orders_there_is_a_way_on(
    handbook_name: str, order: list[str], drawn: list[tuple[int, int]]
) -> None:
    _tried(handbook_name, order, drawn)
