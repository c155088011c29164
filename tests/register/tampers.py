"""An office with something of everything, and what somebody with the database in their hands could do to it."""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Player as Seated
from overtrick.handbooks.money import Payer, Run
from overtrick.register import sql, transactions
from overtrick.register.applications import outcomes
from overtrick.register.applications.outcomes import Answer
from overtrick.register.audit import audit_chain, facts, trail
from overtrick.register.corrections import confirm, proposals
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.federation_settings import scheduled_settings
from overtrick.register.ledger import balances, chain_rows, head
from overtrick.register.ledger.chain import linked
from overtrick.register.ledger.chain_rows import RowMissing
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.money import (
    assertions,
    billing_details,
    discretion,
    disputes,
    documents,
    exported,
    invoicing,
    journal,
    reminders,
    shares,
)
from overtrick.register.money import confirm as money_confirm
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Document, JournalEntry, MoneyBook
from overtrick.register.money.tariffs import NewRow
from overtrick.register.organisations import licences
from overtrick.register.people import counties, merge_records, standings
from overtrick.register.people.models import Standing
from overtrick.register.ranks import close_month
from overtrick.register.rule_reports import publish
from tests.register import office
from tests.register.applications.steps import sent
from tests.register.money import treasury
from tests.register.ranks.test_close_month import had
from tests.register.season import AT, Union, members, night, pairs, submitted

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation

MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)
IN_JUNE = datetime(2026, 6, 12, 9, tzinfo=UTC)


class Tamper(NamedTuple):
    """Something done past Overtrick, and how it is named."""

    what: str
    named: str  #: how the place of a finding begins
    statements: tuple[str, ...]
    covered_up: (
        str  #: who sees it where all chains are rewritten too: "verify", "head" (only a published one), "undone"
    )


def fill(here: Union) -> None:
    """Let the office do something of everything: afterwards there is a row in every table that decides something."""
    first, second, third = here.players[:3]
    had(here, first, local=199)
    proposed = publish.NewReport("Top 40 %", "Nobody gains.", "a" * 64, "b" * 64, {"report.json": b"{}"})
    report = publish.publish(here.federation, proposed, beside=lambda _other: True, actor=here.clerk, at=AT)
    publish.withdraw(report, "a wrong row", actor=here.clerk, at=AT)
    (twin,) = members(here.federation, here.other, ["Tam Ulo"])
    merge_records.merge(second, twin, "one person", actor=here.clerk, at=AT)
    standings.suspend(third, date(2026, 7, 1), date(2026, 7, 31), actor=here.clerk, at=AT, reason="a hearing")
    counties.enter(third, here.county, MAY, actor=here.clerk, at=AT)
    unpaid = office.person("Una Wex", club=here.club, status=Standing.Status.POTENTIAL)
    (_first, partner), *rest = pairs(here.players)
    submitted(here, night([(first_seat(here), partner), *rest]))
    submitted(here, night([(Seated("Una Wex", unpaid.number), partner), *rest], name="Thursday pairs"))
    grant = licences.Grant("L 7", "blue event", MAY, date(2026, 12, 31))
    licences.grant(here.club, grant, actor=here.clerk, at=AT)
    outcomes.refuse(sent(here), Answer("too late"), actor=here.clerk, at=AT)
    plan = scheduled_settings.SettingsChange(results_due_days=20)
    scheduled_settings.plan(here.federation, plan, date(2027, 1, 1), actor=here.clerk, at=AT, reason="agreed")
    asked = proposals.propose(first, ProposedPoints("local", 5, MAY), "a transfer", here.clerk, AT)
    confirm.confirm(asked, here.second, AT)
    proposals.propose(second, ProposedPoints("local", 7, MAY), "another", here.clerk, AT)
    with transactions.atomic():
        here.scorer.player = first
        here.scorer.save()
        trail.record(here.clerk, "account.link", here.scorer, None, {"player": first.number}, at=AT)
    close_month.close(here.federation, MAY, here.clerk, IN_JUNE)
    fill_money(here)


