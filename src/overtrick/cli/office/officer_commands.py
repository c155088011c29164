"""Commands that set an office up and look after those who work in it, their accounts and their mail."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import ACTOR, FEDERATION, PASSWORD_FILE, YES, acting, command


@command()
@click.option("--federation", "slug", default="", metavar="NAME", help="Its short name, in small letters: ruritania.")
@click.option("--name", default="", help="Its full name.")
@click.option("--handbook", default="", help="Which handbook it uses.")
@click.option("--officer", default="", metavar="USER", help="Who works in the office; more are added later.")
@click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="Choose a setting of the handbook.")
def init(slug: str, name: str, handbook: str, officer: str, chosen: tuple[str, ...]) -> None:
    """Set an office up: its folder, key and database, a federation, and the first officer."""
    from overtrick.cli.office import setup

    sys.exit(setup.init(slug, name, handbook, officer, chosen))


@command("add-officer")
@click.argument("user")
@click.option("--email", default="", metavar="ADDRESS", help="Where a link for choosing a password is sent.")
@click.option(
    "--organisation", default="", metavar="NUMBER", help="For which organisation (default: the national body)."
)
@click.option(
    "--role", default="office", type=click.Choice(["scorer", "secretary", "office"]), help="What they may do."
)
@acting
def add_officer(user: str, email: str, organisation: str, role: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Make somebody an officer of an organisation, and give them a link for choosing a password."""
    from overtrick.cli.office import setup

    sys.exit(setup.add_officer(user, email, organisation, role, **acting))


@command("end-officer")
@click.argument("user")
@click.option(
    "--organisation", default="", metavar="NUMBER", help="Of which organisation (default: the national body)."
)
@click.option("--role", required=True, type=click.Choice(["scorer", "secretary", "office"]), help="Which role ends.")
@acting
def end_officer(user: str, organisation: str, role: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """End somebody's role with today, or with a past --day. What they did after it stays and is listed."""
    from overtrick.cli.office import setup

    sys.exit(setup.end_officer(user, organisation, role, **acting))


@command()
@click.argument("name")
@click.option("--new-link", "action", flag_value="new-link", help="Print a link by which they choose a password.")
@click.option("--lock", "action", flag_value="lock", help="Log them out everywhere, and let them log in no more.")
@click.option("--unlock", "action", flag_value="unlock", help="Let them log in again.")
@click.option("--end", "action", flag_value="end", help="End their roles and the account, today or on a past --day.")
@click.option("--no-second-factor", "action", flag_value="no-second-factor", help="Forget a phone that was lost.")
@click.option("--show", "action", flag_value="show", default=True, help="Show the account and its roles (the default).")
@click.option("--mail", is_flag=True, help="Send the new link by mail instead of printing it.")
@acting
def account(name: str, action: str, *, mail: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Look after an account: its NAME is a user name, an e-mail address or a player's number."""
    from overtrick.cli.office import accounts

    sys.exit(accounts.account(name, action, mail=mail, **acting))


@command()
@click.argument("number", required=False, default="")
@click.option("--club", default="", metavar="NUMBER", help="Invite the members of this club.")
@click.option("--everybody", is_flag=True, help="Invite every member of the federation.")
@YES
@ACTOR
@FEDERATION
def invite(number: str, club: str, *, everybody: bool, yes: bool, actor: str, federation: str) -> None:
    """Invite the player with a NUMBER, a club or everybody to open an account. Nobody gets a second letter."""
    from overtrick.cli.office import invitations

    sys.exit(invitations.invite(number, club, everybody=everybody, yes=yes, actor=actor, federation=federation))


@command()
@click.option("--test", default="", metavar="ADDRESS", help="Send a test mail to this address, and tell the answer.")
@FEDERATION
def mail(test: str, federation: str) -> None:
    """Say how mail is set up, and what waits to be sent."""
    from overtrick.cli.office import outbox

    sys.exit(outbox.mail(test, federation))


@command("monday-mail")
@click.option("--letters", is_flag=True, help="Show each letter, not only to whom it goes.")
@FEDERATION
def monday_mail(federation: str, *, letters: bool) -> None:
    """Show to whom the Monday mail of this week would go. Nothing is sent: the worker does that on Monday."""
    from overtrick.cli.office import outbox

    sys.exit(outbox.monday_mail(federation, letters=letters))


@command()
@click.argument("number", type=int)
@PASSWORD_FILE
@acting
def confirm(number: int, password_file: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Confirm what another officer proposed: points, balances, erasing a person. Asks for your own password."""
    from overtrick.cli.office import confirm_proposal

    sys.exit(confirm_proposal.confirm(number, password_file, **acting))
