"""Whatever somebody does past Overtrick is refused by the database or named by ``verify``.

What nobody can see without a head that was published before stands in a table of its own.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction

from overtrick.register import append_only, sql
from overtrick.register.heads import continuation, publish, signing_key
from overtrick.register.ledger import posting as ledger
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting
from overtrick.register.people import standings
from overtrick.register.proof import prove
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.ledger.own_database import own_database, pointed_at
from tests.register.ranks.test_close_month import had
from tests.register.season import AT, NAMES, Union, union
from tests.register.tampers import IN_JUNE, MAY, Tamper, chain_again, cover_up, fill, tampers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_django import DjangoDbBlocker

    from overtrick.register.federations.models import Federation


@pytest.fixture(scope="module")
def whole(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
    django_db_setup: None,  # noqa: ARG001 - the tables
) -> Iterator[Union]:
    """An office that holds, and that has signed heads."""
    folder = tmp_path_factory.mktemp("office")
    with (
        django_db_blocker.unblock(),
        own_database(folder) as url,
        pointed_at(url),
        pytest.MonkeyPatch.context() as here,
    ):
        here.setenv(signing_key.PLACE, str(folder / "signing-key"))
        signing_key.make()
        federation = office.federation()
        with scope(federation=federation):
            found = union(federation)
            fill(found)
            publish.make(federation, AT)
            assert prove().findings == ()
            yield found


@pytest.fixture
def here(whole: Union) -> Iterator[Union]:
    """The office for one test: afterwards it is as it was."""
    with transaction.atomic():
        yield whole
        transaction.set_rollback(True)


class Editor:
    """What a migration's step asks for."""

    connection = connection
    execute = staticmethod(sql.run)


@contextmanager
def unguarded() -> Iterator[None]:
    """Take every trigger away, and put them back."""
    if not sql.on_sqlite():
        sql.run("set constraints all immediate")
    for table in append_only.TABLES:
        for name in append_only.triggers(table, sql.on_sqlite()):
            sql.run(f"drop trigger {name}" if sql.on_sqlite() else f"drop trigger {name} on {table}")
    yield
    if not sql.on_sqlite():
        sql.run("set constraints all immediate")
    for table in append_only.TABLES:
        append_only.append_only(table).change(Editor)  # type: ignore[arg-type]  # all it needs of them


#: Findings are kept with a proof: they name rows, and nobody who could be erased.
_NAMES = re.compile(rf"\b({'|'.join(' '.join((*NAMES, 'Tam Ulo', 'Una Wex', 'Else')).split())})\b")


def named() -> list[str]:
    return [each.where for each in prove().findings]


@pytest.mark.postgres
@pytest.mark.parametrize("tamper", tampers(), ids=lambda each: each.what)
@pytest.mark.usefixtures("here")
def test_what_is_done_by_hand_is_named(tamper: Tamper) -> None:
    with unguarded():
        assert all(sql.run(each) for each in tamper.statements), "nothing was changed"
    findings = prove().findings
    found = [each.where for each in findings]
    assert any(each.startswith(tamper.named) for each in found), found
    assert not any(each.startswith("trigger") for each in found)
    assert not [each for each in findings if _NAMES.search(f"{each.where} {each.says}")]


def test_there_are_many_of_them() -> None:
    assert len(tampers()) > 90
    assert len({each.what for each in tampers()}) == len(tampers())


# --- Refused by the database itself ---------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.parametrize("table", [each for each in append_only.TABLES if not each.startswith("heads_")])
@pytest.mark.parametrize("statement", ["update {} set {key} = {key} + 1", "delete from {}"])
@pytest.mark.usefixtures("here")
def test_rows_that_are_kept_for_good_are_not_changed_or_deleted(table: str, statement: str) -> None:
    keys = {"ledger_closedposting": "posting_id", "money_linecharge": "line_id", "money_payoutline": "payout_id"}
    key = keys.get(table, "id")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql.run(statement.format(table, key=key))


