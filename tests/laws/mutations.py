"""Small changes that make an event contradict itself: each gives the events that come of it, and the codes to expect.

A change is made wherever it can be; one that cannot be made in an event gives nothing.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.event import Contest, Contestant, Ended, Handicap, Play, Player, Scoring, Side, Tally
from overtrick.engine.lengths import CUPS, SERIES, match_boards_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.engine.event import Event, Field, Match, Stage

    Change = Callable[[Event], Iterator[Event]]

_MOST = 999


class Mutation(NamedTuple):
    """A change, and what it should be called."""

    change: Change
    codes: frozenset[str]


TABLE: dict[str, Mutation] = {}


def contradicts(*codes: str) -> Callable[[Change], Change]:
    """Put a change into the table."""

    def put(change: Change) -> Change:
        TABLE[change.__name__.replace("_", " ")] = Mutation(change, frozenset(codes))
        return change

    return put


# --- Where a change is made --------------------------------------------------------------------------------------


def with_stage(event: Event, index: int, **parts: Any) -> Event:  # noqa: ANN401 - any part of a stage
    """Change one stage."""
    stages = list(event.stages)
    stages[index] = stages[index]._replace(**parts)
    return event._replace(stages=tuple(stages))


def with_row(event: Event, index: int, at: int, row: int, **parts: Any) -> Event:  # noqa: ANN401 - any part of a row
    """Change one contestant."""
    field = event.stages[index].fields[at]
    rows = list(field.contestants)
    rows[row] = rows[row]._replace(**parts)
    return with_field(event, index, at, contestants=tuple(rows))


def with_field(event: Event, index: int, at: int, **parts: Any) -> Event:  # noqa: ANN401 - any part of a list
    """Change one list."""
    fields = list(event.stages[index].fields)
    fields[at] = fields[at]._replace(**parts)
    return with_stage(event, index, fields=tuple(fields))


def rows(event: Event) -> Iterator[tuple[int, int, int, Stage, Field, Contestant]]:
    """Go through everybody in an event."""
    for index, stage in enumerate(event.stages):
        for at, field in enumerate(stage.fields):
            for row, contestant in enumerate(field.contestants):
                yield index, at, row, stage, field, contestant


def each_match(event: Event, change: Callable[[Match], Match | None]) -> Iterator[Event]:
    """Change one match after another."""
    for index, stage in enumerate(event.stages):
        for at, match in enumerate(stage.matches):
            new = change(match)
            if new is not None:
                yield with_stage(event, index, matches=(*stage.matches[:at], new, *stage.matches[at + 1 :]))
        for number, this in enumerate(stage.rounds):
            for at, match in enumerate(this.matches):
                new = change(match)
                if new is not None:
                    inside = (*this.matches[:at], new, *this.matches[at + 1 :])
                    rounds = (*stage.rounds[:number], this._replace(matches=inside), *stage.rounds[number + 1 :])
                    yield with_stage(event, index, rounds=rounds)


def scored(match: Match) -> bool:
    """Say whether a match has a played result with scores."""
    return match.ended is Ended.PLAYED and all(side.score is not None for side in match.sides)


def loser_of(match: Match) -> str:
    """Name the other side of a match that was won."""
    return next(side.contestant for side in match.sides if side.contestant != match.winner)


# --- Results of matches ------------------------------------------------------------------------------------------


@contradicts("winner-has-lower-score", "winner-of-a-level-match")
def swap_the_winner_of_a_match_with_scores(event: Event) -> Iterator[Event]:
    """The loser is named as winner."""
    return each_match(
        event, lambda each: each._replace(winner=loser_of(each)) if scored(each) and each.winner else None
    )


@contradicts("winner-has-lower-score")
def raise_the_score_of_the_loser(event: Event) -> Iterator[Event]:
    """The loser has a hundred more."""

    def change(match: Match) -> Match | None:
        if not scored(match) or not match.winner:
            return None
        one, two = (
            side if side.contestant == match.winner else side._replace(score=Decimal(side.score or 0) + 100, imps=None)
            for side in match.sides
        )
        return match._replace(sides=(one._replace(imps=None), two._replace(imps=None)))

    return each_match(event, change)


@contradicts("drawn-with-unequal-scores")
def call_a_clear_win_a_draw(event: Event) -> Iterator[Event]:
    """A match with a wide margin has no winner."""

    def change(match: Match) -> Match | None:
        if not scored(match) or not match.winner:
            return None
        one, two = match.sides
        return match._replace(winner="", sides=(one._replace(score=90, imps=None), two._replace(score=1, imps=None)))

    return each_match(event, change)


@contradicts("winner-of-a-level-match")
def make_the_scores_of_a_match_level(event: Event) -> Iterator[Event]:
    """Both sides have the same score, and one has won."""

    def change(match: Match) -> Match | None:
        if not scored(match) or not match.winner:
            return None
        one, two = match.sides
        return match._replace(sides=(one._replace(score=7, imps=None), two._replace(score=7, imps=None)))

    return each_match(event, change)


@contradicts("winner-has-lower-score")
def turn_the_imps_beside_victory_points_round(event: Event) -> Iterator[Event]:
    """The IMPs say the opposite of the victory points."""

    def change(match: Match) -> Match | None:
        if not scored(match) or not match.winner:
            return None
        one, two = (side._replace(imps=0 if side.contestant == match.winner else 60) for side in match.sides)
        return match._replace(sides=(one, two))

    return each_match(event, change)


@contradicts("winner-has-lower-score")
def let_the_beaten_side_win_a_segment_on_paper(event: Event) -> Iterator[Event]:
    """A segment names a winner whose score is lower."""

    def change(match: Match) -> Match | None:
        one, two = match.sides
        segment = match._replace(
            sides=(Side(one.contestant, (), 1), Side(two.contestant, (), 9)), winner=one.contestant, boards=0,
            segments=(), ended=Ended.PLAYED,
        )  # fmt: skip
        return None if match.triangular else match._replace(segments=(segment,))

    return each_match(event, change)


@contradicts("scores-are-no-per-cent")
def call_the_scores_of_matches_per_cent(event: Event) -> Iterator[Event]:
    """Scores in IMPs are told to be matchpoints."""
    for index, stage in enumerate(event.stages):
        played = [*stage.matches, *(match for this in stage.rounds for match in this.matches)]
        if any(scored(each) and sum(side.score or 0 for side in each.sides) != 100 for each in played):
            yield with_stage(event, index, match_scores=Scoring.MATCHPOINTS)


@contradicts("segments-against-match")
def make_the_segments_longer_than_the_match(event: Event) -> Iterator[Event]:
    """Two segments have more boards than the match."""

    def change(match: Match) -> Match:
        part = match._replace(boards=20, segments=())
        return match._replace(boards=24, segments=(part, part))

    return each_match(event, change)


# --- Boards of matches -------------------------------------------------------------------------------------------


def _listed(event: Event) -> Iterator[tuple[int, Stage]]:
    for index, stage in enumerate(event.stages):
        if stage.matches and stage.contest not in CUPS and not any(field.session for field in stage.fields):
            yield index, stage


@contradicts("more-listed-boards", "counted-against-listed")
def list_every_match_three_times(event: Event) -> Iterator[Event]:
    """A copy of the matches was left in the file."""
    for index, stage in _listed(event):
        yield with_stage(event, index, matches=stage.matches * 3)


@contradicts("more-listed-boards")
def make_one_match_as_long_as_two_events(event: Event) -> Iterator[Event]:
    """A figure was doubled more than once."""
    for index, stage in _listed(event):
        first = stage.matches[0]._replace(boards=4 * stage.schedule.boards, triangular=False, segments=())
        yield with_stage(event, index, matches=(first, *stage.matches[1:]))


@contradicts("match-longer-than-stage")
def make_matches_longer_than_the_stage(event: Event) -> Iterator[Event]:
    """A match of 12 boards becomes one of more than there were."""
    for index, stage in enumerate(event.stages):
        if stage.match_boards and stage.contest in (Contest.SWISS, Contest.ROUND_ROBIN, Contest.LEAGUE):
            yield with_stage(event, index, match_boards=stage.schedule.boards + 1)


@contradicts("match-longer-than-stage", "more-results-than-matches", "more-listed-boards")
def cut_the_stage_to_less_than_a_match(event: Event) -> Iterator[Event]:
    """The boards lost a digit."""
    for index, stage in enumerate(event.stages):
        if stage.match_boards > 1 and stage.contest in (Contest.SWISS, Contest.ROUND_ROBIN, Contest.LEAGUE):
            schedule = stage.schedule._replace(boards=stage.match_boards - 1, sessions=(), least=None)
            yield with_stage(event, index, schedule=schedule)


# --- Counts ------------------------------------------------------------------------------------------------------


def _counted(event: Event) -> Iterator[tuple[int, int, int, Contestant]]:
    for index, at, row, stage, field, contestant in rows(event):
        usual = match_boards_of(stage, field)
        if contestant.tally is not None and usual and stage.contest not in (*CUPS, *SERIES):
            yield index, at, row, contestant


@contradicts("more-results-than-matches")
def add_wins_that_were_not_played(event: Event) -> Iterator[Event]:
    """Somebody has ten wins more."""
    for index, at, row, contestant in _counted(event):
        tally = contestant.tally or Tally()
        yield with_row(event, index, at, row, tally=tally._replace(won=tally.won + _MOST, lengths=()))


@contradicts("more-results-than-matches")
def add_draws_that_were_not_played(event: Event) -> Iterator[Event]:
    """Somebody has more draws than matches."""
    for index, at, row, contestant in _counted(event):
        tally = contestant.tally or Tally()
        yield with_row(event, index, at, row, tally=tally._replace(drawn=tally.drawn + _MOST, lengths=()))


@contradicts("more-results-than-matches")
def add_halves_of_triangles_that_were_not_played(event: Event) -> Iterator[Event]:
    """Somebody has more mini-matches than there were boards for."""
    for index, at, row, contestant in _counted(event):
        tally = contestant.tally or Tally()
        yield with_row(event, index, at, row, tally=tally._replace(mini_won=_MOST, lengths=()))


@contradicts("more-results-than-matches")
def count_wins_of_a_length_that_does_not_fit(event: Event) -> Iterator[Event]:
    """A win by length is of a match as long as ten events."""
    for index, at, row, _contestant in _counted(event):
        boards = event.stages[index].schedule.boards * 10 + 1
        yield with_row(event, index, at, row, tally=Tally.of_lengths({boards: Tally(won=1)}))


@contradicts("player-has-more-than-the-team")
def let_a_player_win_more_than_the_team(event: Event) -> Iterator[Event]:
    """A player's own count is above that of the team."""
    for index, at, row, contestant in _counted(event):
        own = Player("Somebody", tally=Tally(won=(contestant.tally or Tally()).won + 1))
        if event.stages[index].play is Play.TEAMS:
            yield with_row(event, index, at, row, players=(*contestant.players, own))


