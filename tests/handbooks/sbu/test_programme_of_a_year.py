"""What a club may plan under the SBU's guide: championships named for the year, Swiss by leave, heats and returns."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.handbooks import edition, programme, submission
from overtrick.handbooks.programme import Planned, Verdict
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser

SBU = edition.get("sbu").editions[-1]
DAY = date(2026, 5, 12)
BOOK = SBU.book(DAY)
RULES = programme.of(SBU)
LEAVE = "championship as a Swiss"


def club(*plans: Planned) -> Organiser:
    return Organiser("Oakby", "club", date(2020, 1, 1), list, lambda: 0, plans=lambda: plans)


def planned(kind: str, licences: tuple[str, ...] = (), /, **told: str) -> Planned:
    return Planned(kind, kind, DAY, DAY, Answers(told), (), dict.fromkeys(licences, DAY - timedelta(days=1)))


def verdict(one: Planned, *before: Planned) -> Verdict:
    return RULES.verdict(BOOK, club(), one, before)


@pytest.mark.parametrize("name", ["major", "minor"])
@pytest.mark.parametrize("play", ["pairs", "teams", "individual"])
def test_a_club_names_one_championship_of_each_kind_in_a_year(name: str, play: str) -> None:
    one = planned(name, play=play, form="all play through")
    assert verdict(one).allowed.holds is True
    assert verdict(one, one).allowed.holds is False
    assert verdict(one).facts == {"championship": name}
    quotas = submission.of(SBU).quotas(BOOK, club(one))
    assert sum(each.planned for each in quotas) == 1


@pytest.mark.parametrize(
    ("told", "holds"),
    [
        ({"form": "aggregate", "events": "2", "exclusive": "yes"}, True),
        ({"form": "aggregate", "events": "1", "exclusive": "yes"}, False),
        ({"form": "aggregate", "events": "2", "exclusive": "no"}, False),
        ({"form": "restricted final", "events": "4", "exclusive": "yes"}, True),
        ({"form": "restricted final", "events": "3", "exclusive": "yes"}, False),
        ({"form": "qualifying and final", "events": "2"}, True),
        ({"form": "qualifying and final"}, None),
        ({"form": "single elimination"}, False),
    ],
)
def test_a_major_for_pairs_takes_a_form_of_the_list(told: dict[str, str], holds: bool | None) -> None:
    assert verdict(planned("major", play="pairs", **told)).allowed.holds is holds


def test_a_swiss_needs_leave_of_member_services_as_a_major_and_not_as_a_minor() -> None:
    asked = verdict(planned("major", play="pairs", form="swiss"))
    assert asked.needs is not None
    assert (asked.allowed.holds, asked.needs.licence.name) == (None, LEAVE)
    assert verdict(planned("major", (LEAVE,), play="pairs", form="swiss")).allowed.holds is True
    for given, holds in ((-1, True), (0, None), (1, False)):
        told = {"leave given": str(DAY + timedelta(days=given))}
        assert verdict(planned("major", play="pairs", form="swiss", **told)).allowed.holds is holds
    assert verdict(planned("minor", play="pairs", form="swiss")).needs is None


def test_only_one_minor_is_of_the_form_of_a_major() -> None:
    majors = [planned("major", play=play, form="all play through") for play in ("pairs", "teams")]
    minors = [planned("minor", play=play, form="all play through") for play in ("pairs", "teams")]
    assert verdict(minors[0], *majors).allowed.holds is True
    assert verdict(minors[1], *majors, minors[0]).allowed.holds is False


def test_players_do_not_pay_for_points_and_an_ordinary_event_is_not_limited() -> None:
    assert verdict(planned("club event"), *[planned("club event")] * 50).allowed.holds is True
    assert verdict(planned("club event", charged="yes")).allowed.holds is False


@pytest.mark.parametrize(
    ("competition", "says"),
    [
        ("National Pairs heat", "the complete ranking with every master point number to the District Secretary"),
        ("British Simultaneous Pairs", "the results file of the scoring program to the organisers, by upload"),
        ("Bobby Allan", "scores as the convener instructs to the convener"),
    ],
)
def test_of_a_heat_it_is_told_what_to_send_and_to_whom(competition: str, says: str) -> None:
    found = verdict(planned("awarded elsewhere", competition=competition))
    assert found.level is not None
    assert says in found.level.says
    assert found.facts == {"competition": competition}
