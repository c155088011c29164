"""Who may open which address? One table: address, method, and the answer that each role gets.

Each part of the pages has its list here; ``EVERY`` is all of them, and no address of the program may be missing in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import URLResolver, clear_script_prefix, get_resolver, resolve
from django.utils import translation

from tests.web.cast import Cast, Role, build
from tests.web.conftest import browser

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_django import Settings

    from overtrick.register.federations.models import Federation
    from tests.worlds import Founded

OK, FOUND, FORBIDDEN, MISSING, NOT_SO, UNFINISHED = 200, 302, 403, 404, 405, 422
#: Whoever is not logged in is sent to the log-in page.
LOG_IN = FOUND


class Row(NamedTuple):
    """An address, and who gets what."""

    address: str  #: {player}, {club} … stand for the numbers of the cast: see ``address_of``
    method: str
    answers: dict[Role, int]


def everybody(status: int, **others: int) -> dict[Role, int]:
    """Everybody gets the same, but for those who are named: ``everybody(200, anonymous=302)``."""
    named = {Role[name.upper()]: answer for name, answer in others.items()}
    return {role: named.get(role, status) for role in Role}


def only(*allowed: Role, status: int = OK, others: int = FORBIDDEN) -> dict[Role, int]:
    """Let these in; whoever is not logged in is asked to."""
    answers = {role: status if role in allowed else others for role in Role}
    return answers | {Role.ANONYMOUS: LOG_IN}


PUBLIC = [
    Row("/", "get", everybody(OK)),
    Row("/worth/", "get", everybody(OK)),
    Row("/check/", "get", everybody(OK)),
    Row("/api/", "get", everybody(OK)),
    Row("/api/", "post", everybody(NOT_SO)),
    Row("/help/api/problems", "get", everybody(OK)),
    Row("/help/api/problems/event", "get", everybody(OK)),
    Row("/help/api/problems/nothing", "get", everybody(MISSING)),
    Row("/handbooks/", "get", everybody(OK)),
    Row("/handbooks/ebu/", "get", everybody(OK)),
    Row("/handbooks/ebu/chapter/2/", "get", everybody(OK)),
    Row("/handbooks/ebu/chapter/99/", "get", everybody(MISSING)),
    Row("/handbooks/ebu/unsure/", "get", everybody(OK)),
    Row("/handbooks/ebu/difference/", "get", everybody(OK)),
    Row("/handbooks/ebu/clause/3.5/", "get", everybody(OK)),
    Row("/handbooks/ebu/tables/ranks/", "get", everybody(OK)),
    Row("/handbooks/nobody/", "get", everybody(MISSING)),
    Row("/@nobody/", "get", everybody(MISSING)),
    Row("/@nobody/handbooks/ebu/", "get", everybody(MISSING)),
    Row("/look.css", "get", everybody(MISSING)),
    Row("/crest", "get", everybody(MISSING)),
    Row("/players/", "get", everybody(OK)),
    Row("/players/?search=bem", "get", everybody(OK)),
    Row("/players/{player}/", "get", everybody(OK)),
    Row("/players/999999/", "get", everybody(MISSING)),
    Row(
        "/players/{hidden}/",
        "get",
        everybody(MISSING, other_player=OK, secretary=OK, scorer=OK, county=OK, office=OK),
    ),
    Row("/events/", "get", everybody(OK)),
    Row("/events/?q=tuesday+2026-03&as=csv", "get", everybody(OK)),
    Row("/clubs/", "get", everybody(OK)),
    Row("/clubs/?as=xlsx", "get", everybody(OK)),
    Row("/clubs/{club}/", "get", everybody(OK)),
    Row("/clubs/{county}/", "get", everybody(OK)),
    Row("/clubs/999999/", "get", everybody(MISSING)),
    Row("/events/{event}/", "get", everybody(OK)),
    Row("/events/{event}/?as=csv", "get", everybody(OK)),
    Row("/events/{event}/?as=pdf", "get", everybody(OK)),
    Row("/events/{event}/?version=99", "get", everybody(MISSING)),
    Row("/events/999999/", "get", everybody(MISSING)),
    Row("/events/{event}/", "post", everybody(NOT_SO)),
    Row("/events/{event}/boards/", "get", everybody(OK)),
    Row("/events/999999/boards/", "get", everybody(MISSING)),
    Row("/events/{event}/boards/1/", "get", everybody(MISSING)),  # the file has none
    Row("/events/{event}/pairs/1/", "get", everybody(MISSING)),
    Row("/events/{event}/why/1/1/", "get", everybody(OK)),
    Row("/events/{event}/why/9/1/", "get", everybody(MISSING)),
    Row("/rankings/", "get", everybody(OK)),
    Row("/rankings/?as=csv", "get", everybody(OK)),
    Row("/rankings/?as=pdf", "get", everybody(OK)),
    Row("/promotions/", "get", everybody(OK)),
    Row("/promotions/", "post", everybody(NOT_SO)),
    Row("/proposals/", "get", everybody(OK)),
    Row("/proposals/999/", "get", everybody(MISSING)),
    Row("/proposals/999/report.pdf", "get", everybody(MISSING)),
    Row("/honours/", "get", everybody(OK)),
    Row("/honours/?year=2026&as=csv", "get", everybody(OK)),
    Row("/honours/", "post", everybody(NOT_SO)),
    Row("/book/", "get", everybody(OK)),
    Row("/book/?of=audit", "get", everybody(OK)),
    Row("/book/?of=all&as=csv", "get", everybody(OK)),
    Row("/book/?of=nothing", "get", everybody(MISSING)),
    Row("/book/keys", "get", everybody(OK)),
    Row("/book/head", "get", everybody(MISSING)),
    Row("/book/heads/1", "get", everybody(MISSING)),
    Row("/book/consistency", "get", everybody(UNFINISHED)),
    Row("/book/audit/head", "get", everybody(MISSING)),
    Row("/book/audit/heads/99999999999999999999", "get", everybody(MISSING)),
    Row("/book/book/heads/1/proof", "get", everybody(MISSING)),
    Row("/book/nothing/heads/1/proof", "get", everybody(MISSING)),
    Row("/book/all/consistency?from=-1&to=2", "get", everybody(UNFINISHED)),
    Row("/certificates/", "get", everybody(OK)),
    Row("/certificates/?code=7K3M-9QTX-0VHB", "get", everybody(MISSING)),
    Row("/certificates/{promotion}/", "get", everybody(MISSING, other_player=OK, office=OK)),
    Row("/certificates/{promotion}/?as=pdf", "get", everybody(MISSING, other_player=OK, office=OK)),
    Row("/certificates/999999/", "get", everybody(MISSING)),
    Row("/extracts/999999/", "get", everybody(MISSING)),
    Row("/extracts/999999/proof", "get", everybody(MISSING)),
    Row("/certificates/{promotion}/proof", "get", everybody(MISSING, other_player=UNFINISHED, office=UNFINISHED)),
]

ACCOUNTS = [
    Row("/log-in/", "get", everybody(OK)),
    Row("/log-in/code/", "get", everybody(FOUND)),
    Row("/forgotten/", "get", everybody(OK)),
    Row("/forgotten/sent/", "get", everybody(OK)),
    Row("/account/", "get", everybody(OK, anonymous=LOG_IN)),
    Row("/account/password/", "get", everybody(OK, anonymous=LOG_IN)),
    Row("/account/confirm/", "get", everybody(OK, anonymous=LOG_IN)),
    Row("/account/second-factor/", "get", everybody(FOUND)),
    Row("/account/second-factor/set-up/", "get", everybody(FOUND)),
    Row("/account/devices/", "get", everybody(OK, anonymous=LOG_IN)),
    Row("/account/tokens/", "get", everybody(OK, anonymous=LOG_IN)),
    Row("/account/tokens/new/", "get", everybody(FOUND)),
    Row("/account/tokens/new/", "post", everybody(FORBIDDEN, anonymous=LOG_IN)),
    Row("/account/tokens/999999/end/", "get", everybody(MISSING, anonymous=LOG_IN)),
    Row("/desk/", "get", everybody(FOUND)),
    Row("/log-out/", "post", everybody(FOUND)),
    Row("/log-out/", "get", everybody(NOT_SO)),
    Row("/account/second-factor/codes/", "post", everybody(FORBIDDEN, anonymous=LOG_IN)),
    Row("/account/second-factor/off/", "post", everybody(FORBIDDEN, anonymous=LOG_IN)),
    Row("/account/devices/end/", "post", everybody(FOUND)),
    Row("/join/", "get", everybody(OK)),
    Row("/join/", "post", everybody(UNFINISHED)),
    Row("/account/email/", "get", everybody(FOUND)),
    Row("/account/email/", "post", everybody(FORBIDDEN, anonymous=LOG_IN)),
    Row("/account/mail/", "get", everybody(OK, anonymous=LOG_IN)),
    Row("/account/mail/", "post", everybody(UNFINISHED, anonymous=LOG_IN)),
    Row("/unsubscribe/", "get", everybody(MISSING)),
    Row("/unsubscribe/?key=1+points:nobody", "post", everybody(MISSING)),
    Row("/link/", "get", everybody(MISSING)),
    Row("/link/?key=nothing", "get", everybody(MISSING)),
    Row("/link/", "post", everybody(MISSING)),
    Row("/account/devices/999999/end/", "post", everybody(MISSING, anonymous=LOG_IN)),
]

_PLAYERS = (Role.PLAYER, Role.OTHER_PLAYER)
_OWN = only(Role.PLAYER, others=MISSING)
_IN_THE_THREAD = (Role.PLAYER, Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.OFFICE)

PLAYER = [
    Row("/record/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/file.json", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/file.doc", "get", only(others=MISSING)),
    Row("/record/statistics/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/gold/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/statement/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/statement/?as=xlsx", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/statement/?as=pdf", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/statement/proof", "get", only(*_PLAYERS, status=UNFINISHED, others=MISSING)),
    Row("/record/certificates/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/money/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/money/?of=documents&as=csv", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/money/2026-0001/", "get", only(others=MISSING)),
    Row("/record/as-at/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/as-at/?day=31+of+May", "get", only(*_PLAYERS, status=UNFINISHED, others=MISSING)),
    Row("/record/as-at/", "post", only(*_PLAYERS, others=MISSING)),
    Row("/record/messages/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/messages/?show=all&as=csv", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/messages/", "post", only(others=MISSING)),  # they name no message
    Row("/record/clubs/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/clubs/", "post", only(others=MISSING)),
    Row("/record/data/", "get", everybody(FOUND)),  # to the log-in, or to the password that is asked for again
    Row("/record/details/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/details/", "post", only(*_PLAYERS, status=FOUND, others=MISSING)),
    # Players of the cast's handbook apply for nothing: see ``test_conversion_pages.py``.
    Row("/record/convert/", "get", only(others=MISSING)),
    Row("/record/applications/", "get", only(others=MISSING)),
    Row("/record/applications/new/?kind=nothing", "get", only(others=MISSING)),
    Row("/record/applications/999999/", "get", everybody(MISSING, anonymous=LOG_IN)),
    Row("/record/applications/999999/papers/1/", "get", everybody(MISSING, anonymous=LOG_IN)),
    Row("/record/privacy/", "get", only(*_PLAYERS, others=MISSING)),
    Row("/record/privacy/", "post", only(*_PLAYERS, status=UNFINISHED, others=MISSING)),
    Row("/record/why/{entry}/", "get", _OWN),
    Row("/record/why/{entry}/?as=pdf", "get", _OWN),
    Row("/record/why/999999/", "get", only(others=MISSING)),
    Row("/record/why/nothing/{nothing}/", "get", _OWN),
    Row("/record/ask/{entry}/", "get", _OWN),
    Row("/record/ask/{entry}/", "post", only(Role.PLAYER, status=UNFINISHED, others=MISSING)),
    Row("/record/ask/nothing/{nothing}/", "get", _OWN),
    Row("/queries/", "get", everybody(OK, anonymous=LOG_IN)),
    Row("/queries/{query}/", "get", only(*_IN_THE_THREAD, others=MISSING)),
    Row("/queries/{query}/", "post", only(*_IN_THE_THREAD, status=UNFINISHED, others=MISSING)),
    Row("/queries/{query}/pass-on/", "get", only(others=MISSING) | dict.fromkeys(_IN_THE_THREAD, FORBIDDEN)),
    Row("/queries/{query}/close/", "get", everybody(NOT_SO, anonymous=LOG_IN)),
    Row("/queries/{query}/close/", "post", only(*_IN_THE_THREAD, status=FOUND, others=MISSING)),
]


def inside(*allowed: Role, seen: Sequence[Role] = (), status: int = OK) -> dict[Role, int]:
    """Let these in; who sees the organisation and may not do this is forbidden, for all others it is not there."""
    answers = {role: status if role in allowed else FORBIDDEN if role in seen else MISSING for role in Role}
    return answers | {Role.ANONYMOUS: LOG_IN}


_OFFICERS = (Role.SCORER, Role.SECRETARY, Role.OFFICE)
_SEE = (*_OFFICERS, Role.COUNTY)
_KEEPERS = (Role.SECRETARY, Role.OFFICE)
_ABOVE = (Role.COUNTY, Role.OFFICE)
_OWN_MONEY = only(*_KEEPERS, others=MISSING) | {Role.SCORER: FORBIDDEN, Role.COUNTY: FORBIDDEN}

CLUB = [
    Row("/downloads/", "get", only(*_SEE)),
    Row("/downloads/?since=31+of+May", "get", only(*_SEE, status=UNFINISHED)),
    Row("/downloads/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/downloads/players.csv", "get", only(*_SEE, status=UNFINISHED)),  # the worker has made none yet
    Row("/club/", "get", only(*_SEE, status=FOUND)),
    Row("/club/{club}/", "get", inside(*_SEE)),
    Row("/club/{other_club}/", "get", inside(*_ABOVE)),
    Row("/club/{county}/", "get", inside(*_ABOVE)),
    Row("/club/{club}/calendar/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/calendar/?as=ics", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/messages/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{county}/messages/", "get", inside(*_ABOVE)),
    Row("/club/{club}/messages/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/upload/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/upload/", "post", inside(*_OFFICERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{other_club}/upload/", "post", inside(Role.OFFICE, seen=_ABOVE, status=UNFINISHED)),
    Row("/club/tokens/new", "get", only(*_KEEPERS, Role.COUNTY, status=FOUND)),
    Row("/club/{club}/tokens/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/tokens/new/", "get", inside(*_KEEPERS, seen=_SEE, status=FOUND)),
    Row("/club/{club}/tokens/new/", "post", inside(seen=_SEE)),
    Row("/club/{club}/tokens/999999/end/", "get", inside(seen=(Role.SCORER, Role.COUNTY))),
    Row("/club/{club}/tokens/pair/", "get", inside(*_KEEPERS, seen=_SEE, status=FOUND)),
    Row("/club/{club}/tokens/pair/", "post", inside(seen=_SEE)),
    Row("/club/{club}/tokens/pair/999999/", "get", inside(seen=(Role.SCORER, Role.COUNTY))),
    Row("/club/{club}/tokens/pair/999999/end/", "post", inside(seen=(Role.SCORER, Role.COUNTY))),
    Row("/club/{club}/tokens/pair/999999/end/", "get", everybody(NOT_SO, anonymous=LOG_IN)),
    Row("/club/{club}/files/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/files/?file={upload}", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{other_club}/files/?file={upload}", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/files/done/?file={upload}", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{other_club}/files/done/?file={upload}", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/files/{upload}/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{other_club}/files/{upload}/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/files/{upload}/download/", "get", inside(*_SEE)),
    Row("/club/{other_club}/files/{upload}/download/", "get", inside()),
    Row("/club/{club}/start-list/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/start-list/", "post", inside(*_OFFICERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{other_club}/start-list/", "get", inside(Role.OFFICE, seen=_ABOVE)),
    Row("/club/{club}/who/?number={player}", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/by-hand/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/by-hand/points/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/by-hand/points/", "post", inside(*_OFFICERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/by-hand/?kind=pairs", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/by-hand/{sent}/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/seasons/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{other_club}/seasons/", "get", inside(Role.OFFICE, seen=_ABOVE)),
    Row("/club/{club}/seasons/new/knock-out/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/seasons/new/knock-out/", "post", inside(*_OFFICERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/seasons/new/swiss/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/seasons/999999/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/seasons/999999/do/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/seasons/999999/round/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/seasons/999999/game/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/seasons/999999/entrants/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/seasons/999999/rounds/0/0/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/programme/", "get", inside(*_SEE)),
    Row("/club/{other_club}/programme/", "get", inside(*_ABOVE)),
    Row("/club/{county}/programme/?as=csv", "get", inside(*_ABOVE)),
    Row("/club/{club}/programme/calendar.ics", "get", inside(*_SEE)),
    Row("/club/{club}/programme/new/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/programme/new/?kind=ladder", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/programme/new/", "post", inside(*_OFFICERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{other_club}/programme/new/", "post", inside(Role.OFFICE, seen=_ABOVE, status=UNFINISHED)),
    Row("/club/{club}/programme/copy/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/programme/year/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/programme/999999/", "get", inside()),
    Row("/club/{club}/programme/999999/change/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/programme/999999/cancel/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/programme/999999/categories/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/programme/999999/leave/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/submissions/{sent}/planned/", "post", inside(*_OFFICERS, seen=_SEE, status=FOUND)),
    Row("/club/{other_club}/submissions/{sent}/planned/", "post", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/submissions/", "get", inside(*_SEE)),
    Row("/club/{club}/submissions/{sent}/", "get", inside(*_SEE)),
    Row("/club/{other_club}/submissions/{sent}/", "get", inside()),
    Row("/club/{club}/submissions/{sent}/awards.csv", "get", inside(*_SEE)),
    Row("/club/{club}/submissions/{sent}/preview/", "get", inside(*_OFFICERS, seen=_SEE, status=FOUND)),
    Row("/club/{club}/submissions/{sent}/kind/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{other_club}/submissions/{sent}/kind/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/submissions/{sent}/players/", "get", inside(*_OFFICERS, seen=_SEE, status=FOUND)),
    Row("/club/{club}/submissions/{sent}/done/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/submissions/{sent}/correct/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/submissions/{sent}/held/1/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/submissions/{sent}/decide/", "post", inside(Role.OFFICE, seen=_SEE, status=FOUND)),
    Row("/club/{club}/submissions/{sent}/decide/", "get", inside(*_SEE, status=FOUND)),
    Row("/club/{other_club}/submissions/{sent}/decide/", "get", inside()),
    Row("/club/{club}/members/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/members/{member}/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/members/new/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/members/new/", "post", inside(*_KEEPERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/members/joining/999999/", "get", inside(seen=(Role.SCORER, Role.COUNTY))),
    Row("/club/{club}/members/list/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/members/list/", "post", inside(*_KEEPERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/members/invite/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/members/codes/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/members/codes/", "post", inside(*_KEEPERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/members/{member}/as-at/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{other_club}/members/{member}/as-at/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/members/{member}/details/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{other_club}/members/{member}/details/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/members/{member}/move/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{other_club}/members/{member}/move/", "get", inside(seen=(Role.COUNTY,))),
    # Nobody's under the handbook of the cast, which tells neither of deaths nor of visitors nor of a year.
    Row("/club/{club}/members/{member}/died/", "get", inside(seen=(Role.SCORER, Role.COUNTY))),
    Row("/club/{club}/members/visitor/", "get", inside(seen=(Role.SCORER, Role.COUNTY))),
    Row("/club/{club}/members/renewal/", "get", inside(seen=(Role.SCORER, Role.COUNTY))),
    Row("/club/{club}/members/new/?as=potential", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/address/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{other_club}/address/", "get", inside(Role.OFFICE, seen=_ABOVE)),
    Row("/club/{county}/address/", "get", inside(*_ABOVE)),
    Row("/club/{other_club}/members/codes/", "post", inside(Role.OFFICE, seen=_ABOVE, status=UNFINISHED)),
    Row("/club/{club}/officers/", "get", inside(*_SEE)),
    Row("/club/{other_club}/officers/", "get", inside(*_ABOVE)),
    Row("/club/{club}/officers/new/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/officers/new/", "post", inside(*_KEEPERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/officers/{officer}/end/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{other_club}/officers/{officer}/end/", "get", inside()),
    Row("/club/{club}/webhooks/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{other_club}/webhooks/", "get", inside(Role.OFFICE, seen=_ABOVE)),
    Row("/club/{club}/webhooks/new/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/webhooks/new/", "post", inside(*_KEEPERS, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/webhooks/{webhook}/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{other_club}/webhooks/{webhook}/", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/webhooks/{webhook}/change/", "get", inside(*_KEEPERS, seen=_SEE)),
    Row("/club/{club}/webhooks/{webhook}/do/", "post", inside(seen=(Role.SCORER, Role.COUNTY))),  # no button
    Row("/club/{county}/members/", "get", inside(seen=())),
    Row("/club/{club}/licences/", "get", inside(*_SEE)),
    Row("/club/{other_club}/licences/", "get", inside(*_ABOVE)),
    Row("/club/{club}/licences/new/", "get", inside(Role.OFFICE, seen=_SEE)),
    Row("/club/{club}/licences/new/", "post", inside(Role.OFFICE, seen=_SEE, status=UNFINISHED)),
    Row("/club/{club}/licences/{licence}/", "get", inside(Role.OFFICE, seen=_SEE)),
    Row("/club/{other_club}/licences/{licence}/", "get", inside()),
    Row("/club/{club}/licences/{licence}/revoke/", "get", inside(Role.OFFICE, seen=_SEE)),
    Row("/club/{other_club}/licences/{licence}/revoke/", "get", inside()),
    Row("/club/{club}/licences/{licence}.pdf", "get", inside(*_SEE, Role.SECRETARY, *_ABOVE)),
    Row("/club/{other_club}/licences/{licence}.pdf", "get", inside()),
    Row("/club/{club}/applications/", "get", inside(*_SEE)),
    Row("/club/{club}/applications/?as=csv", "get", inside(*_SEE)),
    Row("/club/{other_club}/applications/", "get", inside(*_ABOVE)),
    Row("/club/{club}/applications/new/", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/applications/new/?kind=open+event", "get", inside(*_OFFICERS, seen=_SEE)),
    Row("/club/{club}/applications/new/?kind=nothing", "get", inside(seen=(Role.COUNTY,))),
    Row("/club/{club}/applications/{application}/", "get", inside(*_SEE)),
    Row("/club/{other_club}/applications/{application}/", "get", inside()),
    Row("/club/{club}/applications/{application}/conditions/", "get", inside(*_SEE)),
    Row("/club/{club}/applications/{application}/licence/", "get", inside(*_SEE)),
    Row("/club/{club}/applications/{application}/papers/{paper}/", "get", inside(*_SEE)),
    Row("/club/{other_club}/applications/{application}/papers/{paper}/", "get", inside()),
    # The handbook of the cast gives counties no such duties: see ``club/test_state_access.py``.
    Row("/club/{club}/allotments/", "get", inside()),
    Row("/club/{club}/allotments/2027/facts/", "get", inside()),
    Row("/club/{club}/allotments/2027/change/", "get", inside(seen=(Role.SCORER, Role.SECRETARY))),
    Row("/club/{county}/authorised/", "get", inside(*_ABOVE, status=FOUND)),
    Row("/club/{county}/authorised/2026-05/", "get", inside()),
    Row("/club/{county}/choices/", "get", inside()),
    Row("/club/{county}/choices/change/", "get", inside()),
    Row("/club/{county}/directors/", "get", inside()),
    Row("/club/{county}/directors/new/", "get", inside()),
    Row("/club/{county}/directors/999999/", "get", inside()),
    Row("/club/{county}/approvals/", "get", inside(*_ABOVE)),
    Row("/club/{club}/approvals/", "get", inside(seen=_SEE)),
    Row("/club/{club}/money/", "get", _OWN_MONEY),
    Row("/club/{other_club}/money/", "get", only(Role.OFFICE, others=MISSING) | {Role.COUNTY: FORBIDDEN}),
    Row("/club/{club}/money/2026-0001/", "get", _OWN_MONEY | {Role.SECRETARY: MISSING, Role.OFFICE: MISSING}),
    Row(
        "/club/{club}/money/2026-0001/dispute/1/",
        "get",
        _OWN_MONEY | {Role.SECRETARY: FORBIDDEN, Role.OFFICE: MISSING},
    ),
    Row("/club/{county}/money/share/", "get", only(*_ABOVE, others=MISSING)),
    Row("/club/{county}/money/run/", "get", only(Role.OFFICE, others=MISSING) | {Role.COUNTY: FORBIDDEN}),
    Row("/club/{county}/money/tariff/", "get", only(Role.OFFICE, others=MISSING) | {Role.COUNTY: FORBIDDEN}),
    Row(
        "/club/{county}/money/decisions/999999/",
        "get",
        only(others=MISSING) | {Role.COUNTY: FORBIDDEN},
    ),
    Row("/club/{county}/approvals/several/", "get", inside(*_ABOVE)),
    Row("/club/{county}/approvals/several/", "post", inside(*_ABOVE, status=FOUND)),
    Row("/club/{club}/approvals/several/", "get", inside(seen=_SEE)),
    Row("/club/{county}/approvals/approved/", "get", inside(*_ABOVE)),
    Row("/club/{club}/approvals/approved/", "get", inside(seen=_SEE)),
    Row("/club/{club}/reports/", "get", inside(Role.SECRETARY, *_ABOVE, seen=_SEE)),
    Row("/club/{club}/reports/?period=2026-Q2&of=members&as=csv", "get", inside(Role.SECRETARY, *_ABOVE, seen=_SEE)),
    Row("/club/{county}/reports/?period=2026", "get", inside(*_ABOVE)),
    Row("/club/{county}/reports/?period=2026&as=pdf", "get", inside(*_ABOVE)),
    Row("/club/{county}/clubs/", "get", inside(*_ABOVE)),
    Row("/club/{county}/clubs/?month=2026-05&as=xlsx", "get", inside(*_ABOVE)),
    Row("/club/{club}/clubs/", "get", inside()),
    Row("/club/{county}/clubs/members/", "get", inside(*_ABOVE)),
    Row("/club/{club}/clubs/members/", "get", inside()),
    Row("/club/{county}/clubs/licences/", "get", inside(*_ABOVE)),
    Row("/club/{club}/clubs/licences/", "get", inside()),
]

_OFFICE = only(Role.OFFICE)
_NOT_THERE = only(Role.OFFICE, status=MISSING)

OFFICE = [
    Row("/office/", "get", _OFFICE),
    Row("/office/calendar/", "get", _OFFICE),
    Row("/office/calendar/?days=7&as=xlsx", "get", _OFFICE),
    Row("/office/messages/", "get", _OFFICE),
    Row("/office/messages/", "post", _NOT_THERE),
    Row("/office/submissions/", "get", _OFFICE),
    Row("/office/submissions/?q=oakby&as=csv", "get", _OFFICE),
    Row("/office/submissions/approve/", "get", _OFFICE),
    Row("/office/submissions/approve/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/submissions/approved/", "get", _OFFICE),
    Row("/office/submissions/{nothing}/file/", "get", _OFFICE),
    Row("/office/clubs/", "get", _OFFICE),
    Row("/office/clubs/?month=2026-05&stage=waiting&as=xlsx", "get", _OFFICE),
    Row("/office/questions/", "get", _OFFICE),
    Row("/office/questions/?which=closed&as=csv", "get", _OFFICE),
    Row("/office/held/", "get", _OFFICE),
    Row("/office/findings/", "get", _OFFICE),
    Row("/office/events/", "get", _OFFICE),
    Row("/office/players/", "get", _OFFICE),
    Row("/office/members/", "get", _OFFICE),
    Row("/office/renewal/2027/", "get", _OFFICE),
    Row("/office/renewal/1066/", "get", _NOT_THERE),
    Row("/office/lapse/", "get", _OFFICE),
    Row("/office/lapse/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/youth/", "get", _NOT_THERE),
    Row("/office/cards/2027/", "get", _NOT_THERE),
    Row("/office/forwarding/", "get", _NOT_THERE),
    Row("/office/doubles/", "get", _OFFICE),
    Row("/office/doubles/{player}/{hidden}/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/players/register/", "get", _OFFICE),
    Row("/office/players/{player}/", "get", _OFFICE),
    Row("/office/players/{player}/entries/", "get", _OFFICE),
    Row("/office/players/{player}/as-at/?day=2026-04-30", "get", _OFFICE),
    Row("/office/players/{player}/as-at/", "post", _OFFICE),
    Row("/office/players/{player}/again/", "get", _OFFICE),
    Row("/office/players/{player}/details/", "get", _OFFICE),
    Row("/office/players/{player}/standing/", "get", _OFFICE),
    Row("/office/players/{player}/transfer/", "get", _OFFICE),
    Row("/office/players/{player}/county/", "get", _OFFICE),
    Row("/office/players/{player}/suspend/", "get", _OFFICE),
    Row("/office/players/{player}/lift/", "get", _OFFICE),
    Row("/office/players/{player}/merge/", "get", _OFFICE),
    Row("/office/players/{player}/points/", "get", _OFFICE),
    Row("/office/players/{player}/union/", "get", _OFFICE),
    Row("/office/players/{player}/convert/", "get", _NOT_THERE),  # the handbook of the cast has no conversion
    Row("/office/players/{player}/grant/", "get", _NOT_THERE),
    Row("/office/players/{player}/grant/999999/", "post", _NOT_THERE),
    Row("/office/players/{player}/data/", "get", _OFFICE),
    Row("/office/players/{player}/data/", "post", only()),  # the office is asked for the password first
    Row("/office/players/{player}/erase/", "get", _OFFICE),
    Row("/office/players/{player}/erase/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/proposals/", "get", _OFFICE),
    Row("/office/proposals/new/", "get", _OFFICE),
    Row("/office/proposals/new/table/share/", "get", _OFFICE),
    Row("/office/proposals/new/table/share/1/", "get", _OFFICE),
    Row("/office/proposals/new/table/share/1/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/proposals/new/setting/match_factor_on/", "get", _OFFICE),
    Row("/office/proposals/new/setting/match_factor_on/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/proposals/999/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/2025-01-01_2025-12-31/2026-01-01/a/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/2025-01-01_2025-12-31/2026-01-01/a/publish/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/2025-01-01_2025-12-31/2026-01-01/a/publish/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/new/handbook/wbu/", "get", _OFFICE),
    Row("/office/proposals/new/handbook/wbu/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/proposals/new/edition/2024/", "get", _OFFICE),
    Row("/office/proposals/new/edition/2024/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/proposals/999/add/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/table/share/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/table/share/1/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/table/share/1/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/setting/match_factor_on/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/setting/match_factor_on/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/handbook/wbu/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/handbook/wbu/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/title/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/title/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/edition/2024/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/add/edition/2024/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/remove/0/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/withdraw/", "get", only(Role.OFFICE, status=MISSING)),
    Row("/office/proposals/999/withdraw/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/office/tasks/", "get", _OFFICE),
    Row("/office/tasks/999999/retry/", "post", only(Role.OFFICE, status=MISSING)),
    Row("/tasks/999999/", "get", only(others=MISSING)),
    Row("/office/joining/", "get", _OFFICE),
    Row("/office/joining/999999/", "post", _NOT_THERE),
    Row("/office/corrections/", "get", _OFFICE),
    Row("/office/applications/", "get", _OFFICE),
    Row("/office/applications/?state=all&as=csv", "get", _OFFICE),
    Row("/office/applications/overdue/", "get", _OFFICE),
    Row("/office/applications/licences/", "get", _OFFICE),
    Row("/office/applications/{application}/", "get", _OFFICE),
    Row("/office/applications/{application}/came/", "get", _OFFICE),
    Row("/office/applications/{application}/revoke/", "get", _OFFICE),
    Row("/office/applications/{application}/papers/{paper}/", "get", _OFFICE),
    Row("/office/organisations/", "get", _OFFICE),
    Row("/office/organisations/new/", "get", _OFFICE),
    Row("/office/organisations/{club}/", "get", _OFFICE),
    Row("/office/organisations/{club}/change/", "get", _OFFICE),
    Row("/office/organisations/{club}/affiliate/", "get", _OFFICE),
    Row("/office/organisations/{club}/leave/", "get", _OFFICE),
    Row("/office/organisations/{club}/player-file/", "get", _OFFICE),
    Row("/office/organisations/{club}/player-file/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/organisations/{club}/appoint/", "get", _OFFICE),
    Row("/office/players/{player}/invite/", "get", _OFFICE),
    Row("/office/players/{player}/invite/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/allotments/", "get", _NOT_THERE),
    Row("/office/allotments/2027/", "get", _NOT_THERE),
    Row("/office/allotments/2027/keep/", "post", _NOT_THERE),
    Row("/office/directors/", "get", _NOT_THERE),
    Row("/office/accounts/", "get", _OFFICE),
    Row("/office/accounts/invite/", "get", _OFFICE),
    Row("/office/accounts/invite/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/accounts/{account}/", "get", _OFFICE),
    Row("/office/accounts/{account}/link/", "get", _OFFICE),
    Row("/office/accounts/{account}/lock/", "get", _OFFICE),
    Row("/office/accounts/{account}/unlock/", "get", _OFFICE),
    Row("/office/accounts/{account}/end/", "get", _OFFICE),
    Row("/office/accounts/{account_elsewhere}/", "get", _NOT_THERE),
    Row("/office/accounts/{account_elsewhere}/link/", "get", _NOT_THERE),
    Row("/office/accounts/{account_elsewhere}/end/", "post", _NOT_THERE),
    Row("/office/mail/", "get", _OFFICE),
    Row("/office/mail/999999/", "get", _NOT_THERE),
    Row("/office/mail/999999/again/", "post", _NOT_THERE),
    Row("/office/months/", "get", _OFFICE),
    Row("/office/months/2026-04/", "get", _OFFICE),
    Row("/office/money/", "get", _OFFICE),
    Row("/office/money/begin/", "get", _OFFICE),
    Row("/office/money/begin/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/money/tariffs/", "get", _OFFICE),
    Row("/office/money/tariffs/?of=today&as=csv", "get", _OFFICE),
    Row("/office/money/tariffs/999999/", "get", _NOT_THERE),
    Row("/office/money/tariffs/new/{county}/", "get", _OFFICE),
    Row("/office/money/tariffs/new/{club}/", "get", _NOT_THERE),
    Row("/office/money/tariffs/tax/", "get", _OFFICE),
    Row("/office/money/charges/", "get", _OFFICE),
    Row("/office/money/charges/?which=all&q=oakby&as=csv", "get", _OFFICE),
    Row("/office/money/charges/price/", "get", _OFFICE),
    Row("/office/money/charges/price/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/money/charges/waive/", "get", only(Role.OFFICE, status=FOUND)),
    Row("/office/money/licences/", "get", _OFFICE),
    Row("/office/money/licences/999999/", "get", _NOT_THERE),
    Row("/office/money/yearly/", "get", _OFFICE),
    Row("/office/money/runs/", "get", _OFFICE),
    Row("/office/money/runs/rehearsal/", "get", _OFFICE),
    Row("/office/money/runs/rehearsal/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/money/runs/999999/", "get", _NOT_THERE),
    Row("/office/money/documents/", "get", _OFFICE),
    Row("/office/money/documents/?q=2026&as=xlsx", "get", _OFFICE),
    Row("/office/money/documents/2026-0001/", "get", _NOT_THERE),
    Row("/office/money/documents/2026-0001/credit/", "get", _NOT_THERE),
    Row("/office/money/documents/2026-0001/write-off/", "get", _NOT_THERE),
    Row("/office/money/payments/", "get", _OFFICE),
    Row("/office/money/payments/?which=free&as=csv", "get", _OFFICE),
    Row("/office/money/payments/new/", "get", _OFFICE),
    Row("/office/money/payments/bank/", "get", _OFFICE),
    Row("/office/money/payments/bank/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/money/payments/999999/", "get", _NOT_THERE),
    Row("/office/money/payments/999999/take-back/", "get", _NOT_THERE),
    Row("/office/money/payments/matches/999999/undo/", "post", _NOT_THERE),
    Row("/office/money/accounts/999999/", "get", _NOT_THERE),
    Row("/office/money/accounts/999999/allow/", "get", _NOT_THERE),
    Row("/office/money/accounts/999999/refund/", "get", _NOT_THERE),
    Row("/office/money/debtors/", "get", _OFFICE),
    Row("/office/money/debtors/?of=debtors&as=csv", "get", _OFFICE),
    Row("/office/money/fines/", "get", _OFFICE),
    Row("/office/money/fines/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/money/fines/waive/", "get", only(Role.OFFICE, status=FOUND)),
    Row("/office/money/shares/", "get", _OFFICE),
    Row("/office/money/shares/999999/pay-out/", "get", _NOT_THERE),
    Row("/office/money/balances/", "get", _OFFICE),
    Row("/office/money/balances/?day=2026-06-30&of=journal&as=csv", "get", _OFFICE),
    Row("/office/money/balances/statement/", "get", _OFFICE),
    Row("/office/money/balances/statement/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/money/reminders/", "get", _OFFICE),
    Row("/office/money/reminders/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/money/roll/", "get", _OFFICE),
    Row("/office/money/disputes/", "get", _OFFICE),
    Row("/office/money/disputes/999999/", "get", _NOT_THERE),
    Row("/office/money/decisions/", "get", _OFFICE),
    Row("/office/money/decisions/999999/", "get", _NOT_THERE),
    Row("/office/money/decisions/999999/confirm/", "post", _NOT_THERE),
    Row("/office/money/decisions/999999/refuse/", "get", _NOT_THERE),
    Row("/office/money/exports/", "get", _OFFICE),
    Row("/office/money/exports/ledger/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/money/exports/nothing/", "post", _NOT_THERE),
    Row("/office/money/exports/999999/copy/", "post", _NOT_THERE),
    Row("/office/money/exports/codes/xero/", "get", _OFFICE),
    Row("/office/money/details/", "get", _OFFICE),
    Row("/office/money/details/{club}/", "get", _OFFICE),
    Row("/office/moving-in/", "get", _OFFICE),
    Row("/office/moving-in/report/", "get", _OFFICE),
    Row("/office/moving-in/sign/?report=0", "get", _OFFICE),
    Row("/office/moving-in/members/", "get", _OFFICE),
    Row("/office/moving-in/members/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/moving-in/nothing/", "get", _NOT_THERE),
    Row("/office/moving-in/members/example.csv", "get", _OFFICE),
    Row("/office/moving-in/invite/", "get", everybody(NOT_SO)),
    Row("/office/moving-in/lists/999999/", "get", _NOT_THERE),
    Row("/office/moving-in/lists/999999/enter/", "post", _NOT_THERE),
    Row("/office/moving-in/lists/999999/remove/", "post", _NOT_THERE),
    Row("/office/promotions/", "get", _OFFICE),
    Row("/office/papers/", "get", _OFFICE),
    Row("/office/papers/999999/file/", "get", _NOT_THERE),
    Row("/office/audit/", "get", _OFFICE),
    Row("/office/settings/", "get", _OFFICE),
    Row("/office/settings/look/", "get", _OFFICE),
    Row("/office/settings/ways/", "get", _OFFICE),
    Row("/office/settings/match_factor_on/", "get", _OFFICE),
    Row("/office/settings/withdraw/999999/", "get", _NOT_THERE),
    Row("/office/proof/", "get", _OFFICE),
    Row("/office/proof/", "post", only(Role.OFFICE, status=UNFINISHED)),
    Row("/office/proof/999999/", "get", _NOT_THERE),
    Row("/office/submissions/999999/", "get", _NOT_THERE),
    Row("/office/submissions/999999/return/", "get", _NOT_THERE),
    Row("/office/held/999999/", "get", _NOT_THERE),
    Row("/office/findings/999999/", "get", _NOT_THERE),
    Row("/office/held/999999/drop/", "get", _NOT_THERE),
    Row("/office/events/999999/", "get", _NOT_THERE),
    Row("/office/events/999999/reverse/", "get", _NOT_THERE),
    Row("/office/players/{player}/unmerge/", "get", _NOT_THERE),
    Row("/office/corrections/999999/", "get", _NOT_THERE),
    Row("/office/corrections/999999/refuse/", "get", _NOT_THERE),
    Row("/office/organisations/{club}/officers/999999/dismiss/", "get", _NOT_THERE),
    Row("/office/audit/999999/", "get", _NOT_THERE),
    Row("/office/submissions/999999/approve/", "post", _NOT_THERE),
    Row("/office/corrections/999999/confirm/", "post", _NOT_THERE),
    Row("/office/players/{player}/release/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/players/{player}/release/", "get", everybody(NOT_SO)),
    Row("/office/months/2026-05/late/", "get", _OFFICE),
    Row("/office/months/2026-05/late/?of=late&as=csv", "get", _OFFICE),
    Row("/office/months/2026-04/close/", "post", only(Role.OFFICE, status=FOUND)),
    Row("/office/months/2026-04/close/", "get", everybody(NOT_SO)),
]

HELP = [
    Row("/help/", "get", everybody(OK)),
    Row("/help/office/", "get", everybody(OK)),
    Row("/language/cy/", "get", everybody(FOUND)),
]

EVERY = [*PUBLIC, *ACCOUNTS, *PLAYER, *CLUB, *OFFICE, *HELP]


def address_of(row: Row, cast: Cast) -> str:
    """Put the numbers of the cast into an address."""
    return row.address.format(
        player=cast.player.number,
        hidden=cast.hidden.number,
        club=cast.union.club.pk,
        other_club=cast.union.other.pk,
        county=cast.union.county.pk,
        entry=cast.entry,
        nothing=cast.nothing,
        query=cast.query,
        promotion=cast.promotion,
        licence=cast.licence,
        webhook=cast.webhook,
        application=cast.application,
        paper=cast.paper,
        sent=cast.sent,
        event=cast.event,
        upload=cast.upload,
        member=cast.player.pk,
        officer=cast.post,
        account=cast.users[Role.SECRETARY].pk,
        account_elsewhere=cast.users[Role.ELSEWHERE].pk,
    )


def test_no_address_is_missing_in_the_table(cast: Cast) -> None:
    listed = {resolve(address_of(row, cast).partition("?")[0]).view_name for row in EVERY if "@" not in row.address}
    assert set(_names(get_resolver())) - listed == set()


def _names(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _names(each)
        else:
            yield each.name or str(each.pattern)


class LoggedIn(NamedTuple):
    """Everybody, and a session of each."""

    cast: Cast
    sessions: dict[Role, str]

    @property
    def federation(self) -> Federation:
        """Where they are."""
        return self.cast.federation


def _logged_in() -> LoggedIn:
    """Everybody logs in once; what a test does with a log-in is taken back like the rest."""
    cast = build()
    return LoggedIn(cast, {role: browser(user).cookies["sessionid"].value for role, user in cast.users.items()})


@pytest.mark.parametrize("row", EVERY, ids=lambda row: f"{row.method} {row.address}")
def test_every_role_gets_at_every_address_what_the_table_says(row: Row, founded: Founded, settings: Settings) -> None:
    """Each asks as if nobody had asked before: what a request did, and how it was counted, is forgotten.

    Who only asks for a page writes nothing, and nobody stores what somebody saw who was logged in.
    """
    cast, sessions = founded(_logged_in)
    home, client, answered, stored = settings.HOME, Client(), {}, set()
    for role in Role:
        settings.HOME = settings.SHARED = home / role
        settings.HOME.mkdir()
        client.cookies.clear()
        if role in sessions:
            client.cookies["sessionid"] = sessions[role]
        with transaction.atomic():
            before = connection.connection.total_changes
            answer = client.generic(row.method.upper(), address_of(row, cast))
            wrote = connection.connection.total_changes - before
            transaction.set_rollback(True)
        answered[role] = answer.status_code
        assert not wrote or row.method != "get" or "/who/?number=" in row.address, "a look-up is counted"
        if role in sessions and "no-store" not in answer.headers.get("Cache-Control", ""):
            stored.add(role)
        clear_script_prefix()
        translation.activate("en")
    assert answered == {role: row.answers[role] for role in Role}
    # What looks the same for everybody says so itself, and may be stored by everybody.
    assert not stored or row.address in {"/look.css", "/crest"}
