"""What does the file leave open? The handbook, the status, and whether a handicap is in the places."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick import handbooks
from overtrick.engine.event import Handicap
from overtrick.formats.reading import POINTS_ONLY
from overtrick.formats.usebio.figures import number
from overtrick.handbooks import federations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.formats.reading import Claim
    from overtrick.formats.usebio.entries import Entry
    from overtrick.formats.usebio.findings import Findings
    from overtrick.formats.usebio.header import Header

#: The charge code of a file that only adds points.
_ONLY_POINTS = "02"

_handbooks = lru_cache(maxsize=1)(lambda: tuple(handbooks.names()))


def ask(header: Header, findings: Findings) -> None:
    """Ask what the head of the file does not settle, with what it hints at."""
    _ask_handbook(header, findings)
    scale = header.get("MASTER_POINT_SCALE", "EVENT_RATING")
    because = ""
    if scale.text:
        tag = "MASTER_POINT_SCALE" if header.get("MASTER_POINT_SCALE").text else "EVENT_RATING"
        because = f"<{tag}>{scale.text}, line {scale.line}"
    findings.ask("status-missing", "status", "What status does the event have?", (), scale.text.lower(), because)
    _tell_codes(header, findings)


def federation_of(claims: Sequence[Claim]) -> str:
    """Name the federation whose points the file claims, where only one has such points."""
    return federations.whose_points({claim.colour for claim in claims})


def _ask_handbook(header: Header, findings: Findings) -> None:
    program, charge = header.get("PROGRAM_NAME"), header.get("P2P_CHARGE_RATE", "EBU_CHARGE_CODE")
    suggested = federations.of_program(program.text)
    because = f"<PROGRAM_NAME>{program.text}, line {program.line}" if suggested else ""
    if not suggested and charge.text:
        suggested = federations.with_charge_codes()
        because = f"a charge code of the {suggested.upper()}, line {charge.line}" if suggested else ""
    findings.ask(
        "handbook-missing", "handbook", "Which federation's handbook applies?", _handbooks(), suggested, because
    )


def _tell_codes(header: Header, findings: Findings) -> None:
    """Tell what may decide the colour of the points or a charge, and is for somebody else to follow."""
    charge = header.get("P2P_CHARGE_RATE", "EBU_CHARGE_CODE")
    if charge.text:
        code = POINTS_ONLY if charge.text == _ONLY_POINTS else "charge-code"
        findings.note(code, charge.line, f"The charge code is {charge.text[:10]}.")
    colour = header.get("MASTER_POINT_TYPE")
    if colour.text:
        word = colour.text[:20].lower()
        known = federations.colour_of(word, federations.of_program(header.get("PROGRAM_NAME").text))
        named = word if known in {"", word} else f'{known} ("{word}")'
        findings.note("colour-of-points", colour.line, f"The file gives {named} points.")
    flag = header.get("MPS_AWARDED_FLAG")
    if flag.text.upper() == "Y" and not findings.claims:
        findings.note("no-points-held", flag.line, "The file says that it has points, but there are none.")


def ask_handicap(lists: Sequence[Sequence[Entry]], findings: Findings) -> Handicap:
    """Ask whether the places include the handicap; they do if the scores without it give another order."""
    with_one = [entry for entries in lists for entry in entries if number(entry.value("HANDICAP"))]
    if not with_one:
        return Handicap.NONE
    differs = any(not _same_order(entries) for entries in lists)
    likely = Handicap.RANKED if differs else Handicap.RESCORED
    because = "the places do not follow the scores" if differs else "the places follow the scores"
    choices = (str(Handicap.NONE), str(Handicap.RANKED), str(Handicap.RESCORED), str(Handicap.QUALIFIED))
    asks = "There was a handicap. Are the places those with it (ranked) or those without it (rescored)?"
    findings.ask(
        "handicap-in-places", "handicap", asks, choices, str(likely), f"<HANDICAP>, line {with_one[0].line}: {because}"
    )
    return likely


def _same_order(entries: Sequence[Entry]) -> bool:
    rows = [(each.place, number(each.value("PERCENTAGE") or each.value("TOTAL_SCORE"))) for each in entries]
    ranked = sorted((found[0], -score) for found, score in rows if found is not None and score is not None)
    scores = [score for _place, score in ranked]
    return scores == sorted(scores)