@contradicts("player-has-more-than-the-team")
def let_a_player_draw_more_than_the_team(event: Event) -> Iterator[Event]:
    """A player's own draws are above those of the team."""
    for index, at, row, contestant in _counted(event):
        own = Player("Somebody", tally=Tally(drawn=(contestant.tally or Tally()).drawn + 1))
        if event.stages[index].play is Play.TEAMS:
            yield with_row(event, index, at, row, players=(*contestant.players, own))


@contradicts("counted-against-listed")
def count_other_wins_than_are_listed(event: Event) -> Iterator[Event]:
    """The list of matches and the counts tell different stories."""
    for index, at, row, stage, field, contestant in rows(event):
        names = {side.contestant for match in stage.matches for side in match.sides}
        alone = sum(each.name == contestant.name for one in stage.fields for each in one.contestants) == 1
        if contestant.name in names and stage.contest not in CUPS and alone and not field.session:
            yield with_row(event, index, at, row, tally=Tally(won=len(stage.matches) + 1))


# --- Who is in the lists -----------------------------------------------------------------------------------------


@contradicts("wrong-number-of-players")
def add_a_third_player_to_a_pair(event: Event) -> Iterator[Event]:
    """Three names stand in a row."""
    for index, at, row, stage, _field, contestant in rows(event):
        members = [player for player in contestant.players if not player.substitute]
        if stage.play is Play.PAIRS and len(members) == 2:
            yield with_row(event, index, at, row, players=(*contestant.players, Player("Third Person")))


