"""What was the event, once every result is scored? One ranking list, or one for each direction."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contestant, Field, Play, Scoring, Stage
from overtrick.formats.bridgemate.movement import TWO, Entrant, WinnersFound, schedule
from overtrick.formats.bridgemate.people import Person, players
from overtrick.formats.scoring import Entered, Method, rank_individuals, rank_pairs, ranking_lists, standings
from overtrick.formats.scoring.movements import of_section

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from overtrick.engine.event import Movement
    from overtrick.formats.bridgemate.lines import Lines
    from overtrick.formats.bridgemate.session import Session


class Scored(NamedTuple):
    """A session, its winners by section, its travellers, how they are compared, and who sat where."""

    session: Session
    found: Mapping[int, WinnersFound]
    lines: Lines
    method: Method
    known: Mapping[Entrant, tuple[Person, ...]]

    @property
    def several(self) -> bool:
        """There is more than one section."""
        return len(self.session.sections) > 1

    def labels(self) -> dict[str, str]:
        """Call everybody by the number; by section and direction as well where the number alone is not enough."""
        times = Counter((entrant.section, entrant.number) for entrant in self.lines.entrants.values())
        what = "Player" if self.session.individual else "Pair"
        labels = {}
        for key, entrant in self.lines.entrants.items():
            letter = self.session.letter(entrant.section) if self.several else ""
            way = f" {entrant.direction}" if times[entrant.section, entrant.number] > 1 else ""
            labels[key] = f"{what} {letter}{entrant.number}{way}"
        return labels

    def stage(self) -> Stage:
        """Rank everybody."""
        session, lines = self.session, self.lines
        two = any(each.winners == TWO for each in self.found.values())
        if session.individual:
            values = rank_individuals(lines.players, self.method)
        else:
            values = rank_pairs(lines.pairs, self.method)
        labels = self.labels()
        entered = {key: Entered(session.letter(each.section), each.direction) for key, each in lines.entrants.items()}
        fields = []
        for each in ranking_lists({key: entered[key] for key in values}, across=True):
            ours = {key: values[key] for key in each.keys}
            fields.append(
                Field(each.name, self._contestants(ours, labels, alone=bool(each.section)), section=each.section)
            )
        return Stage(
            play=Play.INDIVIDUAL if session.individual else Play.PAIRS,
            schedule=schedule(session, self.found),
            fields=tuple(fields),
            winners=TWO if two else 1,
            movement=None if session.individual else self._movement(),
            scoring=Scoring.MATCHPOINTS if self.method is Method.MATCHPOINTS else Scoring.OTHER,
        )

    def _movement(self) -> Movement | None:
        """Tell how the pairs moved, where they did so alike in every section and the file does not contradict it."""
        if not all(each.is_sure for each in self.found.values()):
            return None
        met: dict[int, list[tuple[str, str]]] = {}
        for line in self.lines.pairs:
            met.setdefault(self.lines.entrants[line.ns].section, []).append((line.ns, line.ew))
        found = {of_section(each, two=self.found[section].winners == TWO) for section, each in met.items()}
        return found.pop() if len(found) == 1 else None

    def _contestants(
        self, values: Mapping[str, Fraction], labels: Mapping[str, str], *, alone: bool
    ) -> tuple[Contestant, ...]:
        contestants = []
        for standing in standings(values):
            entrant, label = self.lines.entrants[standing.key], labels[standing.key]
            persons = self.known.get(entrant, ())
            name = " & ".join(person.name for person in persons) if all(person.name for person in persons) else ""
            section = self.session.letter(entrant.section) if self.several and not alone else ""
            contestants.append(
                Contestant(name or label, players(persons, label), standing.place, standing.shown, section=section)
            )
        return tuple(contestants)
