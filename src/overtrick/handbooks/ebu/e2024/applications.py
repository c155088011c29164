"""What does an application have to meet, and what does its licence state? (1.1.1, 1.5 to 1.9, 2.2)"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, checklist, finding
from overtrick.handbooks import applications
from overtrick.handbooks.applications import AFFILIATION, CONDITIONS, FIRST_DAY, Owed
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.questions import Question, Takes

from . import charity, licence_conditions, licences, organisations, status_of_event
from .charity import CharityEvent, Package, Protection
from .licence_conditions import ALWAYS, Licensed
from .licences import Licensable, Paper
from .organisations import KINDS, ClubCase
from .status_of_event import MajorEvent

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from overtrick.engine.findings import Finding
    from overtrick.engine.working import Step
    from overtrick.handbooks.applications import Case
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.questions import Answers

_SCALE, _LEAGUE = "scale", "inter-county league"
_CHARITY_PAPERS = ("agreement", "remuneration", "donation")
_FEWEST_COUNTIES = 3
#: What the holder of a licence is asked beside the table of conditions.
_DECLARED = (
    Question("systems_announced_on", "Day on which the systems were announced", Takes.DAY, "1.7.6"),
    Question("entries_from", "Day from which entries were taken", Takes.DAY, "1.7.6"),
    Question("systems_authorised", "Did the EBU allow another level in writing?", Takes.YES_NO, "1.7.6"),
    Question("best_prize", "The best prize for one player, in pounds", Takes.AMOUNT, "1.7.9", most=99_999_999),
    Question("prize_authorised", "Did the EBU allow a higher prize?", Takes.YES_NO, "1.7.9"),
    Question("head_to_head", "Is it a knock-out of two at a time?", Takes.YES_NO, "1.7.9"),
    Question("tables_in_play", "How many tables are in play, or entered?", Takes.COUNT, "1.7.13", most=5000),
    Question(
        "told_of_few_tables", "Day on which the EBU and all competitors were told of few tables", Takes.DAY, "1.7.13"
    ),
    Question("all_want_to_play", "With few tables: do all competitors want to play?", Takes.YES_NO, "1.7.13"),
    Question("director_plays", "Does the director play?", Takes.YES_NO, "1.7.14"),
    Question("needed_for_movement", "Does the movement need the director to play?", Takes.YES_NO, "1.7.14"),
)


class Rules(applications.Rules):
    """The answers of the EBU."""

    def check(self, book: Book, case: Case) -> Checklist | None:  # noqa: ARG002
        """Affiliation has the conditions of 1.1.1, a licence those of 1.5 to 1.9; a scale is only described."""
        if case.kind.name == AFFILIATION:
            return _affiliation(case)
        return applications.complete(case) if case.kind.name == _SCALE else _licence(case)

    def outcome(self, book: Book, case: Case, stated: Answers) -> Step | None:
        """The status on a licence goes by the entry, a major event's by the Board; the EBU may grant another."""
        if case.kind.name in (AFFILIATION, _SCALE):
            return None
        usual = _usual_status(book, case.answers, stated)
        named = stated.text("status")
        if named and levels.named(book, named).value != usual.value:
            usual = status_of_event.granted_otherwise(book, usual, named)
        special = tuple(filter(None, (stated.text(CONDITIONS),)))
        return licences.stands_on_the_licence(book, usual, special)

    def papers(self, book: Book, case: Case, ended: date, arrived: Mapping[str, date]) -> tuple[Owed, ...]:
        """Fee, results file and statement fall due, and for a charity its accounts (1.5.3, 1.7.17, 1.8.3)."""
        if case.kind.name in (AFFILIATION, _SCALE):
            return ()
        for_charity = case.answers.holds("charity")
        owed = [each for each in Paper if for_charity or each is not Paper.CHARITY_ACCOUNTS]
        return tuple(_owed(book, case, each, ended, arrived.get(str(each))) for each in owed)

    def declares(self, book: Book, case: Case) -> tuple[Question, ...]:
        """The table of conditions says what is asked, as far as it concerns the event; novices have none (1.7)."""
        if case.kind.name in (AFFILIATION, _SCALE) or _free(case):
            return ()
        table = book.table("licence_conditions")
        facts = (ALWAYS, *_facts(case))
        told = (
            Question(str(row), _capital(table.text(str(row), "says")), Takes.YES_NO, table.text(str(row), "clause"))
            for row in table.rows
            if table.text(str(row), "when") in facts
        )
        return (*told, *_DECLARED)

    def kept(self, book: Book, case: Case, declared: Answers) -> Checklist | None:
        """See which conditions of a general licence are kept, as its holder declares."""
        if case.kind.name in (AFFILIATION, _SCALE):
            return None
        table = book.table("licence_conditions")
        answered = {str(row): declared.holds(str(row)) for row in table.rows}
        held = Licensed(
            facts=_facts(case),
            kept={name: said for name, said in answered.items() if said is not None},
            novices=bool(case.answers.holds("novices")),
            teams_league=case.kind.name == _LEAGUE,
            systems_level=case.answers.number("systems_level"),
            systems_authorised=bool(declared.holds("systems_authorised")),
            systems_announced=declared.day("systems_announced_on"),
            entries_from=declared.day("entries_from"),
            best_prize=declared.number("best_prize"),
            prize_authorised=bool(declared.holds("prize_authorised")),
            head_to_head=bool(declared.holds("head_to_head")),
            tables=declared.number("tables_in_play"),
            begins=case.answers.day(FIRST_DAY),
            told_of_few_tables=declared.day("told_of_few_tables"),
            all_want_to_play=declared.holds("all_want_to_play"),
            director_plays=declared.holds("director_plays"),
            needed_for_movement=declared.holds("needed_for_movement"),
        )
        return licence_conditions.conditions(book, held)