@contradicts("wrong-number-of-players")
def add_a_partner_to_an_individual(event: Event) -> Iterator[Event]:
    """Two names stand in a row of an individual."""
    for index, at, row, stage, _field, contestant in rows(event):
        if stage.play is Play.INDIVIDUAL and contestant.players:
            yield with_row(event, index, at, row, players=(*contestant.players, Player("Second Person")))


def _two_rows(event: Event) -> Iterator[tuple[int, int, Contestant, Contestant]]:
    for index, stage in enumerate(event.stages):
        for at, field in enumerate(stage.fields):
            if len(field.contestants) > 1 and stage.contest not in SERIES:
                yield index, at, field.contestants[0], field.contestants[1]


@contradicts("player-twice")
def copy_a_number_into_another_row(event: Event) -> Iterator[Event]:
    """A number was copied and not changed."""
    for index, at, one, two in _two_rows(event):
        if one.players and two.players and one.players[0].number and not two.players[0].substitute:
            same = two.players[0]._replace(number=one.players[0].number)
            yield with_row(event, index, at, 1, players=(same, *two.players[1:]))


@contradicts("player-twice")
def copy_a_whole_row(event: Event) -> Iterator[Event]:
    """The players of the first row stand in the second too."""
    for index, at, one, _two in _two_rows(event):
        if one.players and all(player.number for player in one.players):
            yield with_row(event, index, at, 1, players=one.players)


