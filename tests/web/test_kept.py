"""What was laid out once is shown again only if it would come out the same: a change is seen at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.urls import set_script_prefix
from django.utils import translation

from overtrick.register.competitions.models import Competition, HeldCredit, Submission
from overtrick.register.federation_settings import setup
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import Closing
from overtrick.register.people import clubs, merge_records
from overtrick.register.people.registration import correct
from overtrick.register.ranks import close_month
from overtrick.register.ranks.models import Promotion
from overtrick.web.design.fragment_cache import fingerprint, kept
from tests.register import office
from tests.register.season import AT, KIND, night, pairs, submitted
from tests.web.cast import IN_APRIL, LATE_IN_MAY, NOTHING, Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

IN_JUNE = LATE_IN_MAY.replace(month=6, day=20)


def record(log_in: LogIn, path: str = "/record/", role: Role = Role.PLAYER) -> str:
    return log_in(role).get(path).content.decode()


def _play(cast: Cast) -> None:
    submitted(cast.union, night(pairs(cast.union.players), name="Summer pairs"), at=LATE_IN_MAY)


def _close(cast: Cast) -> None:
    april, may = IN_APRIL.date(), LATE_IN_MAY.date()
    for which in (april, may):
        close_month.close(cast.union.federation, which, cast.union.clerk, IN_JUNE)


def _hide(cast: Cast) -> None:
    correct(cast.player, anonymous=True, actor=None, at=AT)


def _rename(cast: Cast) -> None:
    correct(cast.player, family="Bemmer", actor=None, at=AT)


def _merge(cast: Cast) -> None:
    merge_records.merge(cast.player, cast.partner, "the same person", actor=cast.union.clerk, at=AT)


def _move(cast: Cast) -> None:
    elsewhere = office.organisation(cast.union.federation, "777", "Elmby", KIND.CLUB)
    clubs.transfer(cast.player, elsewhere, date(2026, 6, 1), actor=None, at=AT)


def _promote(cast: Cast) -> None:
    closing = Closing.objects.latest("pk")
    standing = {"rank": "District Master", "edition": "2024", "closing": closing}
    Promotion.objects.update_or_create(player=cast.player, defaults={**standing, "reached": date(2020, 2, 29)})


def _return(_cast: Cast) -> None:
    Submission.objects.filter(competition__begins=NOTHING).update(status=Submission.Status.RETURNED)


def _rename_event(_cast: Cast) -> None:
    Competition.objects.filter(begins=NOTHING).update(name="Midnight pairs")


def _hold(cast: Cast) -> None:
    HeldCredit.objects.create(
        federation=cast.union.federation,
        submission=Submission.objects.get(pk=cast.nothing),
        player=cast.player,
        name="Ado Bem",
        colour="local",
        units=6,
        played=NOTHING,
        why="not registered on that day",
    )


def _replay(cast: Cast) -> None:
    sitting = cast.player.seats.get(submission=cast.nothing).sittings.get()
    sitting.partners = "Zed Yates"
    sitting.save()


@pytest.mark.parametrize(
    ("change", "new"),
    [
        (_play, "Summer pairs"),
        (_close, "<strong>1,972</strong>"),  # 1948 and the 24 that were provisional
        (_hide, "You are hidden from the public"),
        (_rename, "<h1>Ado Bemmer</h1>"),
        (_merge, "Cor Dax"),
        (_move, "Elmby"),
        (_promote, "Since 29 February 2020"),
        (_rename_event, "Midnight pairs"),
        (_hold, "not registered on that day"),
        (_replay, "Zed Yates"),
    ],
)
def test_a_record_shows_at_once_what_has_changed(
    change: Callable[[Cast], None], new: str, cast: Cast, log_in: LogIn
) -> None:
    before = record(log_in)
    change(cast)
    after = record(log_in)
    assert before.count(new) < after.count(new)


def test_an_event_that_was_returned_is_in_no_record_any_more(cast: Cast, log_in: LogIn) -> None:
    assert f"/record/why/nothing/{cast.nothing}/" in record(log_in)
    _return(cast)
    assert f"/record/why/nothing/{cast.nothing}/" not in record(log_in)


def test_a_month_that_is_closed_leaves_nothing_provisional(cast: Cast, log_in: LogIn) -> None:
    assert "provisional" in record(log_in)
    _close(cast)
    assert ">Provisional<" not in record(log_in)


def test_the_lines_alone_are_as_new_as_the_page(cast: Cast, log_in: LogIn) -> None:
    mine = log_in(Role.PLAYER)
    before = mine.get("/record/", headers={"HX-Request": "true"}).content.decode()
    assert before.lstrip().startswith('<div id="credits">')
    _play(cast)
    after = mine.get("/record/", headers={"HX-Request": "true"}).content.decode()
    assert "Summer pairs" in after


def test_each_language_and_each_federation_has_pages_of_its_own(cast: Cast, log_in: LogIn) -> None:
    mine = log_in(Role.PLAYER)
    english = mine.get("/record/").content.decode()
    welsh = mine.get("/record/", headers={"Accept-Language": "cy"}).content.decode()
    assert ('<html lang="en">' in english, '<html lang="cy">' in welsh) == (True, True)
    assert english != welsh
    named = mine.get(f"/@{cast.union.federation.slug}/record/").content.decode()
    assert f'href="/@{cast.union.federation.slug}/record/statement/"' in named


def test_what_the_federation_chooses_is_part_of_every_record(cast: Cast, log_in: LogIn) -> None:
    """A setting may change ranks: the page of other settings is another page, even if it comes out the same."""
    asked = log_in(Role.PLAYER)
    before = asked.get("/record/").content
    setting = next(iter(handbook.edition_on(cast.union.federation, LATE_IN_MAY.date()).settings.values()))
    other = next(choice for choice in setting.choices if choice != setting.default)
    ways = setup.Ways(settings={setting.name: other})
    setup.change(cast.union.federation, ways, actor=cast.union.clerk, at=LATE_IN_MAY)
    assert asked.get("/record/").status_code == 200
    assert b"Ado Bem" in before


def test_nobody_is_given_what_is_anothers(cast: Cast, log_in: LogIn) -> None:
    mine, other, stranger = (log_in(role) for role in (Role.PLAYER, Role.OTHER_PLAYER, Role.ANONYMOUS))
    page = f"/players/{cast.player.number}/"
    assert "This is you" in mine.get(page).content.decode()
    assert "This is you" not in other.get(page).content.decode()
    assert "This is you" not in stranger.get(page).content.decode()
    assert "<h1>Ado Bem</h1>" in mine.get("/record/").content.decode()
    assert "<h1>Elu Fin</h1>" in other.get("/record/").content.decode()
    assert stranger.get("/record/").status_code == 302


def test_two_log_ins_have_names_and_tokens_of_their_own_in_the_same_frame(log_in: LogIn) -> None:
    pages = [log_in(role).get("/record/").content.decode() for role in (Role.PLAYER, Role.OTHER_PLAYER)]
    assert [name in page for page, name in zip(pages, ("Ado Bem</a>", "Elu Fin</a>"), strict=True)] == [True, True]
    tokens = {page.partition('name="csrfmiddlewaretoken" value="')[2][:64] for page in pages}
    assert len(tokens) == 2


def test_a_page_of_somebody_who_is_logged_in_is_kept_by_no_browser(cast: Cast, log_in: LogIn) -> None:
    for role, kept_nowhere in ((Role.PLAYER, True), (Role.ANONYMOUS, False)):
        answer = log_in(role).get(f"/players/{cast.player.number}/")
        assert (answer.headers.get("Cache-Control") == "private, no-store") is kept_nowhere
        assert "Cookie" in answer.headers["Vary"]


def test_a_name_is_written_into_the_frame_as_text(cast: Cast, log_in: LogIn) -> None:
    account = cast.users[Role.PLAYER]
    account.first_name, account.last_name = "<b>", "&"
    account.save()
    assert "&lt;b&gt; &amp;</a>" in record(log_in)


def test_the_same_facts_are_laid_out_once() -> None:
    made = []

    @kept
    def page(facts: tuple[object, ...], asked: str) -> str:
        made.append(asked)
        return f"{facts} {asked}"

    for asked in ("a", "a", "b", "a"):
        assert page((1, "x", None), asked) == f"{(1, 'x', None)} {asked}"
    assert made == ["a", "b"]
    with translation.override("cy"):
        page((1, "x", None), "b")
    set_script_prefix("/@south/")
    page((1, "x", None), "b")
    assert made == ["a", "b", "b", "b"]


def test_two_kinds_of_page_with_the_same_facts_are_kept_apart() -> None:
    @kept
    def one(facts: str) -> str:
        return f"one {facts}"

    @kept
    def other(facts: str) -> str:
        return f"other {facts}"

    assert [one("a"), other("a"), one("a")] == ["one a", "other a", "one a"]


@pytest.mark.parametrize(
    "other", [(1, "ab", "c"), (1, "a", "bc", ""), ("1", "a", "bc"), (1, "a", ("bc",)), (1, "bc", "a")]
)
def test_other_facts_have_another_fingerprint(other: tuple[object, ...]) -> None:
    facts = (1, "a", "bc")
    assert fingerprint(*facts) == fingerprint(1, "abc"[:1], "abc"[1:])
    assert fingerprint(*other) != fingerprint(*facts)
