"""Whatever decides whose point it is stands in the audit's chain, by whichever way it was written."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.db import models
from django_scopes import get_scope

from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import audit_chain, audit_check, fact_check, facts, take_over, trail
from overtrick.register.audit.models import Place, Record
from overtrick.register.people.models import Allegiance, Player, Standing
from overtrick.register.scoping import scope, scopes_disabled
from tests.register import office
from tests.register.season import AT, Union, night, pairs, submitted, union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOM = "overtrick."
WAYS = ("decides", "decides_all_but", "decides_nothing")


def changed() -> list[str]:
    with transactions.read_only():
        return [each.where for each in (*audit_check.broken(), *fact_check.changed())]


@pytest.mark.parametrize(
    "model",
    [each for config in apps.get_app_configs() if config.name.startswith(ROOM) for each in config.get_models()],
    ids=lambda model: model._meta.label,  # noqa: SLF001 - Django's own way to the name
)
def test_every_table_says_whether_its_rows_decide_something(model: type[models.Model]) -> None:
    assert sum(hasattr(model, way) for way in WAYS) == 1, f"{model} has none or more than one of {WAYS}"
    columns = {each.attname for each in model._meta.concrete_fields}  # noqa: SLF001 - likewise
    assert columns.issuperset(getattr(model, "decides", ()))
    assert columns.issuperset(getattr(model, "decides_all_but", ()))
    assert len(getattr(model, "decides_nothing", "a reason")) > 6


def test_the_rows_of_an_office_at_work_are_as_the_audit_has_them(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    assert changed() == []
    assert not Record.objects.filter(action="row.change").exists()


def _save(player: Player) -> None:
    player.family = "Changed"
    player.save()


def _save_a_column(player: Player) -> None:
    player.family = "Changed"
    player.save(update_fields=["family"])


def _update(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(family="Changed")


def _bulk_update(player: Player) -> None:
    player.family = "Changed"
    Player.objects.bulk_update([player], ["family"])


def _bulk_create(player: Player) -> None:
    Standing.objects.bulk_create([Standing(player=player, status="lapsed", begins=date(2019, 1, 1), ends=AT)])


def _create(player: Player) -> None:
    player.standings.create(status="lapsed", begins=date(2019, 1, 1), ends=date(2019, 1, 2))


def _delete(player: Player) -> None:
    player.standings.get().delete()


def _delete_many(player: Player) -> None:
    Standing.objects.filter(player=player).delete()


WRITES = (_save, _save_a_column, _update, _bulk_update, _bulk_create, _create, _delete, _delete_many)


@pytest.mark.parametrize("write", WRITES, ids=lambda each: each.__name__)
@pytest.mark.parametrize("act", [True, False], ids=["in an act", "alone"])
def test_every_way_to_write_is_heard_of(here: Union, write: Callable[[Player], None], *, act: bool) -> None:
    """A row that changes beside an act stands by its record; one that changes alone gets a record for itself."""
    player = office.person("Tam Ulo", club=here.club)
    count = Place.objects.count()
    if act:
        with transactions.atomic():
            write(player)
            trail.record(here.clerk, "note", player, None, None, at=AT)
    else:
        write(player)
    place = Place.objects.select_related("record").get(number=count + 1)
    assert Place.objects.count() == count + 1
    assert place.record.action == ("note" if act else "row.change")
    assert len(place.facts) > 60
    assert changed() == []


@pytest.fixture
def nowhere(db: None) -> Iterator[Player]:  # noqa: ARG001 - the database it needs
    """A player, seen by somebody who works for the installation: no federation is in scope."""
    federation = office.federation()
    with scope(federation=federation):
        player = office.person("Tam Ulo", club=union(federation).club)
    assert get_scope().get("federation") is None
    with scopes_disabled():
        yield player


@pytest.mark.parametrize("write", [_save, _update, _bulk_create, _delete], ids=lambda each: each.__name__)
@pytest.mark.parametrize("act", [True, False], ids=["in an act", "alone"])
def test_what_is_done_over_all_federations_stands_in_the_chain_of_the_one_whose_rows_it_changed(
    nowhere: Player, write: Callable[[Player], None], *, act: bool
) -> None:
    with transactions.atomic():
        write(nowhere)
        if act:
            trail.record(None, "note", nowhere, None, None, at=AT)
    last = Place.objects.order_by("pk").last()
    assert last is not None
    assert last.chain == nowhere.federation_id
    assert len(last.facts) > 60
    assert changed() == []


@pytest.mark.usefixtures("nowhere")
def test_an_account_is_nobodys() -> None:
    made = User.objects.create(username="nobody", is_superuser=True)
    assert Place.objects.filter(chain=audit_chain.INSTALLATION, facts__contains=f'",{made.pk},"').exists()


def test_what_changes_nothing_that_counts_is_not_written_down(here: Union) -> None:
    player = office.person("Tam Ulo", club=here.club)
    count = Place.objects.count()
    Player.objects.filter(pk=player.pk).update(anonymous=True)
    player.save(update_fields=["anonymous"])
    player.save()
    assert Place.objects.count() == count


def test_a_change_that_is_taken_back_leaves_no_fact(here: Union) -> None:
    player = office.person("Tam Ulo", club=here.club)
    count = Place.objects.count()
    with pytest.raises(ZeroDivisionError):
        _failing(player)
    with transactions.atomic():
        trail.record(here.clerk, "note", player, None, None, at=AT)
        with pytest.raises(ZeroDivisionError):
            _failing(player)
    assert [each.facts for each in Place.objects.filter(number__gt=count)] == [""]
    assert changed() == []


@transactions.atomic()
def _failing(player: Player) -> None:
    _save(player)
    _create(player)
    raise ZeroDivisionError


def test_many_facts_are_divided_among_the_records(here: Union) -> None:
    with transactions.atomic():
        people = Player.objects.bulk_create(
            Player(federation=here.federation, number=str(number), family="Dax") for number in range(900_000, 901_500)
        )
        trail.keep(trail.draft(here.clerk, "note", each, None, None, at=AT) for each in people[:3])
    sizes = [len(each.facts) // 50 for each in Place.objects.order_by("-number")[:3]]
    assert 400 < sizes[0] < sizes[1]
    assert sizes[2] == 0
    assert changed() == []


def by_hand(statement: str, *values: object) -> list[str]:
    sql.run(statement, *values)
    return changed()


def test_a_change_by_hand_is_named_and_stays_named_after_the_next_act(here: Union) -> None:
    """Whoever changes a row after it was changed by hand does not make it right."""
    player = office.person("Tam Ulo", club=here.club)
    row = f"player {player.pk}"
    assert by_hand("update people_player set number = '777' where id = %s", player.pk) == [row]
    fresh = Player.objects.get(pk=player.pk)
    _save(fresh)
    (finding,) = fact_check.changed()
    assert finding.where == row
    assert "outside Overtrick before record" in finding.says
    assert by_hand("update people_player set number = %s where id = %s", player.number, player.pk) == [row, row]


def test_what_was_put_in_or_taken_out_by_hand_is_named(here: Union) -> None:
    player = office.person("Tam Ulo", club=here.club)
    ((membership,),) = sql.rows("select id from people_membership where player_id = %s", player.pk)
    assert by_hand("delete from people_membership where id = %s", membership) == [f"membership {membership}"]
    columns = "player_id, county_id, first, begins"
    found = by_hand(
        f"insert into people_allegiance ({columns}) values (%s, %s, true, '2020-01-01')",  # noqa: S608 - our own names
        player.pk,
        here.county.pk,
    )
    assert found == [f"allegiance {Allegiance.objects.get().pk}", f"membership {membership}"]


@pytest.mark.postgres
def test_facts_that_cannot_be_read_are_named() -> None:
    """The chain names the record; the comparison goes no further."""
    federation = office.federation()
    with scope(federation=federation):
        office.organisation(federation, "1", "Oakby")
    for name in ("update", "unchanged"):
        sql.run(f"drop trigger {'if exists '}audit_place_{name}" + ("" if sql.on_sqlite() else " on audit_place"))
    found = by_hand("update audit_place set facts = 'nothing' where facts <> ''")
    assert found[-1] == "facts of the audit"
    assert found[0].startswith("record 1 of the audit")


# --- Rows that are older than the facts -----------------------------------------------------------------------------


@pytest.mark.postgres
def test_rows_from_before_the_facts_are_taken_over_once(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    for table in ("audit_place", "audit_record", "audit_chainend"):
        if sql.on_sqlite():
            sql.run(f"drop trigger if exists {table}_delete")
        else:
            sql.run(f"drop trigger if exists {table}_unchanged on {table}")
        sql.run(f"delete from {table}")  # noqa: S608 - our own names
    with transactions.read_only():
        assert "do not stand in the audit yet" in next(fact_check.changed()).says
    take_over.after_upgrade()
    assert changed() == []
    count = Place.objects.model._base_manager.count()  # noqa: SLF001 - the installation's, beyond the scope
    take_over.after_upgrade()
    assert Place.objects.model._base_manager.count() == count  # noqa: SLF001 - likewise
    player = here.players[0]
    assert by_hand("update people_player set family = 'Else' where id = %s", player.pk) == [f"player {player.pk}"]


def test_a_kind_whose_columns_change_is_another_kind() -> None:
    names = {each.model.__name__: each.name for each in facts.kinds().values()}
    assert names["Player"].startswith("people.player ")
    assert len(set(names.values())) == len(names)


pytestmark = pytest.mark.django_db