@contradicts("player-twice")
def give_two_people_one_full_name_and_no_number(event: Event) -> Iterator[Event]:
    """A name was copied, and nobody has a number."""
    for index, at, one, two in _two_rows(event):
        if one.players and two.players:
            same = Player("Copied Name")
            first = with_row(event, index, at, 0, players=(same, *one.players[1:]))
            yield with_row(first, index, at, 1, players=(same, *two.players[1:]))


@contradicts("player-twice")
def seat_a_pair_in_both_directions(event: Event) -> Iterator[Event]:
    """North-South were copied into East-West."""
    for index, stage in enumerate(event.stages):
        if stage.winners == 2 and len(stage.fields) == 2 and all(field.contestants for field in stage.fields):
            first = stage.fields[0].contestants[0]
            if first.players and all(player.number for player in first.players):
                yield with_row(event, index, 1, 0, players=first.players)


# --- Places and scores -------------------------------------------------------------------------------------------


def _ranked(event: Event) -> Iterator[tuple[int, int, Field]]:
    for index, stage in enumerate(event.stages):
        for at, field in enumerate(stage.fields):
            several = len({each.section for each in field.contestants}) > 1
            scores = [each.score for each in field.contestants]
            told = None not in scores and all(each.place is not None for each in field.contestants)
            if told and len(set(scores)) > 1 and stage.handicap is Handicap.NONE and not several:
                yield index, at, field


@contradicts("place-against-score")
def turn_the_places_round(event: Event) -> Iterator[Event]:
    """The last is first."""
    for index, at, field in _ranked(event):
        places = [each.place for each in field.contestants]
        turned = zip(field.contestants, reversed(places), strict=True)
        yield with_field(event, index, at, contestants=tuple(each._replace(place=place) for each, place in turned))


