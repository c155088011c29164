"""Heads of books and audits: made, kept, continued, and refused where the rows are no longer what was signed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.register import sql, transactions
from overtrick.register.federations.models import Federation
from overtrick.register.heads import continuation, leaves, publish, signing_key
from overtrick.register.heads.models import Head, Log, Node
from overtrick.register.heads.trees import DoesNotContinue, Tree
from overtrick.register.ledger.posting import NewEntry, NewPosting, post_all
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.scoping import scope, scopes_disabled
from overtrick.transparency import checkpoints, merkle, notes
from overtrick.transparency.keys import SigningKey, read_verifier_key
from tests.register import office

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings

    from tests.register.season import Union

AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = date(2026, 5, 12)

pytestmark = [pytest.mark.usefixtures("key"), pytest.mark.postgres]


def play(here: Union, events: int, players: int = 6) -> None:
    """Post some events of a few entries each."""
    seats = here.players[:players]
    entries = [[NewEntry(each.pk, "local", 10, DAY) for each in seats] for _event in range(events)]
    post_all([(NewPosting(here.federation.pk, "submission", DAY), each) for each in entries])


def all_leaves(log: Log) -> list[bytes]:
    """Hash every leaf that a log has."""
    found = leaves.leaves_of(log)
    return [merkle.leaf_hash(each) for each in found.between(0, found.count())]


def test_a_head_says_how_long_the_book_is_and_what_is_in_it(here: Union, key: SigningKey) -> None:
    play(here, 3)
    made = publish.make(here.federation, AT)
    head, note = checkpoints.open_checkpoint(made.book.note, [read_verifier_key(made.book.key)])
    assert head.origin == f"{key.name}/north/book"
    assert head.size == 3 * 7
    with transaction.atomic():
        assert head.root == merkle.tree_root(all_leaves(made.book.log))
    (signed,) = checkpoints.cosigners(note, [read_verifier_key(made.book.key)])
    assert signed.at == AT
    assert read_verifier_key(made.book.key).public == key.verifier.public


def test_the_audit_and_all_heads_together_have_heads_too(here: Union) -> None:
    play(here, 1)
    made = publish.make(here.federation, AT)
    assert made.audit.size > 0
    assert made.all.size == 2
    with transaction.atomic():
        assert publish.checkpoint(made.audit).root == merkle.tree_root(all_leaves(made.audit.log))
    texts = [f"north\n{notes.read_note(each.note).text}".encode() for each in (made.book, made.audit)]
    assert publish.checkpoint(made.all).root == merkle.tree_root(merkle.leaf_hash(each) for each in texts)


def test_where_nothing_was_added_the_last_head_stands(here: Union) -> None:
    play(here, 1)
    first = publish.make(here.federation, AT)
    again = publish.make(here.federation, AT + timedelta(days=1))
    assert [each.pk for each in again] == [each.pk for each in first]


def test_every_head_continues_the_one_before(here: Union) -> None:
    made = []
    for events in (1, 2, 1, 9, 30, 3):
        play(here, events)
        made.append(publish.make(here.federation, AT).book)
    assert [each.number for each in made] == [1, 2, 3, 4, 5, 6]
    with transaction.atomic():
        for at, new in enumerate(made):
            for old in made[: at + 1]:
                path = publish.tree(new).consistency(old.size, new.size)
                assert merkle.continues(old.size, bytes(old.root), new.size, bytes(new.root), path)


def test_every_row_is_proved_from_the_nodes_that_are_kept(here: Union) -> None:
    for events in (20, 21):
        play(here, events)
        head = publish.make(here.federation, AT).book
    assert head.size == 41 * 7 > 256
    with transaction.atomic():
        tree, hashes = Tree(head.log), all_leaves(head.log)
        for place, leaf in enumerate(hashes):
            assert merkle.includes(leaf, place, head.size, tree.inclusion(place, head.size), bytes(head.root))
        kept = set(Node.objects.values_list("level", "place").filter(log=head.log))
    assert kept == {(4, place) for place in range(head.size // 16)} | {(8, 0)}


def test_posting_writes_no_node(here: Union) -> None:
    play(here, 50)
    assert Node.objects.count() == 0


@pytest.mark.parametrize(
    "statement",
    [
        "update ledger_entry set hash = (select hash from ledger_posting limit 1) where id = {first} + 18",
        "delete from ledger_entry where id = {first} + 20",
        "delete from ledger_entry where posting_id = {first} + 2",
    ],
)
def test_no_head_is_signed_over_rows_that_no_longer_fit(here: Union, statement: str) -> None:
    play(here, 3)
    before = publish.make(here.federation, AT)
    play(here, 1)
    _change("ledger_entry", statement.format(first=row_id(here.federation.pk, 0)))
    with pytest.raises(DoesNotContinue, match="does not continue its last head, of 21 rows"):
        publish.make(here.federation, AT)
    assert publish.last(Log.Kind.BOOK, here.federation) == before.book


def test_a_head_cannot_be_changed_or_taken_out(here: Union) -> None:
    play(here, 1)
    publish.make(here.federation, AT)
    for statement in ("update heads_head set size = 1", "delete from heads_head", "delete from heads_log"):
        with pytest.raises(IntegrityError), transaction.atomic():
            sql.run(statement)


def test_a_new_key_signs_on_and_the_old_one_once_more(here: Union, key: SigningKey) -> None:
    play(here, 1)
    first = publish.make(here.federation, AT).book
    old, new = signing_key.replace()
    assert (old, new.name != "") == (key, True)
    second = publish.make(here.federation, AT, also=[key]).book
    assert second.size == first.size
    assert first.log.origin == second.log.origin
    for each in (key, new):
        assert checkpoints.open_checkpoint(second.note, [each.named(first.log.origin).verifier])
    assert {each.public for each in publish.known_keys()} == {key.verifier.public, new.verifier.public}


def test_without_a_key_nothing_is_signed(here: Union) -> None:
    signing_key.file().unlink()
    with pytest.raises(signing_key.NoSigningKey, match="There is no signing key in"):
        publish.make(here.federation, AT)
    with scopes_disabled():
        assert not Head.objects.exists()


def test_each_federation_has_heads_of_its_own_under_the_head_of_all(here: Union) -> None:
    play(here, 1)
    publish.make(here.federation, AT)
    south = office.federation("south", "abf")
    with scope(federation=south):
        made = publish.make(south, AT)
    assert made.book.log.origin.endswith("/south/book")
    assert made.all.size == 4
    assert Federation.objects.count() == 2


def _change(table: str, statement: str) -> None:
    """Change rows behind the office's back; the triggers are put aside, as somebody with the database could."""
    if sql.on_sqlite():
        sql.run(f"drop trigger {table}_update")
        sql.run(f"drop trigger {table}_delete")
    else:
        sql.run("set constraints all immediate")
        sql.run(f"alter table {table} disable trigger all")
    sql.run(statement)


