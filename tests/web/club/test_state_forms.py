"""The forms of a State's duties: what is missing or cannot be is told at its field, and what was typed stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.register.allotting import allot
from overtrick.register.directors import accredit
from overtrick.web import access
from tests.register import office
from tests.web.conftest import browser
from tests.web.form_page import FormPage

if TYPE_CHECKING:
    from tests.register.season import Union

NONSENSE = "nonsense ☃"


def test_each_form_tells_every_mistake_and_keeps_what_was_typed(state: Union) -> None:
    held = accredit.accredit(state.players[0], "Club", state.county, office.NEW_YEAR, actor=None, at=office.AT)
    allot.allot(state.federation, 2026, state.clerk, access.now())
    club, region = f"/club/{state.club.pk}", f"/club/{state.county.pk}"
    forms = {
        f"{region}/directors/new/": {"number": NONSENSE, "begins": NONSENSE},
        f"{region}/directors/{held.pk}/": {"last": NONSENSE},
        f"{club}/allotments/2027/facts/": {"scheduled sessions": NONSENSE, "founded": NONSENSE, "kilometres": NONSENSE},
        f"{club}/allotments/2026/change/": {"more": NONSENSE},
        f"{region}/choices/change/": {"begins": NONSENSE},
        f"/office/players/{state.players[1].number}/grant/": {"NZ A": NONSENSE},
    }
    client = browser(state.clerk)
    for address, typed in forms.items():
        page = FormPage(client.post(address, typed))
        assert page.status == 422, address
        page.check()
        page.check_kept(typed)
        assert {page.named(at).get("name") for at, _says in page.mistakes} >= set(typed), (address, page.mistakes)
