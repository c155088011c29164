"""The full command line."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import click

from overtrick import __version__
from overtrick.cli import output
from overtrick.cli.files import Options
from overtrick.cli.lab import lab
from overtrick.cli.office import office
from overtrick.formats.forms import FORMS

EPILOG = (
    "Exit codes: 0 everything was worked out, 1 the input has problems or leaves questions open (each is listed), "
    "2 the command was not understood."
)


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="overtrick")
def overtrick() -> None:
    """Work out bridge master points by a federation's own handbook, and say why."""


overtrick.add_command(office)
overtrick.add_command(lab)

FILES = click.argument("names", metavar="FILES...", nargs=-1, required=True, type=click.Path(allow_dash=True))
ONE_FILE = click.argument("name", metavar="FILE", type=click.Path(allow_dash=True))
JSON = click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
ON = click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The edition in force on this day (default: the latest).",
)
JOBS = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="How many files to work on at a time (default: one a core).",
)
FORCE = click.option("--force", is_flag=True, help="Replace the file if it exists.")

_ANSWERS = (
    click.option(
        "--handbook", default="", metavar="NAME", help="Which handbook to use (default: the one the file names)."
    ),
    click.option("--status", default="", metavar="WORD", help="The event's status or grade: club."),
    click.option("--date", default="", metavar="DATE", help="The first day of play: 2026-11-10."),
    click.option("--boards", default="", metavar="NUMBER", help="How many boards everybody was to play: 24."),
    click.option(
        "--fact", "facts", multiple=True, metavar="NAME=VALUE", help="A fact that this handbook asks for: points=green."
    ),
    click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="Choose a setting of the edition."),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="MEANING=HEADING",
        help="Which column of a list is which: place=Rank.",
    ),
    click.option("--answer", "answers", multiple=True, metavar="WORD=VALUE", help="Any other answer: winners=2."),
    click.option("--answers", "answers_file", default="", metavar="FILE", help="A file of answers, for all files."),
    click.option("--on", default="", metavar="DATE", help="Use the edition of this day, not of the first day of play."),
    click.option("--as-if", is_flag=True, help="Work out an older event as if played under the oldest edition."),
)


#: The options that a command gets as one.
_TAKEN = (
    "handbook", "status", "date", "boards", "facts", "chosen", "columns", "answers", "answers_file", "on", "as_if",
)  # fmt: skip