@contradicts("place-against-score")
def give_the_last_the_highest_score(event: Event) -> Iterator[Event]:
    """A score lost its decimal point."""
    for index, at, field in _ranked(event):
        last = max(range(len(field.contestants)), key=lambda row: field.contestants[row].place or 0)
        yield with_row(event, index, at, last, score=Decimal(99999))


@contradicts("place-against-score")
def give_the_winner_the_lowest_score(event: Event) -> Iterator[Event]:
    """A score lost a digit."""
    for index, at, field in _ranked(event):
        first = min(range(len(field.contestants)), key=lambda row: field.contestants[row].place or 0)
        yield with_row(event, index, at, first, score=Decimal(-99999))


# --- Boards and sessions -----------------------------------------------------------------------------------------


def _with_players(event: Event) -> Iterator[tuple[int, int, int, Stage, Contestant]]:
    for index, at, row, stage, _field, contestant in rows(event):
        if contestant.players and stage.schedule.boards and stage.contest not in (*CUPS, *SERIES):
            yield index, at, row, stage, contestant


@contradicts("more-boards-than-played")
def let_a_player_play_more_boards_than_there_were(event: Event) -> Iterator[Event]:
    """A player has a board too many."""
    for index, at, row, stage, contestant in _with_players(event):
        first = contestant.players[0]._replace(boards=stage.schedule.boards + 1)
        yield with_row(event, index, at, row, players=(first, *contestant.players[1:]))


@contradicts("more-boards-than-played")
def deem_more_boards_played_than_there_were(event: Event) -> Iterator[Event]:
    """Played and deemed boards add up to more than there were."""
    for index, at, row, stage, contestant in _with_players(event):
        first = contestant.players[0]._replace(boards=stage.schedule.boards, deemed=1)
        yield with_row(event, index, at, row, players=(first, *contestant.players[1:]))


@contradicts("boards-against-line-ups", "more-boards-than-played")
def say_that_somebody_who_sat_down_played_nothing(event: Event) -> Iterator[Event]:
    """A player of a line-up is told to have played no board."""
    for index, at, row, stage, field, contestant in rows(event):
        names = {side.contestant for match in stage.matches for side in match.sides if not match.triangular}
        if stage.contest in CUPS or field.session or contestant.name not in names or stage.play is not Play.TEAMS:
            continue
        own = Player("Somebody Seated", boards=0)
        changed = with_row(event, index, at, row, players=(*contestant.players, own))
        matches = tuple(_seated(match, contestant.name, own._replace(boards=None)) for match in stage.matches)
        yield with_stage(changed, index, matches=matches)


def _seated(match: Match, contestant: str, player: Player) -> Match:
    one, two = (
        side._replace(players=(*side.players, player)) if side.contestant == contestant else side
        for side in match.sides
    )
    return match._replace(sides=(one, two))


@contradicts("no-such-session")
def let_a_player_play_in_a_session_there_was_not(event: Event) -> Iterator[Event]:
    """A player played in session 99."""
    for index, at, row, stage, contestant in _with_players(event):
        first = contestant.players[0]._replace(sessions=(99,))
        if stage.schedule.sessions:
            yield with_row(event, index, at, row, players=(first, *contestant.players[1:]))


@contradicts("no-such-session")
def give_a_list_a_session_there_was_not(event: Event) -> Iterator[Event]:
    """The list is of session 99."""
    for index, stage in enumerate(event.stages):
        if stage.schedule.sessions:
            yield with_field(event, index, 0, session=99)


@contradicts("sessions-too-short")
def drop_a_session(event: Event) -> Iterator[Event]:
    """One of the sessions is missing."""
    for index, stage in enumerate(event.stages):
        sessions = stage.schedule.sessions
        if len(sessions) > 1 and sum(sessions[1:]) < stage.schedule.boards:
            yield with_stage(event, index, schedule=stage.schedule._replace(sessions=sessions[1:]))