def _heads_wrong() -> list[str]:
    with scopes_disabled(), transactions.read_only():
        return [f"{each.where}: {each.says}" for each in continuation.check_kept()]


def test_an_office_that_is_whole_continues_its_own_heads(here: Union) -> None:
    play(here, 3)
    publish.make(here.federation, AT)
    play(here, 1)
    assert _heads_wrong() == []


@pytest.mark.parametrize(
    ("table", "statement", "says"),
    [
        ("ledger_entry", "delete from ledger_entry where id = {first} + 18", "/book: Rows are missing: only 20 of 21"),
        (
            "ledger_entry",
            "update ledger_entry set hash = (select hash from ledger_posting limit 1) where id = {first} + 3",
            "under the head of 21 rows: the first that was changed is row 4, entry 3.",
        ),
        (
            "ledger_entry",
            "update ledger_entry set hash = (select hash from ledger_posting limit 1) where id = {first} + 17",
            "under the head of 21 rows: the first that was changed is row 20, entry 17.",
        ),
        (
            "ledger_posting",
            "update ledger_posting set hash = (select hash from ledger_entry limit 1) where id = {first} + 3",
            "under the head of 21 rows: the first that was changed is row 15, posting 3.",
        ),
        (
            "audit_place",
            "update audit_place set hash = (select hash from ledger_entry limit 1) where chain > 0 and number = 2",
            "the first that was changed is row 2, record 2.",
        ),
        ("heads_head", "update heads_head set note = replace(note, '\n21\n', '\n22\n')", "The signature by"),
        ("heads_head", "update heads_head set size = 20 where size = 21", "What is kept beside it was changed"),
        (
            "heads_head",
            "update heads_head set made_at = '2020-01-01 00:00:00+00'",
            "What is kept beside it was changed",
        ),
        ("heads_log", "update heads_log set origin = 'else/' || kind", "What is kept beside it was changed"),
        ("heads_node", "delete from heads_node", "hash of rows 1 to 16 of "),
        (
            "heads_node",
            "update heads_node set hash = (select hash from ledger_entry limit 1)",
            "/book: It was changed: proofs cannot be made from it.",
        ),
        ("heads_head", "update heads_head set note = 'nothing'", "head 1 of "),
        ("heads_head", "update heads_head set key = 'nothing'", "This is not a verifier key"),
    ],
)
def test_what_does_not_continue_the_last_head_is_named(here: Union, table: str, statement: str, says: str) -> None:
    play(here, 3)
    publish.make(here.federation, AT)
    _change(table, statement.format(first=row_id(here.federation.pk, 0)))
    found = _heads_wrong()
    assert any(says in each for each in found), found


def test_where_no_marks_are_kept_the_changed_row_is_one_of_sixteen(here: Union) -> None:
    play(here, 3)
    publish.make(here.federation, AT)
    _change("heads_node", "update heads_node set marks = null")
    changed = "update ledger_entry set hash = (select hash from ledger_posting limit 1) where id = {}"
    _change("ledger_entry", changed.format(row_id(here.federation.pk, 3)))
    assert any("is one of the rows 1 to 16." in each for each in _heads_wrong())


# --- Worked out first, written later ----------------------------------------------------------------------------------


def test_a_head_is_as_long_as_the_book_was_when_it_was_planned(here: Union) -> None:
    play(here, 3)
    planned = publish.plan(here.federation)
    play(here, 1)
    first = publish.make(here.federation, AT, planned=planned).book
    second = publish.make(here.federation, AT).book
    assert (first.size, second.size) == (3 * 7, 4 * 7)
    assert _heads_wrong() == []


def test_a_plan_that_another_head_has_overtaken_is_made_again(here: Union) -> None:
    play(here, 3)
    planned = publish.plan(here.federation)
    play(here, 2)
    first = publish.make(here.federation, AT).book
    again = publish.make(here.federation, AT, planned=planned).book
    assert first.size == 5 * 7
    assert again == first
    assert _heads_wrong() == []


@pytest.mark.parametrize(
    ("hosts", "known"), [(["localhost", "192.0.2.7", "points.example.org"], True), ([".local"], False)]
)
def test_a_key_has_the_offices_address_in_its_name_or_a_chance_one(
    hosts: list[str], known: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.ALLOWED_HOSTS = hosts
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "another-key"))
    made = signing_key.make()
    assert made is not None
    assert (made.name == "points.example.org") is known
