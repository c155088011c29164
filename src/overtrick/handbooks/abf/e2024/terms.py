"""On what terms is an event played? Its grade, colour and factors, from its status and its facts."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Unknown
from overtrick.engine.event import Play
from overtrick.engine.numbers import Exact, exact
from overtrick.engine.working import rule

from . import grades, national

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

    from .grades import Grade
    from .national_events import NationalEvent

CONGRESSES = {
    "B4": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "B3": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "A2": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "festival": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "super festival": ("major", "restricted", "minor championship", "walk-in", "minor"),
    "tour": ("major", "other major", "open", "supervised"),
}
#: A rank, with how many have it before or after.
_COUNTED = re.compile(r"\s*(?:([0-9]{1,4})\s*[x\u00d7]?\s+)?(.*?)(?:\s*[x\u00d7:=]?\s*([0-9]{1,4}))?\s*")
#: What the fact 'championship' calls the play-off of a State (6.2.2).
STATE_PLAY_OFF = "play-off"
RESTRICTIONS = {"age": "age", "gender": "gender", "sex": "gender"}


class Terms:
    """What the status and the facts of an event say."""

    def __init__(self, book: Book, event: Event) -> None:
        """Take the event."""
        self.book = book
        self.event = event

    def check(self) -> None:
        """See that every fact is one the scheme knows; what the name of the event says of its stage holds from here."""
        if not self.event.facts:
            return
        congress, role = self.event.fact("congress"), self.event.fact("congress event")
        if congress and congress not in CONGRESSES:
            raise Unknown(
                f"There is no congress {congress!r}.",
                f"Give one of {', '.join(CONGRESSES)}.",
                "facts",
                code="fact-unknown",
            )
        if congress:
            self._check_role(congress, role)
        by = self.event.fact("restricted by")
        if by and by not in RESTRICTIONS:
            raise Unknown(f"Entry is not restricted by {by!r}.", "Give age or gender.", "facts", code="fact-unknown")
        _ = self.amplification, self.ranks
        if self.listed is not None:
            self.event = national.as_listed(self.event, self.listed)

    @staticmethod
    def _check_role(congress: str, role: str) -> None:
        known = CONGRESSES[congress]
        remedy = f"Give as 'congress event' one of {', '.join(known)}."
        if not role and congress == "tour":
            found = "What was the event on this tour?"
            raise Asked(found, remedy, "facts", "congress event", code="abf-congress-event", choices=known)
        if role and role not in known:
            raise Unknown(f"No {congress} congress has a {role!r} event.", remedy, "facts", code="fact-unknown")

    @cached_property
    def listed(self) -> NationalEvent | None:
        """Find a national event that is named: its grade, restriction and amplification are those of the list."""
        name = self.event.fact("event")
        if not name:
            return None
        from . import national_events  # noqa: PLC0415 - most events are none of them

        try:
            return national_events.event(self.book, name)
        except national_events.NoSuchEvent as error:
            raise Unknown(f"{error}.", error.remedy, "facts", "event", code="fact-unknown") from None

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
            raise Unknown(found, f"Give one of {', '.join(known.values())}.", "status", code="status-unknown")
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
            self._master_factor(name) if self.ranks else None,
            grades.restriction_factor(self.book, name, by),
            grades.state_factor(self.book, self.event.fact("championship")),
        ]
        return [each for each in found if each is not None]

    def _master_factor(self, grade: str) -> Step:
        factor = grades.master_factor(self.book, grade, self.ranks)
        if self.listed is None or not self.listed.is_limited:
            return factor
        from . import national_events  # noqa: PLC0415 - most events are none of them

        return factor._replace(because=(*factor.because, national_events.limit(self.listed)))

    @property
    def paid_by(self) -> str:
        """Give the clause of chapter 7.5 that governs the event; a State play-off is paid like a national one."""
        if self.listed is not None:
            return self.listed.paid_by
        return national.PLAY_OFF if self.is_state_play_off else ""

    @property
    def is_state_play_off(self) -> bool:
        """Say whether this is the play-off that ends a State's team selection."""
        return self.event.fact("championship") == STATE_PLAY_OFF

    @cached_property
    def ranks(self) -> list[str]:
        """List the ranks of a master event, as told or of its entrants; each player counts once, substitutes do not."""
        told = self.event.fact("master ranks")
        if told:
            return [rank for part in told.split(",") for rank in self._counted(part)]
        if not self.is_master_event:
            return []
        entrants = {
            player.number or (contestant.name, player.name): player.rank
            for field in self.event.stages[0].fields
            for contestant in field.contestants
            for player in contestant.players
            if not player.substitute
        }
        if not any(entrants.values()):
            self._ask_for_ranks()
        return [self._rank(rank) if rank else "Graduate" for rank in entrants.values()]

    @property
    @rule("4.4.9/1", "5.3.2", "7.2.2/19")
    def is_master_event(self) -> bool:
        """Entry by rank or by masterpoints makes a master event: as told, restricted at a congress, or as listed."""
        return bool(self._master_kind)

    @property
    def _master_kind(self) -> str:
        if self.listed is not None and self.listed.is_limited:
            return f"The {self.listed.name}, limited by masterpoints (4.4.9),"
        if self.event.fact("congress event") == "restricted" and self.event.fact("congress"):
            return "A restricted event of a congress (5.3.2)"
        return "A master event (4.4.9)" if self.event.fact("master event") == "yes" else ""

    @rule("4.4.9/1", "5.3.2")
    def _ask_for_ranks(self) -> None:
        """A master event, and a restricted event of a congress, takes a factor that only the ranks give."""
        found = f"{self._master_kind} takes the factor of its ranks. How many entrants of each rank were there?"
        remedy = "Give each player's rank, or 'master ranks' with the entrants of each: Graduate 6, Club 14, Local 4."
        raise Asked(found, remedy, "facts", "master ranks", code="abf-master-ranks")

    @classmethod
    def _counted(cls, written: str) -> list[str]:
        """Read a rank with the entrants that have it: Life 12, or 12 x Life; without a number it is one of them."""
        match = _COUNTED.fullmatch(written)
        before, rank, after = match.groups() if match is not None else (None, written, None)
        if before and after:
            found = f"{written.strip()!r} counts its entrants twice."
            raise Unknown(found, "Write it once: Life 12.", "facts", "master ranks", code="fact-unknown")
        return [cls._rank(rank)] * int(before or after or 1)

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
        raise Unknown(
            f"There is no rank {written.strip()!r}.",
            "Write it as the scheme does: Bronze Life.",
            "facts",
            code="fact-unknown",
        )

    @property
    def amplification(self) -> Exact:
        """Give the factor on the tables of a national event."""
        return self._amplification if self.event.facts else 1

    @cached_property
    def _amplification(self) -> Exact:
        told = self.event.fact("amplification")
        if not told:
            if self.is_state_play_off:
                return self.book.table("figures").number("play-off amplification", "value")
            return 1 if self.listed is None else self.listed.amplification
        try:
            factor = exact(told)
        except ValueError:
            factor = 0
        if factor <= 0:
            raise Unknown(
                f"The amplification {told!r} is not a factor.",
                "Give a number such as 3 or 3/2.",
                "facts",
                code="fact-unknown",
            )
        return factor