def fill_money(here: Union) -> None:
    """Let the federation charge, bill and be paid."""
    treasury.begun(here, JUNE)
    treasury.taxed(here, "VAT", "1/5", included=True, begins=JUNE)
    treasury.entered(here, date(2026, 7, 1), NewRow("affiliation", "season", 3100, "VAT"))
    treasury.entered(here, date(2026, 6, 2), NewRow("licence a table and session", "table session", 210))
    one = treasury.due("affiliation", "1", 3000, JUNE, tax="VAT", run=Run.YEAR)
    two = treasury.due("adult member a season", "41", 1200, JUNE, tax="VAT", run=Run.YEAR)
    treasury.charged(here.club, one, two, on=JUNE)
    treasury.charged(here.other, one, on=JUNE)
    made = invoicing.run(Asked(Run.YEAR, JUNE, JUNE), actor=here.clerk, at=IN_JUNE).documents
    first = next(each for each in made if each.account.organisation == here.club)
    treasury.paid(here, here.club, 20000, IN_JUNE.date())
    disputes.dispute(first.lines.get(position=1), "We are not affiliated", actor=here.clerk, at=IN_JUNE)
    money_confirm.confirm(
        discretion.credit(first, {first.lines.get(position=2).pk: 1200}, "left", actor=here.clerk, at=IN_JUNE),
        actor=here.second,
        at=IN_JUNE,
    )
    billing_details.change(here.club, tax_number="12 345", bank="Oak Bank", contact="", actor=here.clerk, at=IN_JUNE)
    share = treasury.due("county charge", "10", 4, JUNE, run=Run.YEAR)._replace(collected_for=Payer.REGION)
    treasury.charged(here.club, share, on=JUNE, region=here.county)
    (levied,) = invoicing.run(
        Asked(Run.YEAR, JUNE, IN_JUNE.date(), here.county), actor=here.clerk, at=IN_JUNE
    ).documents
    treasury.paid(here, here.club, 40, IN_JUNE.date(), named=levied)
    money_confirm.confirm(
        shares.pay_out(here.county, "BACS 1", "June", actor=here.clerk, at=IN_JUNE), actor=here.second, at=IN_JUNE
    )
    assertions.assert_balance("bank", IN_JUNE.date(), 20000, actor=here.clerk, at=IN_JUNE)
    late = first.due + timedelta(days=1)
    reminders.send([each.key for each in reminders.propose(late)], actor=here.clerk, at=treasury.moment(late))
    exported.keep("general ledger", exported.Span(1, 2), b"csv", actor=here.clerk, at=IN_JUNE)
    fee = {"tables": "20", "sessions": "2"}
    grant = licences.Grant("L 9", "open event", date(2026, 6, 20), date(2026, 6, 21), event="Congress", fee=fee)
    licences.grant(here.club, grant, actor=here.clerk, at=IN_JUNE)


def first_seat(here: Union) -> Seated:
    return pairs(here.players)[0][0]


# --- What a forger does who knows how ---------------------------------------------------------------------------------


def cover_up(federation: Federation) -> None:
    """Make balances, both chains and what the audit says of every row fit the rows as they are now."""
    balances.rebuild()
    with suppress(RowMissing, ValueError):  # where a row is gone from the middle of the book, nobody can
        chain_book_again(federation.pk)
    sql.run("delete from audit_place where record_id not in (select id from audit_record)")
    _chain_money_again()
    _forget_changes(federation.pk)
    for (chain,) in sql.rows("select chain from audit_chainend order by chain"):
        chain_again(chain)
    sql.run("delete from heads_node")  # what the office has kept of its heads goes too
    sql.run("delete from heads_head")


def chain_again(chain: int) -> None:
    """Link every record of a chain of the audit again as it is now."""
    ((last,),) = sql.rows("select beginning from audit_chainend where chain = %s", chain)
    last, number = bytes(last), 0
    for place, record, salt, beside in sql.rows(
        "select id, record_id, salt, facts from audit_place where chain = %s order by number", chain
    ):
        ((_id, *row),) = audit_chain.rows_of([record])
        number += 1
        said = audit_chain.details(bytes(salt), beside, row)
        last = audit_chain.place_hash(last, number, row, said)
        sql.run("update audit_place set details = %s, hash = %s, number = %s where id = %s", said, last, number, place)
    sql.run("update audit_chainend set hash = %s, number = %s where chain = %s", last, number, chain)


