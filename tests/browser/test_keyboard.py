"""With the keyboard alone, and a focus that can be seen all the way: upload, the form by hand, and Why?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.browser.ways import on_both
from tests.web.cast import Role
from tests.web.club.files import NUMBERS, tuesday

if TYPE_CHECKING:
    from playwright.sync_api import FileChooser, Page, ViewportSize

    from tests.browser.conftest import Open

#: So often Tab is pressed in search of something.
_MOST = 80
_FOCUSED = """
() => {
  const at = document.activeElement, look = getComputedStyle(at), box = at.getBoundingClientRect();
  const label = at.closest('label'), seen = label && at.matches('[type=radio], [type=checkbox]') ? label : at;
  const around = seen.getBoundingClientRect();
  return {
    text: (at.innerText ?? '').trim(), id: at.id, type: at.type ?? '', value: at.value ?? '',
    outlined: look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) >= 2,
    shown: around.bottom > 0 && around.top < innerHeight && box.width > 0,
  };
}
"""


class Hands:
    """Hands on a keyboard, and eyes that see where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab_to(self, *, text: str = "", at: str = "", kind: str = "") -> None:
        """Press Tab until something with these words, this name or of this kind has the focus."""
        self.page.wait_for_load_state()
        for _step in range(_MOST):
            self.page.keyboard.press("Tab")
            found = self.page.evaluate(_FOCUSED)
            if (text and found["text"].startswith(text)) or at == found["id"] != "" or kind == found["type"] != "":
                assert found["outlined"], f"nobody sees that {found} has the focus on {self.page.url}"
                assert found["shown"], f"{found} has the focus where nobody sees it on {self.page.url}"
                return
        pytest.fail(f"{text or at or kind!r} cannot be reached with the keyboard on {self.page.url}")

    def press(self, text: str) -> None:
        """Go to a link or a button, and press it."""
        self.tab_to(text=text)
        self.page.keyboard.press("Enter")

    def type(self, at: str, words: str) -> None:
        """Go to a field, and type."""
        self.tab_to(at=at)
        self.page.keyboard.type(words)

    def chooser(self) -> FileChooser:
        """Press the space bar; again, if the browser had no time for it: headless, it opens one only when idle."""
        for _try in range(5):
            try:
                with self.page.expect_file_chooser(timeout=6_000) as chooser:
                    self.page.keyboard.press("Space")
            except PlaywrightTimeout:
                continue
            return chooser.value
        pytest.fail("the space bar opens no chooser of files")

    def sees(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)


def test_a_club_sends_a_file(open_page: Open) -> None:
    hands = Hands(open_page("/club/3/upload/", Role.SCORER, dark=True))
    hands.press("Skip to the page")
    hands.tab_to(kind="file")
    hands.chooser().set_files({"name": "tuesday.yaml", "mimeType": "text/yaml", "buffer": tuesday(unknown=[0])})
    expect(hands.page.get_by_text("tuesday.yaml")).to_be_visible()
    hands.press("Read these files")
    expect(hands.page.get_by_role("link", name="Say who they are")).to_be_visible()
    hands.press("Say who they are")
    hands.sees("Who are these players?")
    hands.tab_to(kind="radio")
    hands.page.keyboard.press("ArrowDown")  # through the choices
    hands.page.keyboard.press("ArrowUp")
    hands.page.keyboard.press("Space")
    hands.press("Show me the awards")
    expect(hands.page.get_by_role("button", name="Submit these awards")).to_be_visible()
    hands.press("Submit these awards")
    hands.sees("The awards are submitted")


@pytest.mark.proof
def test_a_club_enters_an_event_by_hand(open_page: Open) -> None:
    hands = Hands(open_page("/club/3/by-hand/?kind=pairs", Role.SCORER))
    hands.press("Skip to the page")
    hands.type("f-event", "Tuesday pairs")
    hands.type("f-date", "6 October 2026")
    hands.type("f-boards", "24")
    for at, number in enumerate(NUMBERS):
        hands.type(f"f-0-{at // 2}-number-{at % 2}", number)
    hands.press("Show me the awards")
    expect(hands.page.get_by_role("button", name="Submit these awards")).to_be_visible()
    assert [each.inner_text().split()[0] for each in hands.page.locator("table.awards .points").all()] == [
        "18",
        "12",
        "6",
    ]
    hands.press("Submit these awards")
    hands.sees("The awards are submitted")


@on_both
@pytest.mark.parametrize(
    ("path", "role", "why", "says"),
    [
        ("/record/", Role.PLAYER, "Why", "§ 4.1.2"),
        ("/events/1/", None, "Why?", "Place 1 of 3 awards: 3 × 6"),
        pytest.param(
            "/club/3/submissions/1/",
            Role.SCORER,
            "Ado Bem & Cor Dax",
            "Place 1 of 3 awards: 3 × 6",
            marks=pytest.mark.proof,
        ),
    ],
    ids=["record", "event", "submission"],
)
def test_a_working_is_opened(
    path: str, role: Role | None, why: str, says: str, size: ViewportSize, open_page: Open
) -> None:
    hands = Hands(open_page(path, role, size=size))
    hands.press("Skip to the page")
    hands.press(why)
    expect(hands.page.get_by_text(says).first).to_be_visible()
    assert hands.page.evaluate(_FOCUSED)["text"].startswith(why)
