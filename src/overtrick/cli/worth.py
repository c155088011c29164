"""``overtrick worth``: what an event of a kind and size is worth."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.output import print_json
from overtrick.engine.working import as_text
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth as worths
from overtrick.handbooks.worth_data import worth_data

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from overtrick.engine.numbers import Exact
    from overtrick.engine.scales import Pay
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.worth import Kind, Worth


class BadOptions(ValueError):
    """The options after the kind were not understood."""


def worth(handbook: str, kind: str, options: tuple[str, ...]) -> int:
    """Print what an event is worth; the exit code."""
    try:
        answers, flags, settings = read_options(options)
        chosen_day = answers.pop("on", "")
        on = day_of(chosen_day)
        edition = editions.get(handbook).edition(on) if on else editions.get(handbook).latest
        known = worths.kinds(edition)
        if not kind or (kind in known and "help" in flags):
            _list(edition, known, kind)
            return output.GOOD
        now = worths.worth(edition, kind, answers, settings, on)
        complete = known[kind].read(answers)
        then = worths.with_one_more(edition, known[kind], complete, settings, on)
    except (BadOptions, worths.BadAnswer, editions.NoHandbook, editions.NoEdition, editions.BadSetting) as error:
        output.complain(f"Error: {str(error).rstrip('.')}.")
        return output.USAGE
    if "json" in flags:
        print_json(worth_data(edition, kind, complete, now, then))
    else:
        _print(edition, known[kind], complete, now, then, with_working="why" in flags)
    return output.GOOD


def day_of(written: str) -> date | None:
    """Read a day that was asked for; None where none was."""
    from datetime import date

    try:
        return date.fromisoformat(written) if written else None
    except ValueError:
        message = f"--on takes a day such as 2026-11-15, not {written!r}"
        raise BadOptions(message) from None


def read_options(options: tuple[str, ...]) -> tuple[dict[str, str], set[str], dict[str, str]]:
    """Sort what was typed into answers, flags and settings."""
    answers: dict[str, str] = {}
    flags: set[str] = set()
    settings: dict[str, str] = {}
    rest = iter(options)
    for option in rest:
        if option in ("--json", "--why", "--help", "-h"):
            flags.add("help" if option == "-h" else option[2:])
            continue
        name, equals, value = option.partition("=")
        if not name.startswith("--"):
            message = f"{option!r} is not understood; answers are given as --tables 16"
            raise BadOptions(message)
        given = value if equals else next(rest, "")
        if name == "--set":
            setting, _equals, choice = given.partition("=")
            settings[setting] = choice
        else:
            answers[name[2:]] = given
    return answers, flags, settings


def _list(edition: Edition, known: dict[str, Kind], kind: str) -> None:
    output.say(f"{edition.title}")
    if not kind:
        output.say("Kinds of event (overtrick worth HANDBOOK KIND --help tells what each asks):\n")
        output.table(("Kind", "Event"), [(each.name, each.title) for each in known.values()])
        return
    output.say(f"{known[kind].title} asks:\n")
    rows = [
        (
            f"--{question.name}",
            question.asks,
            ", ".join(question.choices) or question.takes,
            "must be given" if question.default is None else question.default,
        )
        for question in known[kind].questions
    ]
    rows += [
        ("--why", "Show the working of the first place.", "", ""),
        ("--json", "Print everything as JSON.", "", ""),
        ("--on", "Use the edition of this day.", "date", "the newest edition"),
        ("--set", "Choose a setting of the edition.", "NAME=VALUE", ""),
    ]
    output.table(("Answer", "Question", "Takes", "Default"), rows)


def _show(edition: Edition, found: Worth) -> Callable[[Exact], str]:
    return edition.handbook.colours[found.colour].show


def _show_win(edition: Edition, found: Worth) -> str:
    """Write what a win earns; with its colour where the places have another."""
    if found.win is None:
        return ""
    if not found.win_colour:
        return _show(edition, found)(found.win.value)
    written = edition.handbook.colours[found.win_colour].show(found.win.value)
    return f"{written} {found.win_colour}, beside {found.colour} for the places"


def _print(
    edition: Edition, kind: Kind, answers: dict[str, str], now: Worth, then: Worth, *, with_working: bool
) -> None:
    show = _show(edition, now)
    described = ", ".join(f"{name} {value}" for name, value in answers.items())
    output.say(f"{kind.title}: {described}. {edition.title}\n")
    if now.refused is not None:
        output.say(as_text(now.refused, show))
        return
    if now.win is not None:
        output.say(f"A match won: {_show_win(edition, now)}\n")
    if now.rounds:
        output.table(("Round", "A match won"), [(name, show(win.value)) for name, win in now.rounds], ("A match won",))
        if with_working:
            output.say("\n" + as_text(now.rounds[-1][1], show))
        return
    if now.places:
        _print_places("Each session" if now.overall else "", now.places, then.places, show, kind.with_one_more)
    if now.overall:
        heading = ("\n" if now.places else "") + "The whole event, besides"
        _print_places(heading, now.overall, then.overall, show, kind.with_one_more)
    for places in (now.places, now.overall):
        if with_working and places:
            output.say("\nWhy the first place earns this\n" + as_text(places[0].working, show))


def _print_places(
    heading: str, now: Sequence[Pay], then: Sequence[Pay], show: Callable[[Exact], str], one_more: str
) -> None:
    rows = [
        (str(place), "" if here is None else show(here.units), "" if there is None else show(there.units))
        for place, (here, there) in enumerate(zip_longest(now, then), 1)
    ]
    if heading:
        output.say(heading)
    headings = ("Place", "Points", one_more)
    output.table(headings, rows, figures=headings)
