"""Who may open which address of a State's duties? As ``test_access.py``, for a federation whose handbook has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.test import Client

from overtrick.register.directors import accredit
from overtrick.register.organisations import officers
from tests.register import office
from tests.register.season import KIND, ROLE
from tests.web.conftest import browser

if TYPE_CHECKING:
    from tests.register.season import Union

OK, FOUND, FORBIDDEN, MISSING, UNFINISHED = 200, 302, 403, 404, 422
#: Nobody, the club's scorer, its secretary, the State's secretary, another State's secretary, the office.
WHO = ("nobody", "scorer", "secretary", "state", "other state", "office")


class Row(NamedTuple):
    """An address, and the answer each of ``WHO`` gets."""

    address: str
    answers: tuple[int, ...]
    method: str = "get"


_INSIDE = (FOUND, OK, OK, OK, MISSING, OK)
_STATE = (FOUND, MISSING, MISSING, OK, MISSING, OK)
_OFFICE = (FOUND, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, OK)

TABLE = [
    Row("/office/allotments/", (FOUND, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FOUND)),
    Row("/office/allotments/2026/", _OFFICE),
    Row("/office/allotments/2026/keep/", (FOUND, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FOUND), "post"),
    Row("/office/directors/", _OFFICE),
    Row("/office/players/{player}/grant/", _OFFICE),
    Row("/office/players/{player}/grant/", (FOUND, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, UNFINISHED), "post"),
    Row("/office/players/{player}/grant/999999/", (FOUND, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, MISSING), "post"),
    Row("/club/{club}/allotments/", _INSIDE),
    Row("/club/{club}/allotments/2026/facts/", (FOUND, FORBIDDEN, OK, OK, MISSING, OK)),
    Row("/club/{club}/allotments/2026/facts/", (FOUND, FORBIDDEN, FOUND, FOUND, MISSING, FOUND), "post"),
    Row("/club/{club}/allotments/2026/change/", (FOUND, FORBIDDEN, FORBIDDEN, OK, MISSING, OK)),
    Row(
        "/club/{club}/allotments/2026/change/",
        (FOUND, FORBIDDEN, FORBIDDEN, UNFINISHED, MISSING, UNFINISHED),
        "post",
    ),
    Row("/club/{state}/allotments/", _STATE),
    Row("/club/{state}/allotments/2026/facts/", (FOUND, MISSING, MISSING, MISSING, MISSING, MISSING)),
    Row("/club/{state}/authorised/", (FOUND, MISSING, MISSING, FOUND, MISSING, FOUND)),
    Row("/club/{state}/authorised/2026-05/", _STATE),
    Row("/club/{club}/authorised/2026-05/", (FOUND, MISSING, MISSING, MISSING, MISSING, MISSING)),
    Row("/club/{state}/choices/", _STATE),
    Row("/club/{state}/choices/change/", _STATE),
    Row("/club/{state}/choices/change/", (FOUND, MISSING, MISSING, UNFINISHED, MISSING, UNFINISHED), "post"),
    Row("/club/{club}/directors/", _INSIDE),
    Row("/club/{club}/directors/new/", (FOUND, FORBIDDEN, FORBIDDEN, FORBIDDEN, MISSING, FORBIDDEN)),
    Row("/club/{state}/directors/", _STATE),
    Row("/club/{state}/directors/new/", _STATE),
    Row("/club/{state}/directors/new/", (FOUND, MISSING, MISSING, UNFINISHED, MISSING, UNFINISHED), "post"),
    Row("/club/{state}/directors/{director}/", _STATE),
    Row("/club/{state}/directors/{director}/", (FOUND, MISSING, MISSING, UNFINISHED, MISSING, UNFINISHED), "post"),
    Row("/club/{club}/directors/{director}/", (FOUND, FORBIDDEN, MISSING, FORBIDDEN, MISSING, MISSING)),
]


def test_every_role_gets_what_the_table_says(state: Union) -> None:
    elsewhere = office.organisation(state.federation, "20", "Elmshire", KIND.REGION, state.national)
    secretary, stranger = office.user("hana"), office.user("wes")
    for where, who in ((state.club, secretary), (elsewhere, stranger)):
        officers.appoint(where, who, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    held = accredit.accredit(state.players[0], "Club", state.county, office.NEW_YEAR, actor=None, at=office.AT)
    users = (None, state.scorer, secretary, state.secretary, stranger, state.clerk)
    browsers = [browser(each) if each else Client() for each in users]
    named = {"club": state.club.pk, "state": state.county.pk, "director": held.pk, "player": state.players[0].number}
    wrong = []
    for row in TABLE:
        address = row.address.format(**named)
        answers = tuple(getattr(each, row.method)(address).status_code for each in browsers)
        if answers != row.answers:
            wrong.append((row.method, row.address, dict(zip(WHO, answers, strict=True))))
    assert not wrong