def takes_answers(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that answer what a file leaves open; it gets them as one."""

    @functools.wraps(command)
    def with_answers(**given: Any) -> None:  # noqa: ANN401 - the options of a command
        typed = [(f"--{word}", word, given[word]) for word in ("handbook", "status", "date", "boards") if given[word]]
        for option, group in (("fact", "facts"), ("set", "chosen"), ("column", "columns")):
            word = {"chosen": "settings"}.get(group, group)
            typed += [(f"--{option}", f"{word} {name}", value) for name, value in _named(option, given[group])]
        typed += [("--answer", name, value) for name, value in _named("answer", given["answers"])]
        asked = Options(tuple(typed), given["answers_file"], given["on"], given["as_if"])
        command(asked=asked, **{name: value for name, value in given.items() if name not in _TAKEN})

    for option in reversed(_ANSWERS):
        option(with_answers)
    return with_answers


def _named(option: str, given: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name.strip():
            takes = "WORD=VALUE" if option == "answer" else "NAME=VALUE"
            message = f"--{option} takes {takes}, not {each!r}"
            raise click.UsageError(message)
        yield name.strip(), value.strip()


@overtrick.command(epilog=EPILOG)
@FILES
@takes_answers
@click.option("--why", is_flag=True, help="Show the working of every award and of every zero.")
@click.option("--compare", is_flag=True, help="Show the points that a file claims beside ours.")
@click.option("--out", default="", metavar="FILE", help="Write all awards to a .csv, .xlsx or .json file.")
@FORCE
@JOBS
@JSON
def award(names: tuple[str, ...], asked: Options, *, jobs: int | None, **wanted: Any) -> None:  # noqa: ANN401 - see Wanted
    """Work out the awards of results files.

    FILES are event files (docs/event-file.md), the files of scoring programs (docs/results-files.md), zips of them, or
    folders; - reads standard input. Several give a summary, a line for each.
    """
    from overtrick.cli.award import Wanted
    from overtrick.cli.award import award as run

    sys.exit(run(names, asked, Wanted(**wanted), jobs or 0))


@overtrick.command(epilog=EPILOG)
@FILES
@takes_answers
@click.option("--save-answers", is_flag=True, help="Keep the answers beside the file, for the next time.")
@JOBS
@JSON
def read(names: tuple[str, ...], asked: Options, *, save_answers: bool, jobs: int | None, as_json: bool) -> None:
    """Say what is in results files, what is wrong with them, and what they leave open.

    FILES are files, zips or folders; - reads standard input. Nothing is worked out and nothing is changed. A question
    that is open is no problem: the exit code is 1 only if something could not be read.
    """
    from overtrick.cli.read import read as run

    sys.exit(run(names, asked, as_json=as_json, save_answers=save_answers, jobs=jobs or 0))


@overtrick.command(epilog=EPILOG)
@ONE_FILE
@click.option("--to", required=True, type=click.Choice(list(FORMS)), help="The form to write.")
@takes_answers
@click.option("--out", default="", metavar="FILE", help="Write to this file instead of standard output.")
@FORCE
def convert(name: str, to: str, asked: Options, *, out: str, force: bool) -> None:
    """Write a results file in another form, with the awards in it.

    "overtrick formats" says what each form is. A file that is there already is never replaced without --force.
    """
    from overtrick.cli.convert import convert as run

    sys.exit(run(name, to, asked, out=out, force=force))


@overtrick.command(epilog=EPILOG)
@FILES
@click.option("--to", required=True, metavar="FILE", help="The file to write; its ending says the colour: .grn, .red.")
@click.option("--colour", default="", help="The colour of files whose ending does not say it, such as .mp1.")
@click.option("--set", "changes", multiple=True, metavar="NUMBER=POINTS", help="Give a player these points instead.")
@click.option("--remove", "removed", multiple=True, metavar="NUMBER", help="Leave a player out.")
@FORCE
def merge(names: tuple[str, ...], to: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Put files of points of one colour together, or change one; says how many lines and points each has.

    FILES are credit files: .grn, .red, .gld, .rag or an old .mp ending. Lines of one player are added up.
    """
    from overtrick.cli.merge import merge as run

    sys.exit(run(names, to, **rest))


@overtrick.command(epilog=EPILOG)
@JSON
def formats(*, as_json: bool) -> None:
    """List the files that can be read and written."""
    from overtrick.cli.formats import formats as run

    sys.exit(run(as_json=as_json))


@overtrick.command(
    epilog=EPILOG,
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    options_metavar="",
)
@click.argument("handbook", required=False, default="")
@click.argument("kind", required=False, default="")
@click.argument("answers", nargs=-1, type=click.UNPROCESSED)
def worth(handbook: str, kind: str, answers: tuple[str, ...]) -> None:
    """Say what an event is worth, place by place, and what one more table would change.

    "overtrick worth NAME" lists the kinds of event, "overtrick worth NAME pairs --help" what that kind asks; "overtrick
    handbooks" lists the names.
    """
    from overtrick.cli.worth import worth as run

    if handbook in ("", "-h", "--help"):
        click.echo(click.get_current_context().get_help())
        return
    sys.exit(run(handbook, kind, answers))


@overtrick.command(
    epilog=EPILOG,
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    options_metavar="",
)
@click.argument("handbook", required=False, default="")
@click.argument("holding", nargs=-1, type=click.UNPROCESSED)
def rank(handbook: str, holding: tuple[str, ...]) -> None:
    """Say which rank a player has, the next one, and what is missing for it.

    "overtrick rank NAME --green 7.25" tells it of a holding, "overtrick rank NAME --help" what it asks; "overtrick
    handbooks" lists the names.
    """
    from overtrick.cli.rank import rank as run

    if handbook in ("", "-h", "--help"):
        click.echo(click.get_current_context().get_help())
        return
    sys.exit(run(handbook, holding))


@overtrick.command(epilog=EPILOG)
@click.argument("file", type=click.Path())
@click.option("--key", default="", metavar="VKEY", help="Believe the head only if this verifier key signed it.")
@click.option(
    "--head",
    default="",
    metavar="FILE",
    help="A published head: the proof must be under it, or under one it continues.",
)
@click.option("--tlog", default="", metavar="FOLDER", help="Also write each row's proof for other programs.")
@JSON
def proof(file: str, key: str, head: str, tlog: str, *, as_json: bool) -> None:
    """Check the proof of a statement, a certificate or a rank, or a signed head, without the office.

    FILE is what a player downloads beside the statement; or a head, or the proof that it continues the one that you
    give with --head. docs/proving.md says what is in them.
    """
    from overtrick.cli.proof import proof as run

    sys.exit(run(file, key, head, tlog, as_json=as_json))


@overtrick.command(epilog=EPILOG)
@click.argument("handbook")
@click.option("--missing", is_flag=True, help="Only clauses that something should execute and nothing does.")
@click.option("--unused", is_flag=True, help="Only the rules and tables that no award, page or command uses.")
@ON
@JSON
def clauses(handbook: str, on: datetime | None, *, missing: bool, unused: bool, as_json: bool) -> None:
    """List a handbook's clauses: how each is carried out, by which code, and which tests check it."""
    from overtrick.cli.clauses import clauses as run

    if missing and unused:
        message = "--missing and --unused are two different lists: choose one"
        raise click.UsageError(message)
    sys.exit(run(handbook, on.date() if on else None, missing=missing, unused=unused, as_json=as_json))


@overtrick.command(epilog=EPILOG)
@click.argument("handbook")
@ON
@JSON
def settings(handbook: str, on: datetime | None, *, as_json: bool) -> None:
    """List what a handbook leaves open, what we do by default, and why."""
    from overtrick.cli.clauses import settings as run

    sys.exit(run(handbook, on.date() if on else None, as_json=as_json))


@overtrick.command(epilog=EPILOG)
@JSON
def handbooks(*, as_json: bool) -> None:
    """List the handbooks and the days their editions govern."""
    from overtrick.cli.clauses import handbooks as run

    run(as_json=as_json)
    sys.exit(output.GOOD)
