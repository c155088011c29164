"""What does each contestant have, in the words of the file? The awards of an event, put together for writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Player
from overtrick.formats.reading import Note
from overtrick.formats.usebio.editing import ListedPoints, WrittenPoints
from overtrick.handbooks import exchange

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from overtrick.engine.assessment import Assessment, Award
    from overtrick.engine.event import Contestant
    from overtrick.handbooks.exchange import Exchange

EXPORT_AGAIN = "Export the file again from the scoring program, and work out the awards again."


class Shares:
    """The awards by contestant; what cannot be written is a problem, what is unusual a note."""

    def __init__(self, assessment: Assessment, words: Exchange) -> None:
        """Put the awards together; without a word for their colour nothing can be written."""
        self.event = assessment.event
        self.words = words
        self.problems: list[Problem] = list(assessment.problems)
        self.notes: list[Note] = []
        self.by_contestant: dict[str, list[Award]] = {}
        for award in assessment.due:
            if award.units:
                self.by_contestant.setdefault(award.contestant, []).append(award)
        known = {each.name for each in words.colours}
        for colour in sorted({award.colour for award in assessment.due} - known):
            found = f"The edition has no word for {colour} points in a results file."
            self.problems.append(
                Problem(found, f"Add it to the edition's {exchange.FILE}.toml.", code="colour-not-exchanged")
            )

    @property
    def only_colour(self) -> str:
        """The word for the colour of all points; empty if there are several."""
        colours = {award.colour for awards in self.by_contestant.values() for award in awards}
        return self.words.word(colours.pop()) if len(colours) == 1 else ""

    def listed(self, contestant: Contestant, awards: Iterable[Award], people: Sequence[Player]) -> ListedPoints:
        """Say what to write for a contestant whose PLAYER elements are these people."""
        players = contestant.players or (Player(contestant.name),)
        held: list[dict[str, int]] = [{} for _player in players]
        given = [0] * len(players)
        for award in awards:
            same = self._alike(award.player, players)
            if not same:
                found = f"{award.player.name} has points, but {contestant.name} has no such player in the file."
                self.problems.append(Problem(found, EXPORT_AGAIN, code="points-do-not-fit"))
                continue
            at = min(same, key=given.__getitem__)  # two visitors without name and number have one award each
            given[at] += 1
            held[at][award.colour] = held[at].get(award.colour, 0) + award.units
        regular = [each for player, each in zip(players, held, strict=True) if not player.substitute] or [{}]
        stood_in = [each for player, each in zip(players, held, strict=True) if player.substitute and each]
        if not stood_in and all(each == regular[0] for each in regular):
            return ListedPoints(self._points(regular[0]))
        return self._by_player(contestant, players, held, people)

    def _by_player(
        self, contestant: Contestant, players: Sequence[Player], held: list[dict[str, int]], people: Sequence[Player]
    ) -> ListedPoints:
        """Give each player his own; somebody who is in several pairs of a team has them once."""
        names = " and ".join(player.name for player, units in zip(players, held, strict=True) if units)
        says = f"Not all of {contestant.name} have the same points: those of {names} are with each player."
        self.notes.append(Note("points-by-player", says))
        left = dict(enumerate(held))
        own = []
        for person in people:
            same = [at for at in self._alike(person, players) if at in left]
            own.append(self._points(left.pop(same[0])) if same else ())
        for at in [at for at, units in left.items() if units]:
            found = f"{players[at].name} of {contestant.name} has points, but no <PLAYER> element to hold them."
            self.problems.append(Problem(found, EXPORT_AGAIN, code="points-do-not-fit"))
        return ListedPoints((), tuple(own))

    def _points(self, units: dict[str, int]) -> tuple[WrittenPoints, ...]:
        return tuple(WrittenPoints(amount, self.words.word(colour)) for colour, amount in units.items() if amount)

    def _alike(self, wanted: Player, players: Sequence[Player]) -> list[int]:
        """Find a player by name and number, otherwise by number, otherwise by name: every one that fits."""
        key = self.words.number.key
        number = key(wanted.number)
        numbered = [at for at, each in enumerate(players) if number and key(each.number) == number]
        named = [at for at, each in enumerate(players) if each.name == wanted.name]
        both = [at for at in named if key(players[at].number) == number]
        return both or numbered or named
