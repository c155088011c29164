"""What is done past Overtrick to the charges of members, years and copies is named, in offices of three handbooks."""

from __future__ import annotations

import tomllib
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from overtrick.register import sql
from overtrick.register.extracts import extract
from overtrick.register.heads import publish, signing_key
from overtrick.register.money import registrations, yearly
from overtrick.register.money.tariffs import NewRow
from overtrick.register.people import clubs, registration, reinstate, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.proof import prove
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.ledger.own_database import own_database, pointed_at
from tests.register.money.test_yearly import SBU
from tests.register.money.treasury import begun, entered, moment
from tests.register.season import AT, NIGHT, Union, union
from tests.register.tampers import Tamper, cover_up
from tests.register.test_tampers import broken, named, published, unguarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_django import DjangoDbBlocker

JANUARY = date(2026, 1, 2)
#: What the words in braces stand for.
_ROWS = {
    "new": "(select id from people_player where family = 'Ulo')",
    "joined": "(select id from people_player where family = 'Wex')",
    "back": "(select min(id) from people_player)",
    "listed": "(select min(id) + 1 from people_player)",
    "elmby": "(select each.id from money_moneyaccount each join organisations_organisation club "
    "on club.id = organisation_id where club.number = '101')",
}


def australia(here: Union) -> None:
    """Somebody new, somebody who came back, somebody who found a club later, and a roll."""
    begun(here, JANUARY)
    registration.register(Applicant("Tam", "Ulo"), date(2026, 4, 2), club=here.club, actor=here.clerk, at=AT)
    back = here.players[0]
    standings.lapse(back, date(2026, 4, 3), actor=here.clerk, at=AT)
    reinstate.register_again(back, here.other, date(2026, 4, 20), actor=here.clerk, at=AT)
    alone = registration.register(Applicant("Una", "Wex"), date(2026, 4, 2), actor=here.clerk, at=AT).player
    assert alone is not None
    clubs.join(alone, here.club, date(2026, 4, 9), home=True, actor=here.clerk, at=AT)
    registrations.charge_roll(date(2026, 3, 31), actor=here.clerk, at=AT)


def scotland(here: Union) -> None:
    """A season that clubs were charged for, by their members."""
    begun(here, JANUARY)
    entered(here, date(2026, 2, 2), *SBU)
    season = date(2026, 9, 1)
    yearly.charge_year(season, actor=here.clerk, at=moment(season))


def singapore(here: Union) -> None:
    """A year that clubs were charged for, a copy of a record, and a card of a batch, which costs nothing."""
    begun(here, JANUARY)
    copy, club = NewRow("copy of a record", "record", 500), NewRow("corporate member a year", "club", 10000)
    entered(here, date(2026, 2, 2), copy, club)
    year = date(2027, 1, 1)
    yearly.charge_year(year, actor=here.clerk, at=moment(year))
    extract.make(here.players[0], NIGHT, actor=here.clerk, at=AT, on_request=True)
    extract.make(here.players[1], NIGHT - timedelta(days=1), actor=here.clerk, at=AT)


OFFICES: dict[str, Callable[[Union], None]] = {"abf": australia, "sbu": scotland, "scba": singapore}


def tampers(handbook: str) -> list[Tamper]:
    """Read the rows of the table that are for an office."""
    read = tomllib.loads(Path(__file__).with_name("money_tampers.toml").read_text("utf-8"))
    return [
        Tamper(each["what"], each["named"], tuple(told.format(**_ROWS) for told in each["sql"]), each["covered_up"])
        for each in read["tamper"]
        if each["office"] == handbook
    ]


@contextmanager
def opened(handbook: str, folder: Path) -> Iterator[Union]:
    """An office of a handbook in a database of its own; it holds, and has signed heads."""
    with ExitStack() as stack:
        stack.enter_context(pointed_at(stack.enter_context(own_database(folder))))
        stack.enter_context(pytest.MonkeyPatch.context()).setenv(signing_key.PLACE, str(folder / "signing-key"))
        signing_key.make()
        federation = office.federation("far", handbook)
        stack.enter_context(scope(federation=federation))
        found = union(federation)
        OFFICES[handbook](found)
        publish.make(federation, AT)
        assert prove().findings == ()
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("handbook", OFFICES)
def test_what_is_done_to_charges_by_hand_is_named_even_where_all_chains_are_rewritten(
    handbook: str,
    tmp_path: Path,
    django_db_blocker: DjangoDbBlocker,
    django_db_setup: None,  # noqa: ARG001 - the tables
) -> None:
    with django_db_blocker.unblock(), opened(handbook, tmp_path) as here:
        for tamper in tampers(handbook):
            with transaction.atomic():
                found = done(here, tamper, covered=False)
                assert any(each.startswith(tamper.named) for each in found), (tamper.what, found)
                transaction.set_rollback(True)
            with transaction.atomic():
                heads = published(here)
                found = done(here, tamper, covered=True)
                seen = "verify" if found else "head" if broken(heads) else "undone"
                assert seen == tamper.covered_up, (tamper.what, found)
                transaction.set_rollback(True)


def done(here: Union, tamper: Tamper, *, covered: bool) -> list[str]:
    """Do it, and see what is named."""
    with unguarded():
        assert all(sql.run(each) for each in tamper.statements), f"nothing was changed: {tamper.what}"
        if covered:
            cover_up(here.federation)
    return named()


def test_every_office_has_rows() -> None:
    assert [len(tampers(each)) > 4 for each in OFFICES] == [True] * len(OFFICES)