@contradicts("sessions-too-short")
def add_a_board_that_no_session_had(event: Event) -> Iterator[Event]:
    """There is one board more than the sessions had."""
    for index, stage in enumerate(event.stages):
        if stage.schedule.sessions:
            schedule = stage.schedule._replace(boards=sum(stage.schedule.sessions) + 1, in_play=None)
            yield with_stage(event, index, schedule=schedule)


@contradicts("fewer-boards-in-play")
def put_fewer_boards_in_play_than_were_played(event: Event) -> Iterator[Event]:
    """A board fewer is in play than somebody played."""
    for index, stage in enumerate(event.stages):
        if stage.schedule.boards > 1 and len(stage.schedule.sessions) < 2:
            yield with_stage(event, index, schedule=stage.schedule._replace(in_play=stage.schedule.boards - 1))


@contradicts("division-twice")
def give_two_divisions_one_number(event: Event) -> Iterator[Event]:
    """The second division is another first."""
    for index, stage in enumerate(event.stages):
        if stage.contest is Contest.LEAGUE and len(stage.fields) > 1 and stage.fields[0].division:
            first = stage.fields[0]
            yield with_field(event, index, 1, division=first.division, section=first.section, session=first.session)


# --- Stages ------------------------------------------------------------------------------------------------------


@contradicts("more-than-entered")
def let_more_play_than_the_original_tables(event: Event) -> Iterator[Event]:
    """The original entry is told to be one table."""
    for index, stage in enumerate(event.stages):
        if sum(field.size for field in stage.fields if not field.session) > 8:
            yield with_stage(event, index, original_tables=1)


@contradicts("more-than-entered")
def let_more_reach_the_final_than_entered(event: Event) -> Iterator[Event]:
    """The final is larger than the first stage."""
    for index, at, field in _later_lists(event):
        entered = sum(each.size for each in event.stages[0].fields)
        yield with_field(event, index, at, entered=entered + field.size + 1)


@contradicts("more-than-entered")
def let_fewer_enter_than_reach_the_final(event: Event) -> Iterator[Event]:
    """The list of the first stage is cut off."""
    for _index, _at, field in _later_lists(event):
        first = event.stages[0].fields[0]
        if len(event.stages[0].fields) == 1 and not event.stages[0].matches and field.size > 1:
            rows_left = first.contestants[:1]
            yield with_field(event, 0, 0, contestants=rows_left, entered=None if rows_left else 1)


def _later_lists(event: Event) -> Iterator[tuple[int, int, Field]]:
    for index, stage in enumerate(event.stages):
        before = event.stages[0]
        later = str(stage.kind) in ("final", "consolation", "open") and str(before.kind) == "qualifying"
        if index and later and stage.play is before.play and before.contest not in SERIES:
            yield index, 0, stage.fields[0]


# --- Knock-outs --------------------------------------------------------------------------------------------------


def _cups(event: Event) -> Iterator[tuple[int, Stage]]:
    for index, stage in enumerate(event.stages):
        plain = not any(match.triangular or not match.winner for this in stage.rounds for match in this.matches)
        told = all(this.entered is None for this in stage.rounds)
        if stage.contest is Contest.KNOCK_OUT and plain and told and str(stage.kind) != "consolation":
            yield index, stage


@contradicts("beaten-side-plays-on", "winner-vanishes")
def swap_the_winner_of_a_first_round(event: Event) -> Iterator[Event]:
    """The side that went on has lost."""
    for index, stage in _cups(event):
        if len(stage.rounds) > 1:
            first = stage.rounds[0]
            for at, match in enumerate(first.matches):
                new = match._replace(winner=loser_of(match), sides=_without_scores(match))
                inside = (*first.matches[:at], new, *first.matches[at + 1 :])
                yield with_stage(event, index, rounds=(first._replace(matches=inside), *stage.rounds[1:]))


def _without_scores(match: Match) -> tuple[Side, Side]:
    one, two = (side._replace(score=None, imps=None) for side in match.sides)
    return one, two


