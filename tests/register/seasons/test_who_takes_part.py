"""Who takes part in a season can change: results stay with whoever had them, and nobody is paid for another's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest
from overtrick.register.competitions import held_credits
from overtrick.register.seasons import note
from overtrick.register.seasons.checks import NotNoted
from overtrick.register.seasons.notebook import Entrant, Fixture, Notebook, SeasonPlan, SeasonPlayer, read
from overtrick.register.seasons.renames import EntrantNow
from tests.register.season import members
from tests.register.season_events import AT, TREES, match, seat, sent, started, teams, with_game, with_round

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.register.seasons.models import SeasonEvent
    from tests.register.season import Union

pytestmark = pytest.mark.django_db
LEAGUE = SeasonPlan(status="club", matches=5)
LADDER = SeasonPlan("individual", "club", counted=1)


def row(before: Entrant, now: Entrant | None = None) -> EntrantNow:
    """A row of the form as it came, with what was typed over it."""
    return EntrantNow(now or before, before.name, tuple(each.name for each in before.players))


def changed(here: Union, season: SeasonEvent, rows: Iterable[EntrantNow]) -> Notebook:
    return read(note.change_entrants(season, tuple(rows), season.revision, here.scorer, AT).notes)


def sides(notes: Notebook) -> list[tuple[str, str]]:
    return [each.sides for each in notes.fixtures]


def with_player(team: Entrant, *players: SeasonPlayer) -> Entrant:
    return team._replace(players=(*team.players, *players))


def alone(*names: str) -> list[Entrant]:
    return [Entrant(name, (SeasonPlayer(name),)) for name in names]


def test_a_team_that_goes_leaves_its_results_to_nobody(here: Union) -> None:
    oaks, elms, firs, yews = teams(here, TREES[:4])
    season = with_round(here, started(here, (oaks, elms, firs), Contest.LEAGUE, LEAGUE), [match("Oaks", "Firs")])
    assert sides(changed(here, season, [row(oaks), row(firs), EntrantNow(yews)])) == [("Oaks", "Firs")]
    season.refresh_from_db()
    for rows in ([row(oaks), row(elms), EntrantNow(yews)], [row(oaks), row(firs, yews)]):
        with pytest.raises(NotNoted, match="Firs does not take part"):
            changed(here, season, rows)
    # nor to a team that takes its name
    with pytest.raises(NotNoted, match="Firs does not take part"):
        changed(here, season, [row(yews), row(oaks, oaks._replace(name="Firs"))])


@pytest.mark.postgres
def test_a_team_keeps_its_results_under_another_name_and_in_another_row(here: Union) -> None:
    oaks, elms, firs = teams(here, TREES[:3])
    season = with_round(here, started(here, (oaks, elms, firs), Contest.LEAGUE, LEAGUE), [match("Oaks", "Firs")])
    acorns = oaks._replace(name="Acorns")
    assert sides(changed(here, season, [row(firs), row(elms), row(oaks, acorns)])) == [("Acorns", "Firs")]
    season.refresh_from_db()
    # typed over one another, row by row
    assert sides(changed(here, season, [row(firs, acorns), row(acorns, firs), row(elms)])) == [("Acorns", "Firs")]


def test_scores_of_a_ladder_stay_with_whoever_made_them(here: Union) -> None:
    ann, bob, cas = alone("Ann Ash", "Bob Birch", "Cas Cedar")
    ladder = started(here, (ann, bob, cas), Contest.LADDER, LADDER)
    season = with_game(here, ladder, [("Bob Birch", "60"), ("Cas Cedar", "50")])
    (eve,) = alone("Eve Elm")
    scores = (("Bob Birch", "60"), ("Cas Cedar", "50"))
    for rows in (
        [row(bob), row(cas), EntrantNow(eve)],
        [row(eve), row(cas, bob), row(bob, cas)],
        [row(ann, bob), row(bob, cas), EntrantNow(ann)],
    ):
        assert changed(here, season, rows).games[0].scores == scores
        season.refresh_from_db()
    with pytest.raises(NotNoted, match="Bob Birch does not take part"):
        changed(here, season, [row(ann), row(bob, eve), row(cas)])
    (robert,) = alone("Rob Birch")
    assert changed(here, season, [row(ann), row(bob, robert), row(cas)]).games[0].scores[0] == ("Rob Birch", "60")


def test_whoever_sat_out_is_renamed_in_the_own_team_only_and_is_no_other_player(here: Union) -> None:
    oaks, elms = (
        Entrant(name, tuple(SeasonPlayer(each) for each in ("Ann Ash", "Bo Bay", "Cy Cox", "Di Dee", "John Smith")))
        for name in TREES[:2]
    )
    played = match("Oaks", "Elms")._replace(sat_out=(("John Smith",), ("John Smith",)))
    season = with_round(here, started(here, (oaks, elms), Contest.LEAGUE, LEAGUE), [played, Fixture(("Elms", "Oaks"))])
    longer = oaks._replace(players=(*oaks.players[:4], SeasonPlayer("J Smith")))
    notes = changed(here, season, [row(oaks, longer), row(elms)])
    assert notes.fixtures[0].sat_out == (("J Smith",), ("John Smith",))
    season.refresh_from_db()
    # Ann goes, and Zoe comes at the end
    moved = longer._replace(players=(*longer.players[1:], SeasonPlayer("Zoe Zed")))
    were = (*(each.name for each in longer.players[1:]), "")
    notes = changed(here, season, [EntrantNow(moved, "Oaks", were), row(elms)])
    assert notes.fixtures[0].sat_out == (("J Smith", "Zoe Zed"), ("John Smith",))
    assert notes.fixtures[1].sat_out == ((), ())
    season.refresh_from_db()
    # another is typed over the one who sat out
    other = moved._replace(players=(*moved.players[:3], SeasonPlayer("Kit Kane"), moved.players[4]))
    notes = changed(here, season, [row(moved, other), row(elms)])
    assert notes.fixtures[0].sat_out == (("Kit Kane", "Zoe Zed"), ("John Smith",))


def test_whoever_joins_a_team_later_has_no_points_for_the_matches_before(here: Union) -> None:
    listed = teams(here, TREES[:4])
    season = with_round(here, started(here, listed), [match("Oaks", "Elms"), match("Firs", "Yews")])
    (late,) = members(here.federation, here.club, ["Late Comer"])
    rows = [row(listed[0], with_player(listed[0], seat(late))), *map(row, listed[1:])]
    season = note.change_entrants(season, tuple(rows), season.revision, here.scorer, AT)
    sent(here, season)
    waiting = [each.player.given for each in held_credits.pending() if each.player]
    assert sorted(waiting) == ["Firs"] * 4 + ["Oaks"] * 4
    # one of the club says that the newcomer was there
    season = note.note_match(season, (0, 0), match("Oaks", "Elms"), season.revision, here.scorer, AT)
    sent(here, season)
    assert "Late" in {each.player.given for each in held_credits.pending() if each.player}


def test_whoever_comes_for_another_player_has_no_points_for_the_matches_before(here: Union) -> None:
    listed = teams(here, TREES[:4])
    season = with_round(here, started(here, listed), [match("Oaks", "Elms"), match("Firs", "Yews")])
    (late,) = members(here.federation, here.club, ["Oaks Adda"])
    oaks = listed[0]._replace(players=(seat(late), *listed[0].players[1:]))
    rows = (row(listed[0], oaks), *map(row, listed[1:]))
    season = note.change_entrants(season, rows, season.revision, here.scorer, AT)
    assert read(season.notes).fixtures[0].sat_out == (("Oaks Adda",), ())
    sent(here, season)
    waiting = [each.player.family for each in held_credits.pending() if each.player and each.player.given == "Oaks"]
    assert sorted(waiting) == ["Bel", "Cy", "Di"]
