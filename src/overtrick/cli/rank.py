"""``overtrick rank``: the rank of a holding, the next one, and what is missing for it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from overtrick.cli import output
from overtrick.cli.output import print_json
from overtrick.cli.worth import BadOptions, day_of, read_options
from overtrick.engine.marks import clause_marks
from overtrick.engine.numbers import exact, show
from overtrick.engine.ranks import Holding
from overtrick.engine.working import as_data, as_text, cited
from overtrick.handbooks import edition as editions
from overtrick.handbooks import ranks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.ranks import RankStanding, ToWin
    from overtrick.handbooks.edition import Edition, Handbook
    from overtrick.handbooks.entries import Colour
    from overtrick.handbooks.ranks import Ranks


def rank(handbook: str, options: tuple[str, ...]) -> int:
    """Print the rank of a holding; the exit code."""
    try:
        answers, flags, settings = read_options(options)
        on = day_of(answers.pop("on", ""))
        book = editions.get(handbook)
        edition = book.edition(on) if on else book.latest
        rules = _ranks(edition)
        if "help" in flags:
            _list(edition, rules)
            return output.GOOD
        held = _holding(book, rules.PARTS, answers)
        standing = rules.rank_of(edition.book(on, settings), held, on)
    except (BadOptions, editions.NoHandbook, editions.NoEdition, editions.BadSetting) as error:
        output.complain(f"Error: {str(error).rstrip('.')}.")
        return output.USAGE
    if "json" in flags:
        print_json(_data(edition, held, standing))
    else:
        _print(edition, standing, with_working="why" in flags)
    return output.GOOD


def _ranks(edition: Edition) -> Ranks:
    if not ranks.known(edition):
        message = f"{edition.title} has no ranks here"
        raise BadOptions(message)
    return ranks.of(edition)


def _holding(book: Handbook, parts: Mapping[str, str], answers: dict[str, str]) -> Holding:
    if not answers:
        message = f"give the points that the player has, for example --{next(iter(book.colours))} 1000"
        raise BadOptions(message)
    units = dict.fromkeys(book.colours, 0)
    of_which = {}
    for name, written in answers.items():
        if name in book.colours:
            units[name] = _units(book.colours[name], name, written)
        elif name in parts:
            of_which[parts[name]] = _units(next(iter(book.colours.values())), name, written)
        else:
            known = ", ".join(f"--{each}" for each in (*book.colours, *parts))
            message = f"there is no option --{name}; choose from {known}"
            raise BadOptions(message)
    return Holding(units, of_which)


def _units(colour: Colour, name: str, written: str) -> int:
    """Read points as people write them, into smallest units of the colour."""
    try:
        units = Fraction(exact(written)) * colour.units
    except (ValueError, ZeroDivisionError):
        message = f"--{name} takes a number of points such as 12, not {written!r}"
        raise BadOptions(message) from None
    if units < 0 or units.denominator != 1:
        smallest = show(Fraction(1, colour.units))
        message = f"--{name} takes points in steps of {smallest}, not {written}"
        raise BadOptions(message)
    return units.numerator


def _list(edition: Edition, rules: Ranks) -> None:
    output.say(f"{edition.title}\n")
    rows = [(f"--{name}", f"{name.capitalize()} points held.", "0") for name in edition.handbook.colours]
    rows += [(f"--{name}", f"Of these: {part}.", "0") for name, part in rules.PARTS.items()]
    rows += [
        ("--why", "Show the working.", ""),
        ("--json", "Print everything as JSON.", ""),
        ("--on", "Use the edition of this day.", "the newest edition"),
        ("--set", "Choose a setting of the edition.", ""),
    ]
    output.table(("Option", "Says", "Default"), rows)


def _points(edition: Edition, part: ToWin) -> str:
    """Write missing points: of one colour as that colour is written, of several in the smallest units they share."""
    colours = [edition.handbook.colours[name] for name in part.colours if name in edition.handbook.colours]
    return min(colours, key=lambda colour: colour.units).show(part.units)


def _words(edition: Edition, part: ToWin) -> str:
    every = all(name in part.colours for name in edition.handbook.colours)
    return "of any colour" if every else part.words


def _print(edition: Edition, standing: RankStanding, *, with_working: bool) -> None:
    rows = [("Rank", standing.rank or "none yet")]
    if standing.following:
        rows.append(("Next", standing.following))
        rows += [("Missing", f"{_points(edition, part)} {_words(edition, part)}") for part in standing.to_win]
    output.say(f"{edition.title}\n")
    output.table(("", "Rank or points"), rows)
    output.say(f"\nBy {', '.join(clause_marks(cited(standing.working)))}")
    if with_working:
        output.say("\n" + as_text(standing.working, _as_data(edition)))


def _as_data(edition: Edition) -> Any:  # noqa: ANN401 - a function that writes points
    return next(iter(edition.handbook.colours.values())).show


def _data(edition: Edition, held: Holding, standing: RankStanding) -> dict[str, Any]:
    colours = edition.handbook.colours
    return {
        "handbook": edition.handbook.name,
        "edition": edition.name,
        "held": {name: colours[name].show(units) for name, units in held.units.items()},
        "rank": standing.rank or None,
        "next": standing.following or None,
        "missing": [
            {"points": _points(edition, part), "colours": [name for name in part.colours if name in colours]}
            for part in standing.to_win
        ],
        "clauses": cited(standing.working),
        "working": as_data(standing.working, _as_data(edition)),
    }
