"""An edition with proposed changes pays by them, and the edition itself as before."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.handbooks.edition import BadSetting
from overtrick.handbooks.proposed import Change, Proposed, RowChange, SettingChange
from overtrick.handbooks.tables import BadTable

FORTY = RowChange("share", "18-35", (("share", "2/5"), ("words", "two fifths")))
EBU = handbooks.get("ebu").latest


def pairs(count: int, day: date = date(2026, 11, 10)) -> Event:
    ranked = tuple(
        Contestant(f"Pair {at}", (Player(f"A{at}"), Player(f"B{at}")), place=at) for at in range(1, count + 1)
    )
    return Event("Tuesday", day, (Stage(Play.PAIRS, Schedule(24), (Field(contestants=ranked),)),), "club")


def paid(edition: Proposed, event: Event) -> list[int]:
    return [award.units for award in edition.assess(event).awards[::2]]


def test_top_40_per_cent_instead_of_a_third() -> None:
    # 16 pairs: a third is 6 awards of 6 points a place, two fifths (6.4, rounded up) 7
    assert [award.units for award in EBU.assess(pairs(16)).awards[::2]] == [36, 30, 24, 18, 12, 6]
    assert paid(Proposed(EBU, [FORTY]), pairs(16)) == [42, 36, 30, 24, 18, 12, 6]
    assert [award.units for award in EBU.assess(pairs(16)).awards[::2]] == [36, 30, 24, 18, 12, 6]


def test_a_change_counts_from_its_day_on() -> None:
    later = Proposed(EBU, [FORTY._replace(begins=date(2026, 11, 10))])
    assert paid(later, pairs(16, date(2026, 11, 9))) == [36, 30, 24, 18, 12, 6]
    assert paid(later, pairs(16)) == [42, 36, 30, 24, 18, 12, 6]


def test_the_working_says_what_was_proposed() -> None:
    first = Proposed(EBU, [FORTY]).assess(pairs(16)).awards[0]
    assert "7 awards: two fifths of 16 pairs, rounded up" in [each.says for each in first.working.because]


def test_two_changes_of_different_rows_agree_in_either_order() -> None:
    short = RowChange("share", "12-17", (("share", "1/3"),))
    one, two = Proposed(EBU, [FORTY, short]), Proposed(EBU, [short, FORTY])
    assert one.written_table("share") == two.written_table("share")


def test_a_change_and_its_inverse_bring_the_edition_back() -> None:
    back = FORTY._replace(cells=(("share", "1/3"), ("words", "one third")))
    assert Proposed(EBU, [FORTY, back]).written_table("share") == EBU.written_table("share")


def test_no_change_changes_nothing() -> None:
    assert paid(Proposed(EBU, []), pairs(16)) == [36, 30, 24, 18, 12, 6]


def test_a_setting_goes_before_what_a_federation_chose() -> None:
    changed = Proposed(EBU, [SettingChange("without_standing", "places stay")])
    assert (
        changed.book(settings={"without_standing": "those below move up"}).setting("without_standing") == "places stay"
    )
    assert EBU.book().setting("without_standing") == "those below move up"


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        (
            RowChange("share", "18-36", FORTY.cells),
            BadTable,
            "share: has no row '18-36'; its rows are 12-17, 18-35, 36+",
        ),
        (RowChange("share", "18-35", (("part", 1),)), BadTable, "share: has no column 'part'; its columns are share,"),
        (RowChange("share", "18-35", (("share", "lots"),)), BadTable, "share is '1/3' there, a figure; 'lots' cannot"),
        (RowChange("share", "18-35", (("share", "1/0"),)), BadTable, "'1/0' cannot take its place"),
        (RowChange("share", "18-35", (("share", "-1/3"),)), BadTable, "'-1/3' cannot take its place"),
        (RowChange("part", "18-35", FORTY.cells), BadTable, "part: is no table of the EBU handbook, April 2024"),
        (SettingChange("fairness", "more"), BadSetting, "has no setting 'fairness'"),
        (SettingChange("without_standing", "up"), BadSetting, "those below move up or places stay, not 'up'"),
    ],
)
def test_a_change_that_does_not_fit_is_refused(change: Change, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Proposed(EBU, [change])
