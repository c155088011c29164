"""A ladder takes over the club nights that were submitted: their percentages, each pair once."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Field, Schedule, Scoring, StageKind
from overtrick.register.competitions.decide import reverse_event
from overtrick.register.competitions.models import Competition
from overtrick.register.seasons import club_games, note
from overtrick.register.seasons.draft_season import draft
from overtrick.register.seasons.notebook import SeasonPlan, read, renamed, written
from tests.register.season import night, pairs, submitted
from tests.register.season_events import AT, started

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.register.seasons.club_games import TakenGame
    from overtrick.register.seasons.models import SeasonEvent
    from tests.register.season import Union

pytestmark = pytest.mark.django_db
PLAN = SeasonPlan("pairs", "club", counted=6)


def ranked(field: Field, best: str, session: int = 0) -> Field:
    """Give everybody in a list a score, one less from place to place."""
    rows = (each._replace(place=None, score=Decimal(best) - at) for at, each in enumerate(field.contestants))
    return field._replace(contestants=tuple(rows), session=session)


def played(here: Union) -> tuple[Event, Stage, Field]:
    """Play a club night of eight pairs."""
    event = night(pairs(here.players))
    return event, event.stages[0], event.stages[0].fields[0]


def taken(here: Union, event: Event) -> TakenGame:
    submitted(here, event)
    season = started(here, (), Contest.LADDER, PLAN)
    return club_games.taken(season, Competition.objects.get(season_event__isnull=True))


def test_a_club_night_is_taken_with_its_full_tables_and_percentages(here: Union) -> None:
    event, stage, field = played(here)
    game, newcomers = taken(here, event._replace(stages=(stage._replace(fields=(ranked(field, "60.123456"),)),)))
    assert (game.tables, len(newcomers)) == ("4", 8)
    assert game.scores[:2] == (("Ado Bem & Cor Dax", "60.1235"), ("Elu Fin & Gat Hob", "59.1235"))


def test_each_pair_counts_once_and_with_the_score_of_the_whole(here: Union) -> None:
    event, stage, field = played(here)
    fields = ranked(field, "70", session=1), ranked(field, "50", session=2), ranked(field, "60")
    longer = stage._replace(fields=fields, schedule=Schedule(48, sessions=(24, 24)))
    game, _newcomers = taken(here, event._replace(stages=(longer,)))
    assert (game.tables, len(game.scores), game.scores[0]) == ("4", 8, ("Ado Bem & Cor Dax", "60"))


def test_two_scores_of_a_pair_are_not_chosen_from(here: Union) -> None:
    event, stage, field = played(here)
    fields = ranked(field, "70", session=1), ranked(field, "50", session=2)
    longer = stage._replace(fields=fields, schedule=Schedule(48, sessions=(24, 24)))
    with pytest.raises(note.NotPossible, match="Ado Bem & Cor Dax has two scores in Tuesday pairs"):
        taken(here, event._replace(stages=(longer,)))


def test_other_scores_than_percentages_are_not_taken_for_percentages(here: Union) -> None:
    event, stage, field = played(here)
    imps = stage._replace(fields=(ranked(field, "60"),), scoring=Scoring.CROSS_IMPS)
    with pytest.raises(note.NotPossible, match="are not percentages"):
        taken(here, event._replace(stages=(imps,)))


def test_an_event_of_several_stages_is_not_taken_for_its_first(here: Union) -> None:
    event, stage, field = played(here)
    first = stage._replace(fields=(ranked(field, "60"),), kind=StageKind.QUALIFYING, name="Heat")
    best = field._replace(contestants=field.contestants[:4])
    final = stage._replace(fields=(ranked(best, "60"),), kind=StageKind.FINAL, name="Final")
    with pytest.raises(note.NotPossible, match="has several stages"):
        taken(here, event._replace(stages=(first, final)))


# --- Results that are corrected after they came into a ladder


def in_the_ladder(here: Union, best: str = "60") -> SeasonEvent:
    """Take a club night into a ladder, the first pair renamed there."""
    event, stage, field = played(here)
    submitted(here, event._replace(stages=(stage._replace(fields=(ranked(field, best),)),)))
    season = started(here, (), Contest.LADDER, PLAN._replace(counted=1))
    game, newcomers = club_games.taken(season, Competition.objects.get(season_event__isnull=True))
    season = note.add_game(season, game, newcomers, season.revision, here.scorer, AT)
    notes = renamed(read(season.notes), {"Ado Bem & Cor Dax": "The Winners"}, {})
    season.notes = written(notes)
    season.save()
    return season


def correct(here: Union, best: str, boards: int = 24) -> None:
    """Send the club night again with other scores."""
    event, stage, field = played(here)
    stage = stage._replace(fields=(ranked(field, best),), schedule=Schedule(boards))
    again = event._replace(stages=(stage,))
    submitted(here, again, at=AT + timedelta(hours=1), replace=True)


def test_a_ladder_is_not_worked_out_with_results_that_were_corrected_since(here: Union) -> None:
    season = in_the_ladder(here)
    assert club_games.changed(season) == []
    correct(here, "65")
    assert [each.name for each in club_games.changed(season)] == ["Tuesday pairs"]
    with pytest.raises(note.NotPossible, match=r"were corrected since: Tuesday pairs of 2026-\d\d-\d\d\."):
        draft(season, here.scorer, AT)


def test_corrected_results_are_taken_again_under_the_names_of_the_ladder(here: Union) -> None:
    season = in_the_ladder(here)
    correct(here, "65")
    notes = club_games.taken_again(season)
    season = note.take_games_again(season, notes, season.revision, here.scorer, AT)
    assert read(season.notes).games[0].scores[:2] == (("The Winners", "65"), ("Elu Fin & Gat Hob", "64"))
    assert len(read(season.notes).entrants) == 8
    assert club_games.changed(season) == []
    assert draft(season, here.scorer, AT).submission is not None


def test_a_correction_that_leaves_the_scores_as_they_were_changes_no_ladder(here: Union) -> None:
    season = in_the_ladder(here)
    correct(here, "60", boards=26)
    assert club_games.changed(season) == []


def test_a_game_that_was_reversed_goes_out_of_the_ladder(here: Union) -> None:
    season = in_the_ladder(here)
    night_there = Competition.objects.get(season_event__isnull=True)
    reverse_event(night_there, here.clerk, AT + timedelta(hours=1), "played twice")
    assert len(club_games.changed(season)) == 1
    assert club_games.taken_again(season).games == ()
