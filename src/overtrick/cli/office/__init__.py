"""``overtrick office``: the commands of a national office. Each is read when it is asked for."""

from __future__ import annotations

from importlib import import_module

import click

from overtrick.cli.office.options import EPILOG

#: Which module has which commands; only the one that is asked for is loaded.
_MODULES = {
    "book_commands": (
        "backup", "backup-key", "cosigned", "head", "restore", "signing-key", "upgrade", "verify", "witness",
    ),
    "licence_commands": ("grant-licence", "settle-licence"),
    "list_commands": ("calendar", "honours", "national-files", "promotions", "ranks", "reports"),
    "paper_commands": ("cards", "papers"),
    "member_commands": (
        "affiliate", "convert", "import-members", "import-organisations", "lapse", "person", "renew", "youth",
    ),
    "money_commands": (
        "balances", "charges", "debtors", "export-money", "invoice-run", "payment", "reminders", "shares", "statement",
        "tariff",
    ),
    "moving_in_commands": ("moving-in",),
    "officer_commands": ("account", "add-officer", "confirm", "end-officer", "init", "invite", "mail", "monday-mail"),
    "result_commands": ("allot", "check-book", "check-start-list", "close-month", "submit"),
    "server_commands": ("demo", "doctor", "serve", "work"),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


class Commands(click.Group):
    """The commands by name, each loaded with its module."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Name every command."""
        return sorted(_MODULE_OF)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """Give a command, or None for a name that is not one."""
        if name not in _MODULE_OF:
            return None
        found: click.Command = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name.replace("-", "_"))
        return found


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--home", default="", metavar="FOLDER", help="The office's folder (default: OVERTRICK_HOME, or overtrick-office)."
)
def office(home: str) -> None:
    """Keep a federation's register: members, submissions, the book of points, ranks."""
    from overtrick.cli.office import context

    context.choose_home(home)
