"""What is wrong with the notes of a season? Everything at once, in sentences for whoever made them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal

from overtrick.engine.event import Contest, Ended, Play
from overtrick.register.errors import Refused
from overtrick.register.seasons import bracket, notebook
from overtrick.register.seasons.grown_event import SERIES
from overtrick.register.seasons.notebook import DRAWN, OUTCOMES, Entrant, Fixture, Game, Notebook, SeasonRound

#: Players that each needs: no fewer, and no more.
PLAYERS = {Play.PAIRS: (2, 2), Play.TEAMS: (4, notebook.MOST_PLAYERS), Play.INDIVIDUAL: (1, 1)}
_MOST_SCORE = Decimal(100_000)
_MOST_TABLES = Decimal(1_000)
#: A number as people write it. An exponent is none: written out, it could be millions of digits.
_NUMBER = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,4})?")


class NotNoted(Refused):
    """The notes would not make sense."""

    def __init__(self, problems: Iterable[str]) -> None:
        """Say everything that is wrong."""
        self.problems = tuple(problems)
        super().__init__(" ".join(self.problems), "", code="notes-contradict")


def check(notes: Notebook, contest: Contest, begins: date, today: date) -> None:
    """Refuse notes that do not make sense."""
    problems = [*_plan(notes, contest), *_entrants(notes, contest), *_days(notes, begins, today)]
    if not problems:
        problems += _knock_out(notes) if contest is Contest.KNOCK_OUT else _league(notes)
        problems += [said for each in notes.fixtures for said in _fixture(each, notes, contest)]
        problems += [said for each in notes.games for said in _game(each, notes)]
    if problems:
        raise NotNoted(dict.fromkeys(problems))


def _plan(notes: Notebook, contest: Contest) -> Iterator[str]:
    plan = notes.plan
    if not 1 <= plan.boards <= notebook.MOST_BOARDS:
        yield f"Enter the boards as a whole number from 1 to {notebook.MOST_BOARDS}."
    if contest is Contest.LEAGUE and not 1 <= plan.matches <= notebook.MOST_ROUNDS:
        yield f"Enter how many matches each plays, from 1 to {notebook.MOST_ROUNDS}."
    if contest in SERIES and not 1 <= plan.counted <= notebook.MOST_ROUNDS:
        yield f"Enter how many results count, from 1 to {notebook.MOST_ROUNDS}."
    if len(notes.rounds) > notebook.MOST_ROUNDS or len(notes.games) > notebook.MOST_ROUNDS:
        yield f"A season has at most {notebook.MOST_ROUNDS} rounds or games."


def _entrants(notes: Notebook, contest: Contest) -> Iterator[str]:
    listed = notes.entrants
    if not 2 <= len(listed) <= notebook.MOST_ENTRANTS and not notes.plan.counted:  # noqa: PLR2004 - a match needs two
        yield f"Enter at least two of those who take part, and at most {notebook.MOST_ENTRANTS}."
    if len(listed) > notebook.MOST_ENTRANTS:
        yield f"At most {notebook.MOST_ENTRANTS} can take part."
    for name, times in Counter(each.name.casefold() for each in listed).items():
        if times > 1:
            first = next(each.name for each in listed if each.name.casefold() == name)
            yield f"{first} is entered {times} times. Give each a name of its own."
    least, most = PLAYERS[Play(notes.plan.play)]
    for each in listed:
        yield from _entrant(each, least, most)
    if contest not in SERIES or notes.plan.play == Play.INDIVIDUAL:
        yield from _in_two(listed)
    if len({each.division for each in listed}) > notebook.MOST_DIVISIONS:
        yield f"A league has at most {notebook.MOST_DIVISIONS} divisions."


def _in_two(listed: Iterable[Entrant]) -> Iterator[str]:
    """Find whoever is in two teams or pairs. In a series of games everybody may come with another partner."""
    where: dict[str, str] = {}
    for each in listed:
        for player in each.players:
            if player.number and where.setdefault(player.number, each.name) != each.name:
                yield f"Number {player.number} is in {where[player.number]} and in {each.name}. Correct one of them."


def _entrant(entrant: Entrant, least: int, most: int) -> Iterator[str]:
    if not entrant.name or len(entrant.name) > notebook.LONGEST_NAME:
        yield f"Enter a name of up to {notebook.LONGEST_NAME} characters for each."
    if not least <= len(entrant.players) <= most:
        many = str(least) if least == most else f"{least} to {most}"
        yield f"{entrant.name} has {len(entrant.players)} players. Enter {many}."
    if len({each.name.casefold() for each in entrant.players}) < len(entrant.players):
        yield f"{entrant.name} has two players of one name. Write one of them with another initial."
    if any(not each.name or len(each.name) > notebook.LONGEST_NAME for each in entrant.players):
        yield f"{entrant.name}: enter a name of up to {notebook.LONGEST_NAME} characters for each player."


def _days(notes: Notebook, begins: date, today: date) -> Iterator[str]:
    for day in {*(each.day for each in notes.rounds), *(each.day for each in notes.games)}:
        if day < begins:
            yield f"{day} is before the first day, {begins}."
        elif day > today:
            yield f"{day} is in the future."


def _knock_out(notes: Notebook) -> Iterator[str]:
    steps = bracket.course(notes.entrants, notes.rounds)
    for number, (this, left) in enumerate(zip(notes.rounds, steps, strict=True), 1):
        yield from _round(this, left.before, number)
        later = number < len(notes.rounds)
        if later and any(not fixture.decided for fixture in this.fixtures):
            yield f"Round {number} is not finished: enter its results before the next round."
        for fixture in this.fixtures:
            if fixture.outcome == DRAWN:
                yield f"{' and '.join(fixture.sides)}: say who goes on. A knock-out match has a winner."


def _round(this: SeasonRound, before: tuple[str, ...], number: int) -> Iterator[str]:
    inside = [side for fixture in this.fixtures for side in fixture.sides] + [*this.byes]
    if not this.fixtures:
        yield f"Round {number} has no match."
    for name, times in Counter(inside).items():
        if name not in before:
            yield f"{name} is not in round {number}: it was beaten before, or did not enter."
        elif times > 1:
            yield f"{name} is {times} times in round {number}."
    for name in before:
        if name not in inside:
            yield f"{name} is still in. Enter its match in round {number}, or give it a bye."


def _league(notes: Notebook) -> Iterator[str]:
    division = {each.name: each.division for each in notes.entrants}
    for fixture in notes.fixtures:
        for side in fixture.sides:
            if side not in division:
                yield f"{side or 'A side'} does not take part."
        one, other = fixture.sides
        if one in division and other in division and division[one] != division[other]:
            yield f"{one} and {other} are in different divisions."


def _fixture(fixture: Fixture, notes: Notebook, contest: Contest) -> Iterator[str]:
    one, other = fixture.sides
    called = f"{one} and {other}"
    if one == other:
        yield f"{one} cannot meet itself."
    if fixture.outcome not in OUTCOMES or fixture.ended not in set(Ended):
        yield f"{called}: choose how the match ended."
    if not 0 <= fixture.boards <= notebook.MOST_BOARDS:
        yield f"{called}: enter the boards as a whole number up to {notebook.MOST_BOARDS}."
    written = [*fixture.scores, *(score for pair in fixture.stanzas for score in pair)]
    if any(score and not _is_number(score, _MOST_SCORE) for score in written) or bool(fixture.scores[0]) != bool(
        fixture.scores[1]
    ):
        yield f"{called}: enter the scores of both sides as numbers, or leave both empty."
    if len(fixture.stanzas) > notebook.MOST_STANZAS or any(not score for pair in fixture.stanzas for score in pair):
        yield f"{called}: enter both scores of each part, for at most {notebook.MOST_STANZAS} parts."
    if contest is Contest.LEAGUE and notes.plan.by_scores and fixture.decided and not all(fixture.scores):
        yield f"{called}: enter the scores. The table of this league adds them up."
    players = {each.name: {player.name for player in each.players} for each in notes.entrants}
    for name, sat_out in zip(fixture.sides, fixture.sat_out, strict=True):
        if sat_out and not set(sat_out) < players.get(name, set()):
            yield f"{called}: at least one player of {name} played."


def _game(game: Game, notes: Notebook) -> Iterator[str]:
    if not _is_number(game.tables, _MOST_TABLES) or Decimal(game.tables) <= 0:
        yield f"{game.name or game.day}: enter the tables as a number, for example 9.5."
    known = set(notes.names)
    for name, score in game.scores:
        if name not in known:
            yield f"{game.name or game.day}: {name} does not take part."
        if not _is_number(score, _MOST_SCORE):
            yield f"{game.name or game.day}: enter the score of {name} as a number, for example 58.33."
    if not game.scores:
        yield f"{game.name or game.day}: enter at least one result."


def _is_number(written: str, most: Decimal) -> bool:
    return _NUMBER.fullmatch(written) is not None and abs(Decimal(written)) <= most
