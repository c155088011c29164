"""``overtrick office``: the commands of a national office. Each loads what it needs when it runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from overtrick.cli.office.moving_in_commands import moving_in

if TYPE_CHECKING:
    from collections.abc import Callable

EPILOG = (
    "Exit codes: 0 it was done, or there was nothing to do; 1 something prevents it (each thing is listed); 2 "
    "the command was not understood."
)
_HELP = {"help_option_names": ["-h", "--help"]}

_FEDERATION = click.option("--federation", default="", metavar="NAME", help="Which federation, if there are several.")
_ACTOR = click.option(
    "--as", "actor", default="", metavar="USER", help="Who does it; not needed if there is only one officer."
)
_DAY = click.option("--day", default="", metavar="DATE", help="Act as if it were this day, to enter past work.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
_YES = click.option("--yes", is_flag=True, help="Do it; without this it is only shown.")
_PASSWORD_FILE = click.option(
    "--password-file", default="", metavar="FILE", help="Read your password from its first line."
)


@click.group(epilog=EPILOG, context_settings=_HELP)
@click.option(
    "--home", default="", metavar="FOLDER", help="The office's folder (default: OVERTRICK_HOME, or overtrick-office)."
)
def office(home: str) -> None:
    """Keep a federation's register: members, submissions, the book of points, ranks."""
    from overtrick.cli.office import context

    context.choose_home(home)


def _acting(command: Callable[..., None]) -> Callable[..., None]:
    for option in (_DAY, _ACTOR, _FEDERATION):
        command = option(command)
    return command


def _end(code: int) -> None:
    sys.exit(code)


@office.command(epilog=EPILOG)
@click.option("--federation", "slug", default="", metavar="NAME", help="Its short name, in small letters: ruritania.")
@click.option("--name", default="", help="Its full name.")
@click.option("--handbook", default="", help="Which handbook it uses.")
@click.option("--officer", default="", metavar="USER", help="Who works in the office; more are added later.")
@click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="Choose a setting of the handbook.")
def init(slug: str, name: str, handbook: str, officer: str, chosen: tuple[str, ...]) -> None:
    """Set an office up: its folder, key and database, a federation, and the first officer."""
    from overtrick.cli.office import setup

    _end(setup.init(slug, name, handbook, officer, chosen))


