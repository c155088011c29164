"""Makes the report of a run."""

from __future__ import annotations

import hashlib
import json
import shlex

from overtrick.handbooks import edition as editions
from overtrick.lab.promotions import promotions
from overtrick.lab.report import tables
from overtrick.lab.report.report import Report
from overtrick.lab.results import Result
from overtrick.lab.run import Where


def make(result: Result, *, public: bool = False, whose: str = "") -> Report:
    """Make a report; a public one tells of no player and of no small group. ``whose``: the federation's name."""
    promoted = promotions(result)
    return Report(
        result.proposal.title,
        result.proposal.asked_by,
        public,
        tables.sentence(result, promoted, public=public),
        tuple(_facts(result, whose)),
        result.proposal.text.strip(),
        tuple(tables.tables(result, promoted, public=public)),
        command(result, public=public),
        inputs(result),
        result.digest,
        about(result),
        result.card["from"],
        result.card["until"],
    )


def _facts(result: Result, whose: str) -> list[tuple[str, str]]:
    card, season = result.card, result.season
    book = editions.get(season.handbook)
    titles = dict.fromkeys(book.named(each.edition).title for each in season.schemes)
    facts = [
        ("Season", f"{whose or card['federation']}, {card['from']} to {card['until']}"),
        ("Rules in force", "; ".join(titles)),
        (
            "Compared with",
            f"the rules in force, which give what the book says for all {season.card['events']:,} events",
        ),
    ]
    if some := asked_about(result.plan.where):
        facts.append(("Only", some))
    facts += [("Worked out again", f"{result.events:,} events"), ("Changed", f"{result.changed:,} events")]
    if missing := sum(result.missing.values()):
        facts.append(("Not comparable", f"{missing:,} events, listed by what is missing"))
    return facts


def asked_about(where: Where) -> str:
    """Say in words which events were asked about; nothing where it was all of them."""
    parts = []
    if where.tables_from and where.tables_up_to:
        parts.append(f"events of {where.tables_from} to {where.tables_up_to} tables")
    elif where.tables_from or where.tables_up_to:
        most = where.tables_up_to
        parts.append(f"events of at most {most} tables" if most else f"events of at least {where.tables_from} tables")
    parts += [where.kind] if where.kind else []
    parts += [f"organised in {where.county}"] if where.county else []
    parts += [f"organised by a {where.organiser_kind}"] if where.organiser_kind else []
    return ", ".join(parts)


def inputs(result: Result) -> str:
    """Give the digest of all that went in: season, proposal, and which events were asked about."""
    return str(result.card["key"])


def about(result: Result) -> str:
    """Give the digest of which events were asked about, whatever was proposed."""
    asked = [result.season.digest, list(result.plan.where)]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def command(result: Result, *, public: bool) -> str:
    """Write the commands that make this report again, for folders called season and run."""
    where = result.plan.where
    options = []
    for name, value in where._asdict().items():
        if value:
            option = "organiser" if name == "organiser_kind" else name.replace("_", "-")
            options.append(f" --{option} {shlex.quote(str(value))}")
    last = " --public" if public else ""
    lines = [f"overtrick lab run proposal.toml --season season --out run{''.join(options)}"]
    if result.charges is not None:
        lines.append("overtrick lab charges run --season season")
    return "\n".join([*lines, f"overtrick lab report run --season season --out report{last}"])
