"""A ladder takes over the club nights that were submitted: their percentages, each pair once."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Field, Schedule, Scoring, StageKind
from overtrick.register.competitions.models import Competition
from overtrick.register.seasons import club_games, note
from overtrick.register.seasons.notebook import SeasonPlan
from tests.register.season import night, pairs, submitted
from tests.register.season_events import started

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.register.seasons.club_games import TakenGame
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
