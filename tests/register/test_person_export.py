"""What is kept about a person can be given to them: all of it, and nothing that opens their account."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.db import models

from overtrick.register import person_export
from overtrick.register.mail.models import Letter
from overtrick.register.people import contacts, registration
from overtrick.register.people.models import Player
from overtrick.register.queries import threads
from tests.register import office
from tests.register.season import AT, night, pairs, submitted

if TYPE_CHECKING:
    from tests.register.season import Union

_TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model._meta.label_lower)  # noqa: SLF001 - Django's own way
def test_every_table_names_its_person_or_says_why_it_holds_none(model: type[models.Model]) -> None:
    players, accounts = person_export.person_columns(model)
    meta = model._meta  # noqa: SLF001 - Django's own way to the name of a table
    named = bool(players or accounts) or model is Player or meta.label_lower in person_export.BY_ADDRESS
    texts = [each.name for each in meta.concrete_fields if isinstance(each, _TEXTS)]
    assert (meta.label_lower in person_export.NOT_PERSONAL) == (bool(texts) and not named)


def test_a_person_gets_what_every_table_says_of_them(here: Union) -> None:
    player, other = here.players[:2]
    registration.correct(player, given="Adolfine", actor=here.clerk, at=AT)
    submitted(here, night(pairs(here.players)), at=AT)
    account = office.user("ado")
    account.player = player
    account.set_password("three no trumps")
    account.save()
    threads.ask(player, threads.About("18 points", 1, None), "Was it not 24?", actor=account, at=AT)
    text = person_export.export(player)
    found = json.loads(text)["tables"]
    assert [row["given"] for row in found["people.player"]] == ["Adolfine"]
    for table in ("people.standing", "people.membership", "competitions.seat", "ledger.entry", "accounts.user"):
        assert found[table], table
    assert "Was it not 24?" in text
    assert {each["action"] for each in found["audit.record: about the player"]} >= {"player.correct"}
    assert account.password not in text
    assert other.family not in json.dumps(found["people.player"])


def test_letters_are_found_by_the_address_on_file_and_by_that_of_the_account(here: Union) -> None:
    player = here.players[0]
    contacts.change_email(player, "ado@example.org", actor=here.clerk, at=AT)
    account = office.user("ado")
    account.player, account.email = player, "bem@example.org"
    account.save()
    for to in ("Ado@example.org", "bem@example.org", "other@example.org"):
        Letter.objects.create(
            federation=here.federation, key=to, kind="member", to=to, subject="S", text="T", added_at=AT, next_try_at=AT
        )
    found = json.loads(person_export.export(player))["tables"]
    assert [each["to"] for each in found["mail.letter"]] == ["Ado@example.org", "bem@example.org"]
