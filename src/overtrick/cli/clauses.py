"""``overtrick clauses``, ``settings`` and ``handbooks``: what an edition holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.output import print_json
from overtrick.engine.marks import clause_mark
from overtrick.handbooks import edition as editions

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.clauses import Clause
    from overtrick.handbooks.edition import Edition

#: Heads the column that only an edition has which is based on another.
_INHERITED = "Taken over from"


def _edition(handbook: str, on: date | None) -> Edition | None:
    """Open the edition of a day, or the latest."""
    try:
        found = editions.get(handbook)
        return found.edition(on) if on else found.latest
    except (editions.NoHandbook, editions.NoEdition) as error:
        output.complain(f"Error: {str(error).rstrip('.')}.")
        return None


def clauses(handbook: str, on: date | None = None, *, missing: bool, unused: bool, as_json: bool) -> int:
    """Print the clause list; the exit code."""
    from overtrick.handbooks import clauses as clause_list

    edition = _edition(handbook, on)
    if edition is None:
        return output.USAGE
    if unused:
        return _unused(edition, as_json=as_json)
    found = [each for each in clause_list.clauses(edition) if each.missing or not missing]
    if as_json and missing:
        print_json([{"clause": each.clause, "kind": each.kind, "summary": each.summary} for each in found])
    elif as_json:
        print_json([{**each._asdict(), "mark": clause_mark(each.clause)} for each in found])
    elif missing:
        for each in found:
            output.say(f"{each.clause}  {each.kind}  {each.summary}")
    else:
        rows = [
            (
                each.clause,
                each.kind,
                _state(each),
                _origin(each),
                ", ".join(each.executed_by) or "–",
                _held(each.held_by),
            )
            for each in found
        ]
        heads = ("Clause", "Kind", "State", _INHERITED, "Executed by", "Held by")
        shown = [at for at, head in enumerate(heads) if head != _INHERITED or edition.base is not None]
        output.table([heads[at] for at in shown], [[row[at] for at in shown] for row in rows])
        counted = clause_list.counts(edition)
        output.say(f"\n{len(found)} clauses: {', '.join(f'{count} {state}' for state, count in counted.items())}.")
    return output.GOOD


def _unused(edition: Edition, *, as_json: bool) -> int:
    """Print the rules and tables that nothing calls, each with its clauses."""
    from overtrick.handbooks.clauses import unused

    found = unused(edition)
    if as_json:
        print_json([{"name": name, "clauses": listed} for name, listed in found.items()])
    else:
        output.table(("Nothing calls", "Clauses"), [(name, ", ".join(listed)) for name, listed in found.items()])
    return output.GOOD


def _origin(clause: Clause) -> str:
    """Say from which edition a clause is taken over, and what its number was there."""
    return f"{clause.inherited}, was {clause.was}" if clause.was else clause.inherited or "–"


def _state(clause: Clause) -> str:
    """Say what becomes of a clause: who does it, or why nobody does."""
    why = clause.done_by or clause.nothing_because
    return f"{clause.state}: {why}" if why else str(clause.state)


def _held(tests: tuple[str, ...]) -> str:
    if not tests:
        return "–"
    return tests[0] if len(tests) == 1 else f"{tests[0]} and {len(tests) - 1} more"


def settings(handbook: str, on: date | None = None, *, as_json: bool) -> int:
    """Print what the handbook leaves open; the exit code."""
    edition = _edition(handbook, on)
    if edition is None:
        return output.USAGE
    if as_json:
        print_json([each._asdict() for each in edition.settings.values()])
        return output.GOOD
    for each in edition.settings.values():
        choices = " or ".join(f"{choice} (default)" if choice == each.default else choice for choice in each.choices)
        output.say(f"{each.name}: {choices}")
        output.say(f"  {each.question} ({clause_mark(each.clause)})")
        output.say(f"  By default {each.default}: {each.reason}.\n")
    return output.GOOD


def handbooks(*, as_json: bool) -> None:
    """Print the handbooks with their editions."""
    found = [(name, edition) for name in editions.names() for edition in editions.get(name).editions]
    if as_json:
        print_json([
            {
                "handbook": name,
                "edition": each.name,
                "title": each.title,
                "from": f"{each.begins}",
                "until": None if each.ends is None else f"{each.ends}",
            }
            for name, each in found
        ])  # fmt: skip
        return
    rows = [(name, each.title, f"{each.begins}", "" if each.ends is None else f"{each.ends}") for name, each in found]
    output.table(("Handbook", "Edition", "From", "Until"), rows)
