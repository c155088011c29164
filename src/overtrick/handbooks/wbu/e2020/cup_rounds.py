"""Which round of a cup is it? By its name, and by how many teams are still in (4.2.4)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked
from overtrick.engine.event import Contest
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import rule
from overtrick.handbooks.family import knock_out

if TYPE_CHECKING:
    from overtrick.engine.event import Round, Stage

BEFORE, QUARTER, SEMI, FINAL = ROUNDS = ("before quarter-final", "quarter-final", "semi-final", "final")
#: A match for third place, which the table does not have.
THIRD_PLACE = "third place"
#: A round that is only counted: which one it is follows from who is still in, or from the rounds after it.
NUMBERED = "numbered"

#: How many teams may still be in when a round begins; None: no limit.
_STILL_IN: dict[str, tuple[int, int | None]] = {FINAL: (2, 2), SEMI: (3, 4), QUARTER: (5, 8), BEFORE: (9, None)}
_TWO = 2

_NUMBER = r"(?:\d+(?:st|nd|rd|th)?|one|two|three|four|five|six|first|second|third|fourth|fifth|sixth)"
_MANY = r"(?:16|32|64|128|sixteen|thirty ?two|sixty ?four)"
_ONE = r"(?: ?(?:\d|[a-d]))?"  # one match of the round
#: A round that is said to be before the quarter-final, as the question has it.
_SAID_BEFORE = r"(before|prior to) (the )?quarter ?finals?"
#: What rounds are called, in words without capitals, hyphens and lengths; the first that fits counts.
_CALLED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (THIRD_PLACE, (r"(.* )?(third|3rd|bronze) (place|medal|match|final|play ?off).*",)),
    (
        BEFORE,
        (
            _SAID_BEFORE,
            r"(pre ?quarter|eighth|1/8) ?finals?",
            rf"(last|round of) {_MANY}",
            r"r ?(16|32|64|128)",
            rf"prelim(s|inary|inaries)?( rounds?| {_NUMBER})*",
        ),
    ),
    (QUARTER, (rf"(quarter|qtr|1/4) ?finals?{_ONE}", r"quarters?", rf"q ?f ?s?{_ONE}", r"(last|round of) (8|eight)")),
    (SEMI, (rf"(semi|1/2) ?finals?{_ONE}", r"semis?", rf"s ?f ?s?{_ONE}", r"(last|round of) (4|four)")),
    (FINAL, (r"((the|grand|cup|national|welsh cup|cambria cup|silver|plate) )*finals?", r"f")),
    (NUMBERED, (rf"(round|rd|r|stage) ?{_NUMBER}", rf"{_NUMBER} (round|rd|stage)")),
)


class CupRound(NamedTuple):
    """A round of a cup: which one it is, and how many teams are still in."""

    round: Round
    name: str
    left: int


def called(name: str) -> str:
    """Say which round a name means; empty if it is not known."""
    words = _normal_name(name)
    return next((known for known, patterns in _CALLED if any(re.fullmatch(each, words) for each in patterns)), "")


def _normal_name(name: str) -> str:
    """Write a name without capitals, hyphens, brackets and lengths."""
    words = re.sub(r"\(.*?\)|\b\d+ boards\b", " ", name.lower().replace("½", "1/2").replace("¼", "1/4"))
    return re.sub(r"\s+", " ", re.sub(r"[^a-z0-9/ ]+", " ", words.replace("'", ""))).strip()


def still_in(stage: Stage) -> list[tuple[Round, int]]:
    """Count who is still in at each round: in a match, with a bye told or not, and at the start everybody entered."""
    counted = [(this, knock_out.entrants(this)) for this in knock_out.with_untold_byes(stage)]
    first, left = counted[0]
    if stage.contest is Contest.KNOCK_OUT and first.entered is None:
        counted[0] = first, max(left, sum(field.size for field in stage.fields))
    return counted


@rule("4.2.4.1 table", "4.2.4.2(a)", "4.2.4.2(b) before")
def rounds_of(stage: Stage, index: int) -> list[CupRound]:
    """Name every round: by who is still in where that tells it, in a double elimination by what it is called."""
    counted = still_in(stage)
    known = [called(this.name) for this, _left in counted]
    single = stage.contest is Contest.KNOCK_OUT
    found = []
    for at, (this, left) in enumerate(counted):
        name = _single(stage, at, known, left, index) if single else _double(stage, at, known, left, index)
        found.append(CupRound(this, name, left))
    return found


def _single(stage: Stage, at: int, known: list[str], left: int, index: int) -> str:
    """Name a round of a single elimination by who is still in; what it is called must not contradict that."""
    name, alone = known[at], len(known) == 1
    by_count = next(each for each, (_least, most) in _STILL_IN.items() if most is None or left <= most)
    if name == THIRD_PLACE or re.fullmatch(_SAID_BEFORE, _normal_name(stage.rounds[at].name)):
        return name
    if name in _STILL_IN:
        least, most = _STILL_IN[name]
        # A single round may be one match of several: then fewer are listed than are still in.
        if (most is None or left <= most) and (alone or left >= least):
            return name
        _ask(stage, at, left, index, known[at])
    if alone and name == NUMBERED and by_count is not BEFORE and left > _TWO:
        _ask(stage, at, left, index, "")
    return by_count


def _double(stage: Stage, at: int, known: list[str], left: int, index: int) -> str:
    """Name a round of a double elimination by what it is called: who is left does not tell it."""
    name = known[at]
    if name == NUMBERED and any(later in ROUNDS for later in known[at + 1 :]):
        return BEFORE
    too_many = name in (SEMI, FINAL) and left > (_STILL_IN[name][1] or left)
    if name in (NUMBERED, "") or too_many or (name == FINAL and known.count(FINAL) > 1):
        _ask(stage, at, left, index, name)
    return name


def _ask(stage: Stage, at: int, left: int, index: int, name: str) -> None:
    written = stage.rounds[at].name
    which = f"round {at + 1}" + (f", {written!r}," if written else "")
    if name in ROUNDS and stage.contest is Contest.KNOCK_OUT:
        question = f"Which round of the cup is {which} in which {left} teams were still in?"
    else:
        question = f"Which round of the cup is {which.removesuffix(',')}?"
    remedy = (
        "Name it quarter-final, semi-final, final or before the quarter-final; "
        "or, if not all of its teams are listed, give how many entered the round."
    )
    choices = ("before the quarter-final", QUARTER, SEMI, FINAL)
    raise Asked(question, remedy, "stages", index, "rounds", at, "name", code="cup-round", choices=choices)
