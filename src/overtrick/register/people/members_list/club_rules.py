"""What a club's own list may change: new members, and the names and birthdays of its members.

Whoever belongs elsewhere, lapsed or died is not changed by a list that a club sends: each of those concerns another
club or the office too, and is done one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from overtrick.engine.assessment import Problem
from overtrick.handbooks import record
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs
from overtrick.register.people.members_list.compare import ComparedLine, LineKind, MemberField, Preview, compare
from overtrick.register.people.members_list.parse import MembersList
from overtrick.register.people.models import Standing

_ITS_OWN = (
    *(MemberField.GIVEN, MemberField.FAMILY, MemberField.BORN),
    *(MemberField.TITLE, MemberField.EMAIL, MemberField.ADDRESS, MemberField.TELEPHONE),
)


def compare_for_club(club: Organisation, members: MembersList, on: date, decisions: Mapping[int, str]) -> Preview:
    """Compare a club's list with the register; points that it brings along are left to the office."""
    people = tuple(each._replace(club=each.club or club.number, county="", balances=()) for each in members.people)
    shown = compare(members._replace(people=people), on, decisions=decisions, seen_by=club)
    own = {each.player.pk: each.home for each in clubs.members(club, on)}
    lines = tuple(_allowed(line, club, own, on, shown.file) for line in shown.lines)
    stopped = [problem for line in lines for problem in line.problems if problem not in shown.problems]
    problems = sorted((*shown.problems, *stopped), key=lambda each: each.line)
    return shown._replace(lines=lines, problems=tuple(problems))


def _may_change(line: ComparedLine, club: Organisation, own: Mapping[int, bool], on: date) -> bool:
    """Ask the handbook whether the club may change the details of one of its members."""
    player = line.player
    if player is None:
        return False
    at_home = own[player.pk]
    holder = record.Holder(
        player.number,
        record.Status.REGISTERED,
        home_club=club.name if at_home else "",
        other_clubs=() if at_home else (club.name,),
    )
    return clubs.rules(on).may_change_details(holder, club.name).holds is not False


def _allowed(line: ComparedLine, club: Organisation, own: Mapping[int, bool], on: date, file: str) -> ComparedLine:
    """Stop a line that is not the club's to decide."""
    strange = line.player is not None and line.player.pk not in own
    if line.kind is LineKind.PROBLEM or (line.kind is LineKind.UNCHANGED and not strange):
        return line
    found, remedy = "", ""
    listed = line.listed
    if line.home is not None and line.home != club:
        found, remedy = (
            f"The list says {line.home} for {listed.name}.",
            "Leave the line out. Their own club must enter them.",
        )
    elif listed.status not in (None, Standing.Status.REGISTERED):
        found, remedy = (
            f"The list says that {listed.name} is {listed.status}.",
            "Leave the line out and tell the office.",
        )
    elif strange:
        found = f"{listed.name} is in the register but is not a member of {club}."
        remedy = "Leave the line out and use the form for new members: the player has to agree."
    elif line.player is not None and line.kind is LineKind.CHANGED and not _may_change(line, club, own, on):
        found = f"{listed.name} has another home club than {club}."
        remedy = "Leave the line out. The home club changes their details."
    elif any(each.field not in _ITS_OWN for each in line.differences):
        what = ", ".join(each.field for each in line.differences if each.field not in _ITS_OWN)
        found, remedy = f"The list changes the {what} of {listed.name}.", "Leave the line out and tell the office."
    if not found:
        return line
    return ComparedLine(
        listed,
        LineKind.PROBLEM,
        problems=(Problem(found, remedy, file=file, line=listed.line, code="not-for-the-club"),),
    )
