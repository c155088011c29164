"""On what terms is an event played? Its grade, colour and factors, from its status and its facts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Play
from overtrick.engine.numbers import Exact, exact
from overtrick.engine.working import rule
from overtrick.handbooks.abf.e2024 import grades, national_events

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.abf.e2024.grades import Grade
    from overtrick.handbooks.abf.e2024.national_events import NationalEvent
    from overtrick.handbooks.edition import Book

CONGRESSES = {
    "B4": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "B3": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "A2": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "festival": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "super festival": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "tour": ("major", "other major", "open", "supervised"),
}
RESTRICTIONS = {"age": "age", "gender": "gender", "sex": "gender"}


class Terms:
    """What the status and the facts of an event say."""

    def __init__(self, book: Book, event: Event) -> None:
        """Take the event."""
        self.book = book
        self.event = event

    def check(self) -> None:
        """See that every fact is one the scheme knows."""
        if not self.event.facts:
            return
        congress, role = self.event.fact("congress"), self.event.fact("congress event")
        if congress and congress not in CONGRESSES:
            raise Unknown(f"There is no congress {congress!r}.", f"Give one of {', '.join(CONGRESSES)}.", "facts")
        if congress and (role or congress == "tour") and role not in CONGRESSES[congress]:
            known = ", ".join(CONGRESSES[congress])
            found = f"No {congress} congress has a {role!r} event." if role else "The kind of the event is not given."
            raise Unknown(found, f"Give as 'congress event' one of {known}.", "facts")
        by = self.event.fact("restricted by")
        if by and by not in RESTRICTIONS:
            raise Unknown(f"Entry is not restricted by {by!r}.", "Give age or gender.", "facts")
        _ = self.amplification, self.listed, self.ranks

    @cached_property
    def listed(self) -> NationalEvent | None:
        """Find a national event that is named: its grade, restriction and amplification are those of the list."""
        name = self.event.fact("event")
        if not name:
            return None
        try:
            return national_events.event(self.book, name)
        except national_events.NoSuchEvent as error:
            raise Unknown(f"{error}.", "Name it as the scheme lists it.", "facts") from None

    def grade_name(self, stage: Stage) -> str:
        """Give the grade: the stage's own, that of the list of national events, of a congress, or as told."""
        if stage.status or not self.event.facts:
            return stage.status or self.event.status
        if self.listed is not None:
            return self.listed.grade
        congress = self.event.fact("congress")
        if congress:
            return grades.congress_grade(congress, self.event.fact("congress event") or "minor", self.sessions_held())
        return self.event.status

    def sessions_held(self) -> int:
        """Count the sessions of the event, by its schedule or its lists."""
        return sum(
            max(len(stage.schedule.sessions), 1, *(field.session for field in stage.fields)) if stage.fields else 1
            for stage in self.event.stages
        )

    def grade(self, stage: Stage, play: Play | None = None) -> Grade:
        """Look the grade of a stage up for its kind of play, or for another."""
        key = ("grade", self.grade_name(stage), play or stage.play)
        kept = self.book.kept
        found: Grade | None = kept.get(key)
        if found is None:
            found = kept[key] = self._find_grade(*key[1:])
        return found

    def _find_grade(self, name: str, play: Play) -> Grade:
        known = {each.lower(): each for each in grades.names(self.book)}
        if name.lower() not in known:
            found = (
                f"The grade {name!r} is not one of the scheme's." if name else "The grade of the event is not given."
            )
            raise Unknown(found, f"Give one of {', '.join(known.values())}.", "status")
        return grades.grade(self.book, known[name.lower()], play)

    @property
    def accelerated(self) -> bool:
        """Say whether the outright award counts a session more."""
        first = self.event.fact("second of its format") != "yes"
        role = self.event.fact("congress event")
        return grades.is_accelerated(self.event.fact("congress"), role, first_of_format=first)

    def common_factors(self, stage: Stage) -> list[Step]:
        """List the factors on all awards of a stage."""
        if not self.event.facts:
            return []
        name = self.grade(stage).name
        by = RESTRICTIONS.get(self.event.fact("restricted by"), "")
        if self.listed is not None and self.listed.restriction != 1 and not by:
            by = "gender" if self.listed.entry in ("women", "mixed") else "age"
        found = [
            grades.master_factor(self.book, name, self.ranks) if self.ranks else None,
            grades.restriction_factor(self.book, name, by),
            grades.state_factor(self.book, self.event.fact("championship")),
        ]
        return [each for each in found if each is not None]

    @cached_property
    def ranks(self) -> list[str]:
        """List the ranks of a master event, as told or of its entrants; each player counts once."""
        told = self.event.fact("master ranks")
        if told:
            return [self._rank(rank) for rank in told.split(",")]
        if self.event.fact("master event") != "yes":
            return []
        entrants = {
            player.number or (contestant.name, player.name): self._rank(player.rank) if player.rank else "Graduate"
            for field in self.event.stages[0].fields
            for contestant in field.contestants
            for player in contestant.players
        }
        return list(entrants.values())

    @staticmethod
    @rule("4.4.9/2")
    def _rank(written: str) -> str:
        """Know a rank however it is written; who has none counts as Graduate."""
        plain = written.strip().removesuffix("Master").strip().casefold()
        if plain in ("", "none", "unranked"):
            return "Graduate"
        for rank in grades.RANKS:
            if rank.casefold() == plain:
                return rank
        raise Unknown(f"There is no rank {written.strip()!r}.", "Write it as the scheme does: Bronze Life.", "facts")

    @property
    def amplification(self) -> Exact:
        """Give the factor on the tables of a national event."""
        return self._amplification if self.event.facts else 1

    @cached_property
    def _amplification(self) -> Exact:
        told = self.event.fact("amplification")
        if not told:
            return 1 if self.listed is None else self.listed.amplification
        try:
            factor = exact(told)
        except ValueError:
            factor = 0
        if factor <= 0:
            raise Unknown(f"The amplification {told!r} is no factor.", "Give a number such as 3 or 3/2.", "facts")
        return factor
