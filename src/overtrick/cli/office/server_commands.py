"""Commands that show the office: a demo federation, the pages, the queue of long work."""

from __future__ import annotations

import sys

import click

from overtrick.cli.office.options import command


@command()
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

    sys.exit(demonstration.demo(size, handbook, years, seed, files, up_to_now=up_to_now))


@command()
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen, if not on this machine only.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, help="The port on this machine.")
@click.option("--workers", type=click.IntRange(1, 64), default=2, help="How many processes answer requests.")
def serve(host: str, port: int, workers: int) -> None:
    """Show the office in the browser, on this machine: http://127.0.0.1:8000/."""
    from overtrick.cli.office import server

    sys.exit(server.serve(host, port, workers))


@command()
@click.option("--once", is_flag=True, help="Do what is in the queue, then stop.")
@click.option("--with-input", is_flag=True, help="Stop when the standard input ends (serve uses this).")
def work(*, once: bool, with_input: bool) -> None:
    """Run long work: month closes, imports, many files. serve runs one worker; this runs more."""
    from overtrick.cli.office import worker

    sys.exit(worker.work(once=once, with_input=with_input))


@command()
@click.option("--forget", is_flag=True, help="Take this machine as the first: its key or folder was replaced.")
def doctor(*, forget: bool) -> None:
    """Check that this machine has the key and the shared folder of the office's other machines."""
    from overtrick.cli.office import doctor

    sys.exit(doctor.doctor(forget=forget))