def chain_book_again(federation: int) -> None:
    """Link every row of a book again as it is now."""
    end, last = head.end(federation), head.beginning(federation)
    for place in range(1, (end.rows if end else 0) + 1):
        kind, number = chain_rows.row_at(federation, place)
        before, last = last, linked(last, chain_rows.row_text(federation, kind, number).text)
        row = row_id(federation, number)
        sql.run(f"update ledger_{kind} set hash = %s where id = %s", last, row)  # noqa: S608 - our own names
        if kind == "closing":
            sql.run("update ledger_closing set head = %s where id = %s", before, row)
    sql.run("update ledger_head set hash = %s where federation_id = %s", last, federation)


def _chain_money_again() -> None:
    """Make the fingerprints of documents and the chain of the journal fit."""
    for document in Document.objects.order_by("pk"):
        sha256 = documents.digest(document, document.lines.order_by("position"))
        sql.run("update money_document set sha256 = %s where id = %s", sha256, document.pk)
    for book in MoneyBook.objects.select_related("federation"):
        link, last = journal.beginning(book.federation.slug), 0
        for entry in JournalEntry.objects.select_related("document", "payment").order_by("number"):
            rows = entry.postings.order_by("position")
            postings = [journal.NewPosting(each.name, each.amount, each.holder_id, each.tax_code) for each in rows]
            text = journal.entry_text(entry.number, entry.day, journal.source_of(entry), postings, entry.words)
            link, last = journal.linked(link, text), entry.number
            sql.run("update money_journalentry set hash = %s where id = %s", link, entry.pk)
        sql.run("update money_moneybook set hash = %s, entry = %s", link, last)


def _forget_changes(chain: int) -> None:
    """Change what the last act says that it made of each row; a row that was put in is made by the last act of all."""
    places = {
        place: json.loads(written)
        for place, written in sql.rows("select id, facts from audit_place where facts <> '' order by id")
    }
    last = {(each[0], each[1]): each for listed in places.values() for each in listed}
    for kind in facts.kinds().values():
        now = dict(facts.digests(kind))
        for row in now.keys() | {row for name, row in last if name == kind.name}:
            if (kind.name, row) in last:
                last[kind.name, row][3] = now.get(row, "")
            else:
                places[_last_place(chain, places)].append([kind.name, row, "", now[row]])
    for place, listed in places.items():
        sql.run("update audit_place set facts = %s where id = %s", facts.written(listed), place)


def _last_place(chain: int, places: dict[int, list[list[object]]]) -> int:
    mine: set[int] = {place for (place,) in sql.rows("select id from audit_place where chain = %s", chain)}
    return max(mine & places.keys())


#: What the words in braces stand for.
_ROWS = {
    "player": "(select min(id) from people_player)",
    "other_player": "(select min(id) + 1 from people_player)",
    "duplicate": "(select id from people_player where family = 'Ulo')",
    "club": "(select id from organisations_organisation where number = '100')",
    "other_club": "(select id from organisations_organisation where number = '101')",
    "user": "(select min(id) from accounts_user)",
    "federation": "(select min(id) from federations_federation)",
    "charge": "(select min(id) from money_charge)",
    "invoice": "(select min(document_id) from money_line where type = 'adult member a season')",
    "line": "(select id from money_line where type = 'adult member a season' and corrects_id is null)",
    "payment": "(select min(id) from money_payment)",
    "account": "(select account_id from money_payment)",
    "other_account": "(select min(id) from money_moneyaccount where id not in (select account_id from money_payment))",
    "last_record": "(select max(id) from audit_record)",
}


def tampers() -> list[Tamper]:
    """Read the table of tampers."""
    read = tomllib.loads(Path(__file__).with_name("tampers.toml").read_text("utf-8"))
    return [
        Tamper(
            each["what"],
            each["named"],
            tuple(statement.format(**_ROWS) for statement in each["sql"]),
            each["covered_up"],
        )
        for each in read["tamper"]
    ]
