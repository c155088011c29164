"""``overtrick office demo``: an invented federation in this office."""

from __future__ import annotations

from pathlib import Path

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, answered
from overtrick.cli.office.progress_bar import bar
from overtrick.cli.office.setup import make_folder, make_signing_key
from overtrick.handbooks import edition as editions
from overtrick.handbooks import federations


@answered
def demo(size: str, handbook: str, years: int, seed: int, files: str, *, up_to_now: bool) -> int:
    """Make the tables where there are none, and a federation called demo."""
    handbook = handbook or federations.example()
    if handbook not in editions.names():
        raise Unclear(f"there is no handbook {handbook!r}; choose from {', '.join(editions.names())}")
    from overtrick.register.demo.sizes import sizes

    if size not in sizes():
        raise Unclear(f"there is no size {size!r}; choose from {', '.join(sizes())}")
    make_folder()
    context.set_up()
    context.make_tables()
    make_signing_key()
    from overtrick.register import transactions
    from overtrick.register.demo.accounts import SLUG, open_log_ins
    from overtrick.register.demo.going_on import unfinished
    from overtrick.register.demo.programme import plan_the_year
    from overtrick.register.demo.questions import ask_and_answer
    from overtrick.register.demo.seasons import play_season_events
    from overtrick.register.demo.timeline import run
    from overtrick.register.federations.models import Federation
    from overtrick.register.organisations.models import Affiliation
    from overtrick.register.scoping import scope

    if Federation.objects.filter(slug=SLUG).exists() and (up_to_now or not unfinished(SLUG)):
        raise Unclear(f"there is already a federation {SLUG!r} in {context.home()}; choose another folder with --home")
    with bar("Playing") as progress:
        done = run(
            size,
            handbook,
            years,
            seed,
            slug=SLUG,
            keep=Path(files) if files else None,
            until=context.now().date() if up_to_now else None,
            progress=lambda _what, part, of: progress(part, of),
        )
    with scope(federation=done.federation), transactions.atomic():
        begins = Affiliation.objects.earliest("begins").begins
        open_log_ins(done.federation, begins)
        ask_and_answer()
        if up_to_now:
            play_season_events(context.now().date())
            plan_the_year(context.now().date())
    output.table(
        ("", "Count"),
        [
            ("Players", f"{done.players:,}"),
            ("Clubs", f"{done.clubs:,}"),
            ("Files", f"{done.files:,}"),
            *([] if done.taken_up else [("Came twice", f"{done.again:,}")]),
            ("With problems", f"{done.problems:,}"),
            ("Entries of the book", f"{done.entries:,}"),
            ("Credits held", f"{done.held:,}"),
            ("Of these released", f"{done.released:,}"),
            ("Months closed", f"{done.months:,}"),
            ("Promotions", f"{done.promotions:,}"),
        ],
        ("Count",),
    )
    with scope(federation=done.federation):
        tell_log_ins()
    return output.GOOD


def tell_log_ins() -> None:
    """Say as whom one can log in; nothing where there is no demonstration. The federation is in scope."""
    from overtrick.register.demo.accounts import PASSWORD, log_ins

    listed = log_ins()
    if listed:
        output.say(f"Log in with the password {PASSWORD} as:")
        output.table(("Name", "Who", "Of"), [(each.name, each.role, each.organisation) for each in listed])
