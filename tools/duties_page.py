"""Draws docs/duties.md from the duties and the clause lists: ``make clauses``."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.handbooks import edition as editions
from overtrick.handbooks.clauses import ClauseState, clauses
from overtrick.handbooks.duties import Audience, Duty, duties

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from overtrick.handbooks.clauses import Clause

PAGE = Path(__file__).resolve().parents[1] / "docs" / "duties.md"
_DONE = (ClauseState.AWARDS, ClauseState.OFFICE)
_AUDIENCES = {
    Audience.PLAYER: "Players",
    Audience.CLUB: "Clubs and organisers of events",
    Audience.REGION: "Counties, areas, States",
    Audience.OFFICE: "The national office",
}
_HEAD = """\
# What an office does over its year

The handbooks ask offices, counties and clubs to do more than award points. This page lists those duties, who has
them, and the page or command by which each is done. It is made from the clause lists of the editions (`make clauses`);
`overtrick clauses` tells the same clause by clause. Where a handbook is silent, the duty does not exist for its
federation, and no page shows it.

`<…>` in an address stands for a number or a name. A clause that people decide is asked, shown with its conditions and
recorded with who decided, when and why; the program decides nothing in their place.
"""


def drawn() -> str:
    """Write the page."""
    return "\n".join([_HEAD, *_by_audience(), *_by_handbook(), *_by_part()])


def _by_audience() -> Iterator[str]:
    yield "## Who does what\n"
    for audience, words in _AUDIENCES.items():
        yield f"**{words}**\n"
        for each in duties().values():
            if audience in each.audiences:
                yield f"- [{each.number}](#{_anchor(each)}) {each.title}"
        yield ""


def _by_handbook() -> Iterator[str]:
    yield "## How far it goes\n"
    heads = ("handbook", "clauses", "done here", "of them decided by people", "not yet")
    yield f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}"
    for name in editions.names():
        edition = editions.get(name).latest
        listed = [each for each in clauses(edition) if each.duty]
        done = [each for each in listed if is_done(each)]
        people = sum(each.decided_by_people for each in done)
        yield f"| {edition.title} | {len(listed)} | {len(done)} | {people} | {len(listed) - len(done)} |"
    yield ""


def _by_part() -> Iterator[str]:
    listed = {name: [*clauses(editions.get(name).latest)] for name in editions.names()}
    for part, those in groupby(duties().values(), key=lambda each: each.part):
        yield f"## {part}\n"
        for duty in those:
            who = "; ".join(_AUDIENCES[each] for each in duty.audiences)
            yield f"### {duty.number} {duty.title}\n\nWho: {who}. When: {duty.when}.\n"
            if duty.at:
                yield f"Where: {', '.join(f'`{each}`' for each in duty.at)}.\n"
            for name, every in listed.items():
                yield from _of_handbook(name, [each for each in every if each.duty == duty.number])
            yield ""


def _of_handbook(name: str, those: list[Clause]) -> Iterator[str]:
    done, open_ = ([each for each in those if is_done(each) is answer] for answer in (True, False))
    parts = [_marks(done)] if done else []
    parts += [f"not yet {_marks(open_)}"] if open_ else []
    if parts:
        yield f"- {editions.get(name).latest.title}: {'; '.join(parts)}"


def _marks(those: Iterable[Clause]) -> str:
    return ", ".join(f"{each.clause}{' (people decide)' * each.decided_by_people}" for each in those)


def is_done(clause: Clause) -> bool:
    """Say whether a clause of a duty is done here: it runs, and its duty has a page or a command."""
    return clause.state in _DONE and bool(duties()[clause.duty].at)


def _anchor(duty: Duty) -> str:
    words = f"{duty.number} {duty.title}".casefold()
    return "".join(sign for sign in words.replace(" ", "-") if sign.isalnum() or sign == "-")


if __name__ == "__main__":
    PAGE.write_text(drawn(), encoding="utf-8")