@contradicts("beaten-side-plays-on", "winner-vanishes")
def let_a_loser_play_on(event: Event) -> Iterator[Event]:
    """Somebody beaten in the first round plays in the next instead of the winner."""
    for index, stage in _cups(event):
        if len(stage.rounds) > 1 and stage.rounds[0].matches and stage.rounds[1].matches:
            beaten, winner = loser_of(stage.rounds[0].matches[0]), stage.rounds[0].matches[0].winner
            yield with_stage(
                event, index, rounds=(stage.rounds[0], *(_renamed(this, winner, beaten) for this in stage.rounds[1:]))
            )


def _renamed(this: Any, old: str, new: str) -> Any:  # noqa: ANN401 - a round
    matches = tuple(
        match._replace(
            sides=tuple(side._replace(contestant=new) if side.contestant == old else side for side in match.sides),
            winner=new if match.winner == old else match.winner,
        )
        for match in this.matches
    )
    return this._replace(matches=matches)


@contradicts("winner-vanishes", "beaten-side-plays-on", "more-than-entered")
def drop_a_round_in_the_middle(event: Event) -> Iterator[Event]:
    """The semi-finals are missing."""
    for index, stage in _cups(event):
        if len(stage.rounds) > 2 and len(stage.rounds[0].matches) > 2:
            yield with_stage(event, index, rounds=(stage.rounds[0], *stage.rounds[2:]))


@contradicts("beaten-side-plays-on")
def play_the_first_round_twice(event: Event) -> Iterator[Event]:
    """A round was copied, with the winners turned round."""
    for index, stage in _cups(event):
        if len(stage.rounds) > 1:
            turned = tuple(
                each._replace(winner=loser_of(each), sides=_without_scores(each)) for each in stage.rounds[0].matches
            )
            again = stage.rounds[0]._replace(matches=turned)
            yield with_stage(event, index, rounds=(stage.rounds[0], again, *stage.rounds[1:]))


@contradicts("winner-vanishes")
def let_a_stranger_take_the_place_of_a_winner(event: Event) -> Iterator[Event]:
    """Somebody who was in no round before plays on for a winner."""
    for index, stage in _cups(event):
        if len(stage.rounds) > 1 and stage.rounds[0].matches and stage.rounds[1].matches:
            winner = stage.rounds[0].matches[0].winner
            later = tuple(_renamed(this, winner, "Stranger") for this in stage.rounds[1:])
            field = stage.fields[0]
            known = with_field(event, index, 0, contestants=(*field.contestants, Contestant("Stranger")))
            yield with_stage(known, index, rounds=(stage.rounds[0], *later))


@contradicts("first-place-was-beaten")
def put_the_beaten_finalist_first(event: Event) -> Iterator[Event]:
    """The list says another winner than the final."""
    for index, stage in _cups(event):
        if stage.rounds and len(stage.rounds[-1].matches) == 1 and len(stage.fields) == 1:
            beaten = {loser_of(match) for this in stage.rounds for match in this.matches}
            played = [match for this in stage.rounds for match in this.matches]
            final = [match for match in played if match.winner not in beaten][-1]
            places = {loser_of(final): 1, final.winner: 2}
            following = iter(range(3, _MOST))
            people = [
                each._replace(place=places.get(each.name) or next(following), score=None)
                for each in stage.fields[0].contestants
            ]
            yield with_field(event, index, 0, contestants=tuple(people))


@contradicts("match-shorter-than-round")
def play_a_match_shorter_than_its_round(event: Event) -> Iterator[Event]:
    """A match has four boards fewer than its round."""
    for index, stage in enumerate(event.stages):
        for number, this in enumerate(stage.rounds):
            if this.matches and this.matches[0].ended is Ended.PLAYED:
                first = this.matches[0]._replace(boards=20, segments=())
                new = this._replace(boards=24, matches=(first, *this.matches[1:]))
                yield with_stage(event, index, rounds=(*stage.rounds[:number], new, *stage.rounds[number + 1 :]))
