"""``overtrick rank``: the rank of a holding, the next one, and what is missing for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.output import print_json
from overtrick.cli.worth import BadOptions, day_of, read_options
from overtrick.engine.marks import clause_marks
from overtrick.engine.working import as_text, cited
from overtrick.handbooks import edition as editions
from overtrick.handbooks import holdings, ranks
from overtrick.handbooks.holdings import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.ranks import Holding, RankStanding, ToWin
    from overtrick.handbooks.edition import Edition, Handbook
    from overtrick.handbooks.holdings import WrongFigure
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
        print_json(holdings.rank_data(edition, held, standing))
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
    try:
        return holdings.holding(book, parts, answers)
    except holdings.BadHolding as bad:
        known = ", ".join(f"--{each}" for each in holdings.names(book, parts))
        raise BadOptions("; ".join(_told(each, known) for each in bad.wrong)) from None


def _told(each: WrongFigure, known: str) -> str:
    if each.fault is Fault.UNKNOWN:
        return f"there is no option --{each.name}; choose from {known}"
    if each.fault is Fault.NO_NUMBER:
        return f"--{each.name} takes a number of points such as 12, not {each.written!r}"
    return f"--{each.name} takes points in steps of {each.smallest}, not {each.written}"


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


def _words(edition: Edition, part: ToWin) -> str:
    every = all(name in part.colours for name in edition.handbook.colours)
    return "of any colour" if every else part.words


def _print(edition: Edition, standing: RankStanding, *, with_working: bool) -> None:
    rows = [("Rank", standing.rank or "none yet")]
    if standing.following:
        rows.append(("Next", standing.following))
        rows += [
            ("Missing", f"{holdings.missing_points(edition, part)} {_words(edition, part)}") for part in standing.to_win
        ]
    output.say(f"{edition.title}\n")
    output.table(("", "Rank or points"), rows)
    if standing.beyond is not None:
        output.say(f"\n{standing.beyond.says}.")
    output.say(f"\nBy {', '.join(clause_marks(cited(standing.working)))}")
    if with_working:
        output.say("\n" + as_text(standing.working, holdings.points(edition)))