def _affiliation(case: Case) -> Checklist:
    """Coming through a county means that the county supports it."""
    told, stated = case.answers, case.stated
    through = told.holds("through_county")
    club = ClubCase(
        regular_duplicate=told.holds("regular_duplicate"),
        one_locality=told.holds("one_locality"),
        through_county=case.supported if through else through,
        direct_reason_accepted=stated.holds("direct_reason_accepted"),
        abroad=bool(told.holds("abroad")),
        national_body_there=told.holds("national_body_there"),
        british_territory=told.holds("british_territory"),
        historic_links=told.holds("historic_links"),
        body_objects=told.holds("body_objects"),
    )
    if through and case.supported is False:
        club = club._replace(through_county=None)
        refused = finding("the county supports it", holds=False, clause="1.1.1")
        found = organisations.may_affiliate(club)
        return checklist("affiliation", (*found.conditions, refused), clause="1.1.1")
    return organisations.may_affiliate(club)


def _licence(case: Case) -> Checklist:
    """Put together what 1.2 to 1.9 ask before a licence is issued."""
    told, given = case.answers, applications.complete(case)
    for_charity, sold = bool(told.holds("charity")), bool(told.holds("package"))
    papers = all(told.text(each) for each in _CHARITY_PAPERS)
    approved = licences.may_be_approved(
        licences.Application(
            to_the_department=True,  # it came through this office
            on_its_form=given.holds if given is not None else None,
            activities_declared=told.given("activities"),
            charity=for_charity,
            charity_papers=papers if for_charity else None,
        )
    )
    found: list[Finding] = [
        licences.may_issue(licences.LICENSOR),
        *((licences.needs_licence(_licensable(case)),) if case.organiser is not None else ()),
        *approved.conditions,
    ]
    if case.organiser is not None and case.organiser.kind == "club" and case.kind.supported:
        found.append(finding("the county supports it", holds=case.supported, clause="1.2.2"))
    if case.kind.name == _LEAGUE:
        counties = told.number("counties")
        enough = None if counties is None else counties >= _FEWEST_COUNTIES
        found.append(finding("three counties at least", holds=enough, clause="1.2.6(e)"))
    if for_charity:
        found += _charity(told).conditions
    if sold:
        found += _package(told, case.stated).conditions
    return checklist("a licence", found, clause="1.7.21")


