"""An office with something of everything, and what somebody with the database in their hands could do to it."""

from __future__ import annotations

import json
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Player as Seated
from overtrick.register import sql, transactions
from overtrick.register.audit import audit_chain, facts, trail
from overtrick.register.corrections import confirm, proposals
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.federation_settings import scheduled_settings
from overtrick.register.organisations import licences
from overtrick.register.people import counties, merge_records, standings
from overtrick.register.people.models import Standing
from overtrick.register.ranks import close_month
from tests.register import office
from tests.register.ranks.test_close_month import had
from tests.register.season import AT, Union, members, night, pairs, submitted

if TYPE_CHECKING:
    from django.db.models import Model

    from overtrick.register.audit.facts import Kind
    from overtrick.register.federations.models import Federation

MAY = date(2026, 5, 1)
IN_JUNE = datetime(2026, 6, 12, 9, tzinfo=UTC)


class Tamper(NamedTuple):
    """Something done past Overtrick, and how it is named."""

    what: str
    named: str  #: how the place of a finding begins
    statements: tuple[str, ...]


def fill(here: Union) -> None:
    """Let the office do something of everything: afterwards there is a row in every table that decides something."""
    first, second, third = here.players[:3]
    had(here, first, local=199)
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


def first_seat(here: Union) -> Seated:
    return pairs(here.players)[0][0]


def chain_again(federation: Federation) -> None:
    """Link every record of a federation again as it is now, as a forger would who knows how."""
    ((last,),) = sql.rows("select beginning from audit_chainend where chain = %s", federation.pk)
    last, number = bytes(last), 0
    for place, record, salt, beside in sql.rows(
        "select id, record_id, salt, facts from audit_place where chain = %s order by number", federation.pk
    ):
        ((_id, *row),) = audit_chain.rows_of([record])
        number += 1
        said = audit_chain.details(bytes(salt), beside, row)
        last = audit_chain.place_hash(last, number, row, said)
        sql.run("update audit_place set details = %s, hash = %s, number = %s where id = %s", said, last, number, place)
    sql.run("update audit_chainend set hash = %s, number = %s where chain = %s", last, number, federation.pk)


def facts_of(model: type[Model], row: int) -> tuple[Kind, int, str]:
    """Digest a row as it is now."""
    kind = next(each for each in facts.kinds().values() if each.model is model)
    return kind, row, dict(facts.digests(kind, [row]))[row]


def forget(federation: Federation, fact: tuple[Kind, int, str]) -> None:
    """Change what the last act says that it made of a row."""
    kind, row, now = fact
    places = sql.rows(
        "select id, facts from audit_place where chain = %s and facts <> '' order by number desc", federation.pk
    )
    for place, written in places:
        listed = json.loads(written)
        for each in reversed(listed):
            if each[:2] == [kind.name, row]:
                each[3] = now
                sql.run("update audit_place set facts = %s where id = %s", facts.written(listed), place)
                return


#: What the words in braces stand for.
_ROWS = {
    "player": "(select min(id) from people_player)",
    "other_player": "(select min(id) + 1 from people_player)",
    "duplicate": "(select id from people_player where family = 'Ulo')",
    "club": "(select id from organisations_organisation where number = '100')",
    "other_club": "(select id from organisations_organisation where number = '101')",
    "user": "(select min(id) from accounts_user)",
    "federation": "(select min(id) from federations_federation)",
    "last_record": "(select max(id) from audit_record)",
}


def tampers() -> list[Tamper]:
    """Read the table of tampers."""
    read = tomllib.loads(Path(__file__).with_name("tampers.toml").read_text("utf-8"))
    return [
        Tamper(each["what"], each["named"], tuple(statement.format(**_ROWS) for statement in each["sql"]))
        for each in read["tamper"]
    ]
