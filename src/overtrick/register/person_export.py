"""Everything that is kept about one person, as one text: for a player who asks, and for the office that answers.

Rows that name the player are given whole. Of what the person did with their account, the kind of act and its time are
given: its content is about others. Each table says by its columns which of the two it is: no new one is forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q

from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.audit.models import Record
from overtrick.register.people import identity
from overtrick.register.people.models import Contact, Player
from overtrick.register.scoping import scopes_disabled

Model = type[models.Model]
Row = dict[str, Any]

#: What the person wrote, or what is about the account alone: given whole, though it is found by the account.
OWN = frozenset(
    {
        "organisations.officer",
        "post.mailchoice",
        "post.messageread",
        "otp_totp.totpdevice",
        "logging_in.session",
        "logging_in.recoverycode",
        "queries.query",
        "queries.said",
        "tokens.token",
    }
)
#: Tables with texts that name no person by a key, and why they are not searched.
NOT_PERSONAL = {
    "auth.group": "names of rights",
    "auth.permission": "names of rights",
    "contenttypes.contenttype": "names of tables",
    "audit.chainend": "hashes",
    "audit.place": "digests of records, which are given",
    "tasks.hostmark": "a fingerprint of the office's key and the mark of its folder",
    "bookkeeping.accountcode": "codes of accounts in another program",
    "book_check.organisationcheck": "which years of a club were checked",
    "competitions.assessment": "awards of an event; the player's entries and seats are given",
    "competitions.competition": "names of events",
    "competitions.storeddraft": "an event before it is submitted; the seats are given",
    "competitions.storedevent": "the results of everybody in an event; the player's seats are given",
    "entitlements.allotment": "what a club or region may run in a year",
    "entitlements.directoryentry": "what a club told of itself for a year",
    "federations.crest": "a picture",
    "federations.federation": "settings",
    "heads.cosignature": "signatures",
    "heads.head": "signatures",
    "heads.log": "hashes",
    "heads.node": "hashes",
    "heads.witnessed": "signatures of others",
    "ledger.head": "hashes",
    "log_ins.request": "what somebody typed who asks for an account; it goes when it is answered",
    "limits.count": "hashes that cannot be read back; they go within days",
    "money.billingdetails": "how a club or region is billed and paid",
    "money.journalentry": "documents and payments, which are given",
    "money.journalposting": "amounts of documents and payments, which are given",
    "money.line": "what a document charges; the player's charges are given",
    "money.moneybook": "hashes",
    "money.tariffrow": "amounts",
    "moving_in.listpart": "a list of an old system; goes when it is entered, or when moving in is signed off",
    "organisations.organisation": "names of clubs",
    "organisations.organisationcontact": "addresses of clubs",
    "papers.paperfile": "papers of many made together, kept for a week; each is made of what is given",
    "player_file.changelog": "how far a log is; the player's line is given",
    "records.sitting": "made of the seats, which are given",
    "tasks.lastcheck": "when the machine was last checked, and what was wrong",
    "tasks.taskfile": "goes when the task is done",
    "tokens.filepermission": "what a club uses the player file for",
    "tokens.keptanswer": "what was answered to a program of a club; goes after seven days",
    "webhooks.delivery": "references and numbers that a club's program was told of; they go after 30 days",
}
#: Tables that name a person by an e-mail address.
BY_ADDRESS = {"mail.letter": "to"}
#: Never given: it would open the account.
SECRET = frozenset({"password", "key", "digest", "data", "token", "trace", "salt", "link", "seed", "old_seed"})


def export(player: Player) -> str:
    """Write everything about a player as JSON, by table."""
    whose = identity.kept(player)
    records = identity.identities(whose)
    with scopes_disabled():
        account = User.objects.filter(player__in=records).first()
        emails = set(Contact.objects.filter(player__in=records).values_list("email", flat=True))
        emails |= {account.email} if account else set()
        found = {name: rows for name, rows in _tables(records, account, emails - {""}) if rows}
        subjects = [trail.name(Player(pk=each)) for each in records] + ([trail.name(account)] if account else [])
        about = Record.objects.filter(subject__in=subjects)
        found["audit.record: about the player"] = [_whole(row) for row in about.order_by("pk")]
    return json.dumps({"number": whose.number, "tables": found}, ensure_ascii=False, indent=1, default=_plain)


def person_columns(model: Model) -> tuple[list[str], list[str]]:
    """Name the columns of a table that name a player, and those that name an account."""
    fields = [each for each in model._meta.concrete_fields if each.is_relation]  # noqa: SLF001 - Django's own way
    players = [each.name for each in fields if each.related_model is Player]
    return players, [each.name for each in fields if each.related_model is User]


def _to(column: str, emails: Iterable[str]) -> Q:
    """Ask for rows with one of the addresses, in capitals or not."""
    asked = Q()
    for email in emails:
        asked |= Q(**{f"{column}__iexact": email})
    return asked


def _tables(records: list[int], account: User | None, emails: set[str]) -> Iterator[tuple[str, list[Row]]]:
    for model in apps.get_models():
        name = model._meta.label_lower  # noqa: SLF001 - Django's own way to the name of a table
        players, accounts = person_columns(model)
        rows = model._default_manager.order_by("pk")  # noqa: SLF001 - likewise
        if model is Player:
            yield name, [_whole(row) for row in rows.filter(pk__in=records)]
            continue
        if name in BY_ADDRESS and emails:
            yield name, [_whole(row) for row in rows.filter(_to(BY_ADDRESS[name], emails))]
        if players:
            yield name, [_whole(row) for row in rows.filter(_any(players, records))]
        if accounts and account is not None:
            listed = rows.filter(_any(accounts, [account.pk]))
            if name in OWN:
                yield f"{name}: the account's", [_whole(row) for row in listed]
            else:
                yield f"{name}: acts", [_act(row, accounts, account) for row in listed]


def _any(columns: Iterable[str], values: list[int]) -> Q:
    asked = Q()
    for each in columns:
        asked |= Q(**{f"{each}__in": values})
    return asked


def _whole(row: models.Model) -> Row:
    fields = row._meta.concrete_fields  # noqa: SLF001 - Django's own way to the columns
    return {each.attname: getattr(row, each.attname) for each in fields if each.attname not in SECRET}


def _act(row: models.Model, columns: list[str], account: User) -> Row:
    """Say what somebody did to a row, and when: not what is in it."""
    did = [each for each in columns if getattr(row, f"{each}_id") == account.pk]
    fields = row._meta.concrete_fields  # noqa: SLF001 - likewise
    times = {each.attname: getattr(row, each.attname) for each in fields if isinstance(each, models.DateField)}
    return {"id": row.pk, "as": did, **times}


def _plain(value: object) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)