def _licensable(case: Case) -> Licensable:
    kind = KINDS[case.organiser.kind] if case.organiser is not None else KINDS["organiser"]
    name = case.kind.name
    return Licensable(
        kind,
        open=True,
        blue=name == "blue event",
        simultaneous=name == "simultaneous pairs",
        beyond_quota=name == "simultaneous pairs",
        unusual=name == "special licence",
        inter_county_league=name == _LEAGUE,
    )


def _charity(told: Answers) -> Checklist:
    return charity.charity_event(
        CharityEvent(
            written_agreement=told.given("agreement"),
            remuneration_told=told.given("remuneration"),
            donation_told=told.given("donation"),
            told_to_every_competitor=told.holds("told_to_competitors"),
        )
    )


def _package(told: Answers, stated: Answers) -> Checklist:
    """Whether a brochure is exact, whoever reads it says; without one it cannot be."""
    named = told.text("protection")
    return charity.package(
        Package(
            brochure_exact=stated.holds("brochure_exact") if told.given("brochure") else False,
            written_contracts=told.given("contract"),
            protection=Protection(named) if named else None,
        )
    )


def _usual_status(book: Book, told: Answers, stated: Answers) -> Step:
    """Give the status that the entry gives an event, one level lower beside another one (1.6.1, 1.6.2)."""
    members_only, outside = bool(told.holds("members_only")), bool(told.holds("from_outside"))
    if told.holds("major"):
        hundredths = told.number("average_tables")
        return status_of_event.major_event(
            book,
            MajorEvent(
                sessions=told.number("sessions"),
                average_tables=None if hundredths is None else Fraction(hundredths, 100),
                members_only=told.holds("members_only"),
                from_outside=told.holds("from_outside"),
                granted=stated.holds("granted_by_board"),
                provisional=bool(told.holds("provisional")),
            ),
        )
    found = status_of_event.licensed(book, from_outside=outside, members_only=members_only)
    side = told.text("side")
    if side in ("side event", "consolation"):
        return status_of_event.side_event(book, found, consolation=side == "consolation")
    return found


def _owed(book: Book, case: Case, paper: Paper, ended: date, arrived: date | None) -> Owed:
    """The fee may be due on a day that the licensing department set (1.3.3(b))."""
    set_by_department = case.stated.day("fee_due")
    if paper is Paper.FEE and set_by_department is not None:
        due = licences.other_fee_due(set_by_department)
        holds = None if arrived is None else arrived <= due.day
        because = (due.working,)
        return Owed(str(paper), due, finding("the fee arrived on {day}", holds=holds, clause="1.3.3(b)",
                                             because=because, day=arrived))  # fmt: skip
    return Owed(str(paper), licences.falls_due(book, paper, ended), licences.in_time(book, paper, ended, arrived))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _free(case: Case) -> bool:
    return bool(case.answers.holds("novices")) or case.kind.name == _LEAGUE


def _facts(case: Case) -> frozenset[str]:
    """Name what an event is, as the table of conditions names it."""
    told = case.answers
    facts = {
        "sponsored": bool(told.text("sponsor")),
        "members_only": bool(told.holds("members_only")),
        "special_entry": bool(told.holds("special_entry")),
        "charity": bool(told.holds("charity")),
        "package": bool(told.holds("package")),
        "other_activities": told.text("activities").casefold() not in ("", "none"),
        "special_conditions": bool(case.stated.text(CONDITIONS)),
    }
    return frozenset(name for name, holds in facts.items() if holds)
