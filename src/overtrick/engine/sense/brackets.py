"""Is a knock-out whole? Whoever enters a round meets somebody or has a bye, and one side is unbeaten at the end.

A round that has a name has as many sides as the name says. What would make the knock-out whole is asked for: who met
whom, or who plays on. A drawn match and a triangle do not tell who is out, so only later rounds do.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Round, StageKind
from overtrick.engine.numbers import many
from overtrick.engine.sense.report import names_of

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Event, Match, Stage
    from overtrick.engine.sense.report import Report

_NAMED = re.compile(
    r"(?:the )?(?:(?P<final>finals?)|(?P<semi>semi[ -]?finals?)|(?P<quarter>quarter[ -]?finals?)"
    r"|(?:last|round of) (?P<last>\d{1,3}))",
    re.IGNORECASE,
)
_SIDES = {"final": 2, "semi": 4, "quarter": 8}

#: Stages that some enter later, or whose matches have nothing to do with each other.
_OPEN = (StageKind.PLAY_OFF, StageKind.TIE_PLAY_OFF, StageKind.CONSOLATION, StageKind.OPEN)


class _Sides(NamedTuple):
    """Who is in a round."""

    playing: set[str]
    byes: set[str]  #: that are told
    untold: int  #: of those who come in later
    named: int  #: how many the file says are in

    @property
    def listed(self) -> int:
        """Count who is known by name, with those who come in later."""
        return len(self.playing | self.byes) + self.untold

    @property
    def total(self) -> int:
        """Count everybody in the round, listed or not."""
        return max(self.listed, self.named)

    @property
    def whole(self) -> bool:
        """Say whether everybody in the round is known by name."""
        return bool(self.playing) and self.listed >= self.named


def check(report: Report, event: Event, index: int, path: Path) -> None:
    """Weigh the rounds of a knock-out; matches without rounds are those of one."""
    stage = event.stages[index]
    rounds = stage.rounds or (Round(stage.matches),)
    single = stage.contest is Contest.KNOCK_OUT and stage.kind not in _OPEN and len(stage.fields) == 1
    if not single or not any(this.matches for this in rounds):
        return
    if not stage.rounds and _meet_several(stage.matches):
        question = "Which matches were played in which round? A side that wins meets another in the next."
        report.ask("rounds-of-the-matches", question, "List the matches under rounds.", (*path, "rounds"))
        return
    followed = _Followed(rounds)
    sided = followed.sided()
    _check_entrants(report, event, stage, followed, max(each.named for each in sided), path)
    if followed.doubtful:
        return
    _check_byes(report, followed, sided[0], path)
    for at, (this, sides) in enumerate(zip(rounds, sided, strict=True)):
        way = (*path, "rounds", at) if stage.rounds else (*path, "matches")
        _check_name(report, this, sides)
        if at:
            _check_halved(report, rounds[at - 1], sided[at - 1], sides, way)
    if sided[-1].listed >= sided[-1].named:
        _check_unbeaten(report, event, index, followed)


def _meet_several(matches: tuple[Match, ...]) -> bool:
    """Say whether somebody meets one side after another; segments of one match, and a triangle, are no rounds."""
    met: dict[str, set[str]] = {}
    for match in matches:
        one, two = (side.contestant for side in match.sides)
        met.setdefault(one, set()).add(two)
        met.setdefault(two, set()).add(one)
    return not any(match.triangular for match in matches) and any(len(others) > 1 for others in met.values())


class _Followed:
    """The sides of a knock-out through its rounds; matches of those who were beaten before are left out."""

    def __init__(self, rounds: tuple[Round, ...]) -> None:
        """Go through the rounds once."""
        self.rounds = rounds
        self.last: dict[str, int] = {}  #: the last round of everybody
        self.defeats: Counter[str] = Counter()
        self.playing: list[set[str]] = []
        self.doubtful = False
        for at, this in enumerate(rounds):
            sides: dict[str, None] = {}
            for match in this.matches:
                names = dict.fromkeys(side.contestant for side in match.sides)
                if not all(self.defeats[name] for name in names):
                    sides |= names
                    self._note(match, set(names))
            self.playing.append(set(sides))
            for name in (*sides, *this.byes, *this.earned_byes):
                self.last[name] = at
        self.unbeaten = [name for name in self.last if not self.defeats[name]]

    def _note(self, match: Match, names: set[str]) -> None:
        if match.winner and not match.triangular:
            self.defeats.update(names - {match.winner})
        else:
            self.doubtful = True

    def sided(self) -> list[_Sides]:
        """Say who is in each round; who comes in later had a bye, written down or not."""
        ends = Counter(self.last.values())
        inside, found = len(self.last), []
        for at, this in enumerate(self.rounds):
            byes = {*this.byes, *this.earned_byes}
            here = len(self.playing[at] | byes)
            found.append(_Sides(self.playing[at], byes, (inside - here) * bool(here), this.entered or 0))
            inside -= ends[at]
        return found


def _check_name(report: Report, this: Round, sides: _Sides) -> None:
    """A semi-final has four sides, or three if one has a bye."""
    named = _NAMED.fullmatch(this.name.strip())
    if named is None or not sides.total:
        return
    word = named.lastgroup or ""
    number = int(named[word]) if word == "last" else _SIDES[word]
    if not number < 2 * sides.total <= 2 * number:
        report.odd(
            "round-against-its-name", f"{this.name} is the name of a round of {number}; {sides.total} are in it."
        )


def _check_byes(report: Report, followed: _Followed, first: _Sides, path: Path) -> None:
    """Byes of the first round that nobody tells are those to a power of two, or that of the odd one out."""
    there = first.listed
    needed = (there % 2, (1 << (there - 1).bit_length()) - there)
    if first.whole and first.untold and first.untold + len(first.byes) not in needed:
        names = names_of([name for name in followed.last if name not in first.playing | first.byes])
        question = f"Whom did {names} meet in round 1? {there} sides need no such bye."
        remedy = "Add the match, or name the byes of the round."
        report.ask("match-or-bye", question, remedy, (*path, "rounds", 0))


def _check_halved(report: Report, before: Round, was: _Sides, now: _Sides, way: Path) -> None:
    """A match puts one side out, so a round of so many leaves as many less its matches, and never less than half."""
    if not was.named and not now.named:
        return
    most = was.total - 1 if not was.whole else was.total - len(was.playing) // 2
    least = -(-was.total // 2) if not was.whole else most
    if not least <= now.total <= most:
        found = f"{was.total} sides were in a round and {now.total} in the next."
        remedy = "Add the round or the matches that are missing, or correct 'entered'."
        against = (*way[:-1], int(way[-1]) - 1, "entered" if before.entered else "matches")
        report.problem("sides-of-the-next-round", found, remedy, (*way, "entered"), against)


def _check_entrants(report: Report, event: Event, stage: Stage, followed: _Followed, named: int, path: Path) -> None:
    """Whoever is listed has met somebody."""
    field = stage.fields[0]
    missing = field.size - max(len(followed.last), named)
    if missing <= 0:
        return
    idle = [each.name for each in field.contestants if each.name not in followed.last]
    idle = [name for name in idle if name not in event.still_in]
    if idle or field.size > len(field.contestants):
        who = names_of(idle) if idle else f"the other {missing}"
        question = f"Whom did {who} meet? {many(field.size, 'side')} entered, and {len(followed.last)} are in a round."
        remedy = "Add the rounds or matches that are missing, or the byes, or say 'entered' of the first round."
        report.ask("side-without-match", question, remedy, (*path, "rounds"))


def _check_unbeaten(report: Report, event: Event, index: int, followed: _Followed) -> None:
    """One side is unbeaten at the end; others play on, here or in a later stage."""
    stage, later = event.stages[index], event.stages[index + 1 :]
    fields = [field for each in later for field in each.fields]
    alone = stage.kind is StageKind.QUALIFYING and not later
    if alone or any(field.size > len(field.contestants) for field in fields):
        return
    goes_on = {each.name for field in fields for each in field.contestants} | set(event.still_in)
    left = [name for name in followed.unbeaten if name not in goes_on]
    if len(left) > (not goes_on & set(followed.unbeaten)):
        question = f"Who won in the end? {names_of(left)} {'are' if len(left) > 1 else 'is'} not beaten."
        remedy = "Add the rounds that are missing, or if they are to be played, 'still in' with who plays on."
        report.ask("several-unbeaten", question, remedy, ("still in",))