@office.command("add-officer", epilog=EPILOG)
@click.argument("user")
@click.option("--email", default="", metavar="ADDRESS", help="Where a link for choosing a password is sent.")
@click.option(
    "--organisation", default="", metavar="NUMBER", help="For which organisation (default: the national body)."
)
@click.option(
    "--role", default="office", type=click.Choice(["scorer", "secretary", "office"]), help="What they may do."
)
@_acting
def add_officer(user: str, email: str, organisation: str, role: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Make somebody an officer of an organisation, and give them a link for choosing a password."""
    from overtrick.cli.office import setup

    _end(setup.add_officer(user, email, organisation, role, **acting))


@office.command("end-officer", epilog=EPILOG)
@click.argument("user")
@click.option(
    "--organisation", default="", metavar="NUMBER", help="Of which organisation (default: the national body)."
)
@click.option("--role", required=True, type=click.Choice(["scorer", "secretary", "office"]), help="Which role ends.")
@_acting
def end_officer(user: str, organisation: str, role: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """End somebody's role with today, or with a past --day. What they did after it stays and is listed."""
    from overtrick.cli.office import setup

    _end(setup.end_officer(user, organisation, role, **acting))


@office.command(epilog=EPILOG)
@click.argument("name")
@click.option("--new-link", "action", flag_value="new-link", help="Print a link by which they choose a password.")
@click.option("--lock", "action", flag_value="lock", help="Log them out everywhere, and let them log in no more.")
@click.option("--unlock", "action", flag_value="unlock", help="Let them log in again.")
@click.option("--end", "action", flag_value="end", help="End their roles and the account, today or on a past --day.")
@click.option("--no-second-factor", "action", flag_value="no-second-factor", help="Forget a phone that was lost.")
@click.option("--show", "action", flag_value="show", default=True, help="Show the account and its roles (the default).")
@click.option("--mail", is_flag=True, help="Send the new link by mail instead of printing it.")
@_acting
def account(name: str, action: str, *, mail: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Look after an account: its NAME is a user name, an e-mail address or a player's number."""
    from overtrick.cli.office import accounts

    _end(accounts.account(name, action, mail=mail, **acting))


@office.command(epilog=EPILOG)
@click.argument("year", type=click.IntRange(1990, 2099))
@_YES
@_acting
def renew(year: int, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Renew the members for the year that begins in YEAR: whoever was cancelled lapses."""
    from overtrick.cli.office import membership

    _end(membership.renew(year, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("year", type=click.IntRange(1990, 2099))
@_YES
@_acting
def youth(year: int, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Let youths leave who came of age in YEAR: to their other club, or lapsed."""
    from overtrick.cli.office import membership

    _end(membership.youth(year, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("file")
@click.option("--from", "begins", required=True, metavar="DATE", help="The first day without registration.")
@click.option("--reason", required=True, help="Why, for the record.")
@_YES
@_acting
def lapse(file: str, begins: str, reason: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Let everybody lapse whose number is in FILE, one on each line."""
    from overtrick.cli.office import membership

    _end(membership.lapse(file, begins, reason, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("number", required=False, default="")
@click.option("--club", default="", metavar="NUMBER", help="Invite the members of this club.")
@click.option("--everybody", is_flag=True, help="Invite every member of the federation.")
@_YES
@_ACTOR
@_FEDERATION
def invite(number: str, club: str, *, everybody: bool, yes: bool, actor: str, federation: str) -> None:
    """Invite the player with a NUMBER, a club or everybody to open an account. Nobody gets a second letter."""
    from overtrick.cli.office import invitations

    _end(invitations.invite(number, club, everybody=everybody, yes=yes, actor=actor, federation=federation))


@office.command(epilog=EPILOG)
@click.option("--test", default="", metavar="ADDRESS", help="Send a test mail to this address, and tell the answer.")
@_FEDERATION
def mail(test: str, federation: str) -> None:
    """Say how mail is set up, and what waits to be sent."""
    from overtrick.cli.office import outbox

    _end(outbox.mail(test, federation))


@office.command("import-organisations", epilog=EPILOG)
@click.argument("file", type=click.Path())
@_YES
@_acting
def import_organisations(file: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Enter counties and clubs from a list: number, name, kind, parent, affiliated."""
    from overtrick.cli.office import setup

    _end(setup.import_organisations(file, yes=yes, **acting))


@office.command("import-members", epilog=EPILOG)
@click.argument("file", type=click.Path())
@_PASSWORD_FILE
@_YES
@_acting
def import_members(file: str, password_file: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Enter members from a list (CSV or XLSX). With points in the list it asks for your own password."""
    from overtrick.cli.office import members

    _end(members.import_members(file, password_file, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--organisation", required=True, metavar="NUMBER", help="Whose events these are.")
@click.option("--answer", "answers", multiple=True, metavar="WORD=VALUE", help="What a file leaves open: status=club.")
@click.option("--because", multiple=True, metavar="[CODE=]TEXT", help="Why what must be answered is right.")
@click.option("--points-only", is_flag=True, help="The files add points and nothing else.")
@click.option("--correct", is_flag=True, help="The files may replace results sent before.")
@click.option("--separate", is_flag=True, help="The files are separate events, although name and day are the same.")
@click.option("--why", is_flag=True, help="Show the working of every award.")
@_JSON
@_YES
@_acting
def submit(files: tuple[str, ...], organisation: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Read results, show what they are worth and to whom; with --yes, post it."""
    from overtrick.cli.office import submissions

    _end(submissions.submit(files, organisation, **rest))


@office.command("check-start-list", epilog=EPILOG)
@click.argument("file", type=click.Path())
@click.option("--club", required=True, metavar="NUMBER", help="Who runs the event.")
@click.option("--event", default="", help="An event of the handbook that not everybody may enter.")
@click.option("--rank-below", default="", metavar="RANK", help="Only players below this rank may enter.")
@click.option("--points-below", default="", metavar="POINTS", help="Only players with fewer points may enter.")
@_JSON
@_acting
def check_start_list(file: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Say of everybody in a FILE who they are, what they are on the day and whether they may enter. Nothing is kept.

    FILE is a list of players, a spreadsheet or a results file. The exit code is 1 if somebody cannot simply play.
    """
    from overtrick.cli.office import start_list

    _end(start_list.check_start_list(file, **rest))


@office.command("close-month", epilog=EPILOG)
@click.argument("month", metavar="YEAR-MONTH")
@_JSON
@_YES
@_acting
def close_month(month: str, *, as_json: bool, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Make a month's points final and find the promotions; without --yes a rehearsal."""
    from overtrick.cli.office import months

    _end(months.close_month(month, as_json=as_json, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("year", type=click.IntRange(1900, 2999))
@_JSON
@_YES
@_acting
def allot(year: int, *, as_json: bool, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Work out what each organisation is allotted for a YEAR, where the handbook allots; without --yes a rehearsal."""
    from overtrick.cli.office import allotments

    _end(allotments.allot(year, as_json=as_json, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("number", required=False, default="")
@click.option("--club", default="", metavar="NUMBER", help="Only players of this club.")
@click.option("--county", default="", metavar="NUMBER", help="Only players of this county.")
@click.option("--rank", default="", help="Only players with this rank.")
@click.option("--colour", default="", help="Only points of this colour.")
@click.option("--year", type=click.IntRange(0, 9999), default=0, help="Only points won in this year.")
@click.option("--provisional", is_flag=True, help="Include points that are not final yet.")
@click.option("--limit", type=click.IntRange(min=1), default=20, help="How many to list.")
@click.option("--day", default="", metavar="DATE", help="Points, clubs, counties and ranks on this day.")
@click.option("--proof", default="", metavar="FILE", help="Also write the proof of the player's entries to this file.")
@_JSON
@_FEDERATION
def ranks(number: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Say which rank a player has and what is missing for the next; without a NUMBER, list the leaders."""
    from overtrick.cli.office import ranking

    _end(ranking.ranks(number, **rest))


@office.command("check-book", epilog=EPILOG)
@click.argument("organisation", default="")
@click.option("--answered", "with_answered", is_flag=True, help="List answered findings too.")
@_JSON
@_acting
def check_book(organisation: str, *, with_answered: bool, as_json: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Check the events of every ORGANISATION, or of one, against the handbook; list what has no answer yet."""
    from overtrick.cli.office import book_findings

    _end(book_findings.check_book(organisation, with_answered=with_answered, as_json=as_json, **acting))


@office.command("national-files", epilog=EPILOG)
@click.argument("folder", type=click.Path())
@click.option(
    "--since", default="", metavar="DATE", help="Only players of whom something changed on this day or later."
)
@_ACTOR
@_FEDERATION
def write_national_files(folder: str, *, since: str, actor: str, federation: str) -> None:
    """Write the files for scoring programs into a FOLDER: numbers, standing and rank of players as they are now.

    Players who hide are left out. Files that are there already are replaced.
    """
    from overtrick.cli.office import national_files

    _end(national_files.national_files(folder, since=since, actor=actor, federation=federation))


@office.command(epilog=EPILOG)
@click.argument("month", default="")
@_JSON
@_FEDERATION
def promotions(month: str, *, as_json: bool, federation: str) -> None:
    """List who was promoted when a MONTH was closed, with the code of each certificate; without it, the last one."""
    from overtrick.cli.office import months

    _end(months.promotions(month, as_json=as_json, federation=federation))


@office.command(epilog=EPILOG)
@click.option("--days", type=click.IntRange(0, 400), default=30, help="How many days ahead.")
@click.option("--organisation", default="", metavar="NUMBER", help="Of a club or county (default: the office).")
@click.option("--day", default="", metavar="DATE", help="As it would be on this day.")
@_JSON
@_FEDERATION
def calendar(days: int, organisation: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """List what waits for the office, or for an organisation, and what falls due."""
    from overtrick.cli.office import calendar_list

    _end(calendar_list.calendar(days, organisation, **rest))


@office.command(epilog=EPILOG)
@click.argument("period")
@click.argument("folder")
@click.option("--organisation", default="", metavar="NUMBER", help="Only of this club or county.")
@_FEDERATION
def reports(period: str, folder: str, organisation: str, federation: str) -> None:
    """Write the reports of a PERIOD (2026-10, 2026-Q4 or 2026) into a FOLDER, a workbook for each club and county."""
    from overtrick.cli.office import report_files

    _end(report_files.reports(period, folder, organisation, federation))


@office.command(epilog=EPILOG)
@click.argument("kind", type=click.Choice(["certificates", "statements", "reports"]))
@click.argument("period")
@click.argument("folder")
@_acting
def papers(kind: str, period: str, folder: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Write certificates of a month, statements of a year or reports of a PERIOD into a FOLDER, as PDF."""
    from overtrick.cli.office import paper_files

    _end(paper_files.papers(kind, period, folder, **acting))


@office.command(epilog=EPILOG)
@click.argument("folder")
@_acting
def cards(folder: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Write the cards of everybody who is registered into a FOLDER, as PDF, with codes that others can check."""
    from overtrick.cli.office import paper_files

    _end(paper_files.papers("cards", "", folder, **acting))


@office.command(epilog=EPILOG)
@click.argument("year", type=click.IntRange(1, 9999))
@_JSON
@_FEDERATION
def honours(year: int, *, as_json: bool, federation: str) -> None:
    """List the awards of a YEAR by the handbook, and who joined a club of points in it."""
    from overtrick.cli.office import ranking

    _end(ranking.honours(year, as_json=as_json, federation=federation))


@office.command(epilog=EPILOG)
@click.argument("year", type=click.IntRange(1900, 2150))
@click.option("--from", "first", default="", metavar="DAY", help="First day of the year (default: 1 January).")
@click.option("--without", multiple=True, metavar="NUMBER", help="Leave this organisation out; can be repeated.")
@_YES
@_acting
def affiliate(year: int, first: str, without: tuple[str, ...], *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Affiliate for a YEAR everybody whose affiliation ends the day before. Shows it first."""
    from overtrick.cli.office import affiliations

    _end(affiliations.affiliate(year, first, without, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("number")
@click.argument("rank")
@_PASSWORD_FILE
@_YES
@_acting
def convert(number: str, rank: str, password_file: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Convert a player's points for a RANK, where the handbook allows it: once, and if nothing else reaches it."""
    from overtrick.cli.office import convert_points

    _end(convert_points.convert(number, rank, password_file, yes=yes, **acting))


@office.command(epilog=EPILOG)
@click.argument("number", type=int)
@_PASSWORD_FILE
@_acting
def confirm(number: int, password_file: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Confirm what another officer proposed: points, balances, erasing a person. Asks for your own password."""
    from overtrick.cli.office import confirm_proposal

    _end(confirm_proposal.confirm(number, password_file, **acting))


@office.command(epilog=EPILOG)
@click.argument("number")
@click.option("--export", default="", metavar="FILE", help="Write everything that is kept about them, as JSON.")
@click.option("--erase", is_flag=True, help="Propose to erase them; somebody else confirms it.")
@click.option("--reason", default="", metavar="TEXT", help="Who asked for it, without a name.")
@_PASSWORD_FILE
@_acting
def person(
    number: str,
    export: str,
    reason: str,
    password_file: str,
    *,
    erase: bool,
    **acting: Any,  # noqa: ANN401 - who acts, and when
) -> None:
    """Answer a person who asks what is kept about them, or asks to be forgotten."""
    from overtrick.cli.office import person_data

    asked = person_data.Asked(export, reason, password_file, erase)
    _end(person_data.person(number, asked, **acting))


@office.command(epilog=EPILOG)
@click.option("--sample", type=click.IntRange(min=0), default=None, help="Recalculate only this many assessments.")
@click.option(
    "--against",
    default="",
    metavar="FILE",
    help="Also prove that the book continues this published head; - reads standard input.",
)
@click.option("--key", default="", metavar="VKEY", help="Believe the head only if this verifier key signed it.")
@_JSON
def verify(sample: int | None, against: str, key: str, *, as_json: bool) -> None:
    """Check the book: its chain, every balance, and the awards from the stored events."""
    from overtrick.cli.office import backups

    _end(backups.verify(sample, against, key, as_json=as_json))


@office.command(epilog=EPILOG)
@click.option(
    "--of", default="book", type=click.Choice(["book", "audit", "all"]), help="Which head to print (default: book)."
)
@click.option("--out", default="", metavar="FILE", help="Write it to this file instead of standard output.")
@_JSON
@_FEDERATION
def head(of: str, out: str, federation: str, *, as_json: bool) -> None:
    """Sign how long the book and the audit are now, and print the head."""
    from overtrick.cli.office import heads

    _end(heads.head(of, out, federation, as_json=as_json))


@office.command("signing-key", epilog=EPILOG)
@click.option("--new", is_flag=True, help="Make a new key, and keep the old one beside it.")
def signing_key(*, new: bool) -> None:
    """Print the verifier keys, with which others check the heads of this office."""
    from overtrick.cli.office import heads

    _end(heads.signing_key(new=new))


@office.command(epilog=EPILOG)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--key", default="", metavar="VKEY", help="The other office's verifier key; needed the first time.")
def witness(file: str, key: str) -> None:
    """Sign a head of another office as its witness, and print it.

    FILE has the head; from the second time on with the proof that it continues the one before.
    """
    from overtrick.cli.office import heads

    _end(heads.witness(file, key))


@office.command(epilog=EPILOG)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--key", required=True, metavar="VKEY", help="The verifier key of the witness.")
def cosigned(file: str, key: str) -> None:
    """Keep the signature of a witness: FILE has a head of this office as the witness printed it."""
    from overtrick.cli.office import heads

    _end(heads.cosigned(file, key))


def _locking(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--passphrase-file", default="", metavar="FILE", help="Lock it with the first line of this file."),
        click.option("--recipient", "recipients", multiple=True, metavar="KEY", help="Lock it for this key (age1…)."),
    ):
        command = option(command)
    return command


@office.command(epilog=EPILOG)
@click.argument("target", type=click.Path(), required=False, default="", metavar="[FILE|FOLDER]")
@click.option(
    "--keep", type=click.IntRange(min=1), default=None, help="Remove the oldest in the folder, and keep so many."
)
@_locking
def backup(target: str, keep: int | None, recipients: tuple[str, ...], passphrase_file: str) -> None:
    """Save everything as it is now to one file, while others go on working."""
    from overtrick.cli.office import backups

    _end(backups.backup(target, keep, recipients, passphrase_file))


@office.command("backup-key", epilog=EPILOG)
@click.argument("file", type=click.Path())
def backup_key(file: str) -> None:
    """Make a key for locked backups; the file unlocks them."""
    from overtrick.cli.office import backups

    _end(backups.backup_key(file))


@office.command(epilog=EPILOG)
@click.argument("file", type=click.Path())
@click.option("--identity", default="", metavar="FILE", help="The file with the key that unlocks it.")
@click.option("--passphrase-file", default="", metavar="FILE", help="The file with the passphrase that unlocks it.")
@click.option("--force", is_flag=True, help="Replace all the data in this office.")
def restore(file: str, identity: str, passphrase_file: str, *, force: bool) -> None:
    """Restore a backup of this version or an earlier one, on SQLite or PostgreSQL, and check it."""
    from overtrick.cli.office import backups

    _end(backups.restore(file, identity, passphrase_file, force=force))


@office.command(epilog=EPILOG)
@_locking
def upgrade(recipients: tuple[str, ...], passphrase_file: str) -> None:
    """Bring the office up to the version that is installed: backup, tables, verify. Stop serve and work first."""
    from overtrick.cli.office import upgrades

    _end(upgrades.upgrade(recipients, passphrase_file))


@office.command(epilog=EPILOG)
@click.option(
    "--size",
    default="small",
    metavar="NAME",
    help="How large: tiny, small, or the name of a handbook that gives its federation's size.",
)
@click.option("--handbook", default="", metavar="NAME", help="Which handbook it uses.")
@click.option("--years", type=click.IntRange(min=1, max=50), default=2, help="How many seasons.")
@click.option("--seed", type=int, default=1, help="The same seed gives the same federation, to the last point.")
@click.option("--files", default="", metavar="FOLDER", help="Also save the results files in this folder.")
@click.option("--up-to-now", is_flag=True, help="End the seasons today, with the last month still open.")
def demo(size: str, handbook: str, years: int, seed: int, files: str, *, up_to_now: bool) -> None:
    """Invent a federation and its seasons: files, awards, book, ranks."""
    from overtrick.cli.office import demonstration

    _end(demonstration.demo(size, handbook, years, seed, files, up_to_now=up_to_now))


@office.command(epilog=EPILOG)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen, if not on this machine only.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, help="The port on this machine.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, help="How many processes answer requests.")
def serve(host: str, port: int, workers: int) -> None:
    """Show the office in the browser, on this machine: http://127.0.0.1:8000/."""
    from overtrick.cli.office import server

    _end(server.serve(host, port, workers))


@office.command(epilog=EPILOG)
@click.option("--once", is_flag=True, help="Do what is in the queue, then stop.")
@click.option("--with-input", is_flag=True, help="Stop when the standard input ends (serve uses this).")
def work(*, once: bool, with_input: bool) -> None:
    """Run long work: month closes, imports, many files. serve runs one worker; this runs more."""
    from overtrick.cli.office import worker

    _end(worker.work(once=once, with_input=with_input))


office.add_command(moving_in)