@pytest.mark.postgres
@pytest.mark.parametrize(
    "statement",
    [
        "update people_player set number = '1'",
        "update people_player set kept_id = id, merged_into_id = id",
        "update people_standing set ends = '1900-01-01'",
        "update organisations_organisation set number = '1'",
        "update ranks_promotion set player_id = 0",
        "update corrections_proposal set units = 0",
    ],
)
@pytest.mark.usefixtures("here")
def test_what_cannot_be_is_refused(statement: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        _run(statement)


def _run(statement: str) -> None:
    sql.run(statement)
    connection.check_constraints()


# --- Forged by somebody who knows how ---------------------------------------------------------------------------------


def forged(here: Union, kind: Posting.Kind, units: int) -> None:
    """Post as Overtrick does, chain, balances and end of the book included, with nobody who acts."""
    new = NewPosting(here.federation.pk, kind, AT.date(), here.clerk.pk, here.second.pk, "forged")
    ledger.post(new, [NewEntry(here.players[3].pk, "local", units, AT.date())])


@pytest.mark.postgres
@pytest.mark.parametrize("kind", [Posting.Kind.MANUAL, Posting.Kind.OPENING, Posting.Kind.HISTORY])
def test_a_posting_that_is_forged_with_the_chain_is_named_by_the_audit(here: Union, kind: Posting.Kind) -> None:
    forged(here, kind, 500)
    assert named() == [f"end of the book of federation {here.federation.pk}"]


def entered(here: Union) -> sql.Row:
    """Enter an opening balance, the last act there is; where the book ended before."""
    (before,) = sql.rows("select posting, entry, closing, hash from ledger_head")
    had(here, here.players[5], entered=IN_JUNE.date(), green=500)
    assert named() == []
    return before


def cut_book(before: sql.Row) -> None:
    """Take the opening balance out of the book, and say that it ended before it."""
    sql.run("delete from ledger_entry where colour = 'green'")
    sql.run("delete from ledger_balance where colour = 'green'")
    sql.run("delete from ledger_posting where id = (select max(id) from ledger_posting)")
    sql.run("update ledger_head set posting = %s, entry = %s, closing = %s, hash = %s", *before)


@pytest.mark.postgres
def test_an_end_of_the_book_that_is_cut_off_with_its_head_is_named(here: Union) -> None:
    before = entered(here)
    with unguarded():
        cut_book(before)
    assert named() == [f"end of the book of federation {here.federation.pk}"]


def cut_audit(federation: Federation) -> None:
    """Take the last act out of the audit, and say that the one before it was the last."""
    sql.run("delete from audit_record where id = (select max(id) from audit_record)")
    sql.run("delete from audit_place where id = (select max(id) from audit_place)")
    chain_again(federation.pk)


@pytest.mark.postgres
def test_an_end_of_the_audit_that_is_cut_off_is_named_by_what_the_act_changed(here: Union) -> None:
    standings.suspend(here.players[4], MAY, None, actor=here.clerk, at=AT, reason="a hearing")
    with unguarded():
        cut_audit(here.federation)
    (finding,) = prove().findings
    assert finding.where.startswith("standing ")
    assert "no act in the audit made it" in finding.says


# --- Seen only by somebody who has a head that was published before ---------------------------------------------------


def published(here: Union) -> dict[str, str]:
    """Give heads of the book and the audit, as somebody outside has them."""
    made = publish.make(here.federation, AT)
    return {"book": publish.published(made.book), "audit": publish.published(made.audit)}


def broken(heads: dict[str, str]) -> list[str]:
    return [log for log, head in heads.items() if not continuation.compare(head).holds]


@pytest.mark.proof
@pytest.mark.parametrize("tamper", tampers(), ids=lambda each: each.what)
def test_a_forger_who_rewrites_all_chains_is_named_or_seen_beside_a_published_head(here: Union, tamper: Tamper) -> None:
    heads = published(here)
    with unguarded():
        assert all(sql.run(each) for each in tamper.statements), "nothing was changed"
        cover_up(here.federation)
    found = named()
    seen = "verify" if found else "head" if broken(heads) else "undone"
    assert seen == tamper.covered_up, found


def _cut(here: Union, before: sql.Row) -> None:
    """The last act is cut off, in the book and in the audit."""
    cut_book(before)
    cut_audit(here.federation)


def _forged(here: Union, _before: sql.Row) -> None:
    """A posting is put in: the book grows, and what the audit says of its end is changed."""
    forged(here, Posting.Kind.MANUAL, 500)


def _opening(_here: Union, _before: sql.Row) -> None:
    """An opening balance becomes another."""
    sql.run("update ledger_entry set units = 5000 where colour = 'green'")


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("forge", "seen"), [(_cut, ["book", "audit"]), (_forged, ["audit"]), (_opening, ["book", "audit"])]
)
def test_points_that_are_forged_with_both_chains_are_seen_only_beside_a_published_head(
    here: Union, forge: Callable[[Union, sql.Row], None], seen: list[str]
) -> None:
    before = entered(here)
    heads = published(here)
    assert broken(heads) == []
    with unguarded():
        forge(here, before)
        cover_up(here.federation)
    assert named() == []
    assert broken(heads) == seen
