"""``overtrick office grant-licence`` and ``settle-licence``: the fee is shown first, then charged."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Here, Unclear, acting, answered
from overtrick.cli.office.money import AGAIN, read_day, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from overtrick.handbooks.money import Due
    from overtrick.handbooks.questions import Question
    from overtrick.register.money.models import Charge
    from overtrick.register.organisations.models import Licence, Organisation


@answered
def grant_licence(
    organisation: str,
    number: str,
    allows: str,
    first: str,
    last: str,
    granted_on: str,
    event: str,
    points: str,
    conditions: str,
    answers: Sequence[str],
    *,
    yes: bool,
    federation: str,
    actor: str,
    day: str,
) -> int:
    """Show what a licence costs, or grant it."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import licence_fees
        from overtrick.register.organisations import licences

        where, today = context.organisation(organisation), here.at.date()
        begins = read_day(first, today)
        ends = read_day(last, today) if last else None
        given = licences.Grant(
            number,
            allows,
            begins,
            ends,
            _units(here, where, allows, points),
            conditions,
            event=event,
            granted_on=read_day(granted_on, today),
        )
        costs = licence_fees.foreseen(where, given, today)
        if costs is not None:
            listed = licence_fees.asked(where, allows, begins)
            given = given._replace(fee=_told(listed, _typed(answers), {}))
            costs = licence_fees.foreseen(where, given, today)
        elif answers:
            raise Unclear("nothing is charged for licences on that day: leave out --answer")
        _say_costs(costs.dues if costs else ())
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        made = licences.grant(where, given, actor=here.actor, at=here.at)
        output.say(f"Licence {made.number} is granted to {where}. {_charged(licence_fees.charged_for(made))}")
    return output.GOOD


@answered
def settle_licence(
    number: str,
    answers: Sequence[str],
    reason: str,
    *,
    take_back: bool,
    yes: bool,
    federation: str,
    actor: str,
    day: str,
) -> int:
    """List the licences to settle, bring one to what was played, or take it back."""
    with acting(federation, actor, day) as here:
        if not number:
            if take_back or answers:
                raise Unclear("name the number of the licence")
            return _to_settle(here)
        licence = _licence(number)
        if take_back:
            if answers or not reason.strip():
                raise Unclear("a licence is taken back with --reason, and without --answer")
            return _take_back(here, licence, reason.strip(), yes=yes)
        return _settle(here, licence, _typed(answers), yes=yes)


def _to_settle(here: Here) -> int:
    from overtrick.register.money import licence_fees

    rows = [
        (each.number, str(each.organisation), each.allows, str(each.ends or each.begins), _sum(each))
        for each in licence_fees.to_settle(here.at.date())
    ]
    if not rows:
        output.say("No licence is to be settled.")
        return output.GOOD
    output.table(("Licence", "Holder", "Allows", "Over since", "Charged"), rows, ("Charged",))
    return output.GOOD


def _settle(here: Here, licence: Licence, typed: Mapping[str, str], *, yes: bool) -> int:
    """Results that have come fill in the answers, as on the page."""
    from overtrick.register.competitions import licence_played
    from overtrick.register.money import licence_fees

    listed = licence_fees.asked_played(licence)
    known = {**licence.fee_told, **licence_played.as_played(licence), **licence.fee_played}
    told = _told(listed, typed, known)
    _say_costs(licence_fees.foreseen_played(licence, told, here.at.date()).dues)
    output.say(f"Charged before: {_sum(licence)}.")
    if not yes:
        output.say(AGAIN)
        return output.GOOD
    made = licence_fees.settle(licence, told, actor=here.actor, at=here.at)
    output.say(_made(made, licence) if made else "The licence costs what was charged before.")
    return output.GOOD


def _take_back(here: Here, licence: Licence, reason: str, *, yes: bool) -> int:
    from overtrick.register.organisations import licences

    output.say(f"{licence.organisation} holds licence {licence.number}: {licence.allows}. Charged: {_sum(licence)}.")
    if not yes:
        output.say(AGAIN)
        return output.GOOD
    licences.revoke(licence, actor=here.actor, at=here.at, reason=reason)
    output.say(f"Licence {licence.number} is taken back. Charged now: {_sum(licence)}.")
    return output.GOOD


# --- What was typed ---------------------------------------------------------------------------------------------------


def _licence(number: str) -> Licence:
    from overtrick.register.organisations.models import Licence

    found = Licence.objects.filter(number=number).select_related("organisation").first()
    if found is None:
        raise Unclear(f"there is no licence {number}")
    return found


def _typed(answers: Sequence[str]) -> dict[str, str]:
    """Read NAME=ANSWER, each name once."""
    found: dict[str, str] = {}
    for each in answers:
        name, sign, said = each.partition("=")
        if not sign or not name.strip():
            raise Unclear(f"{each!r} is not an answer; write it as tables=20")
        if name.strip() in found:
            raise Unclear(f"{name.strip()} is answered twice")
        found[name.strip()] = said
    return found


def _told(listed: Sequence[Question], typed: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """Turn answers into the form that is kept; where one is missing or wrong, say which there are."""
    from overtrick.handbooks.questions import Takes
    from overtrick.register.money import licence_fees

    if strange := [name for name in typed if name not in {each.name for each in listed}]:
        raise Unclear(f"{', '.join(strange)} is not asked here; what is asked: {_names(listed)}")
    before = {
        each.name: each.shown(known[each.name]) if each.takes is Takes.AMOUNT else known[each.name]
        for each in listed
        if known.get(each.name)
    }
    try:
        return licence_fees.read(listed, {**before, **typed})
    except licence_fees.NotTold:
        rows = [(each.name, each.asks, ", ".join(each.choices)) for each in listed]
        output.table(("Answer", "Question", "Choices"), rows)
        raise


def _names(listed: Iterable[Question]) -> str:
    return ", ".join(each.name for each in listed) or "nothing"


def _units(here: Here, where: Organisation, allows: str, points: str) -> int | None:
    """Turn points into smallest units, for what has a total of them."""
    from overtrick.register.federations import handbook
    from overtrick.register.organisations import licences

    kinds = {each.name: each for each in licences.kinds(where, here.actor, here.at.date())}
    colour = kinds[allows].colour if allows in kinds else ""
    if bool(colour) != bool(points):
        needs = "has a total: add --points 40" if colour else "has no total of points: leave out --points"
        raise Unclear(f"a licence for {allows} {needs}")
    if not colour:
        return None
    try:
        units = Decimal(points) * handbook.colours(here.federation)[colour].units
        right = units.is_finite() and units == units.to_integral_value() and 0 < units <= _MOST_UNITS
    except InvalidOperation:
        right = False
    if not right:
        raise Unclear(f"{points!r} is not a total of points; write it as 40")
    return int(units)


#: No licence allows more, in the smallest units.
_MOST_UNITS = 99_999_999_900


# --- What is said -----------------------------------------------------------------------------------------------------


def _say_costs(dues: Iterable[Due]) -> None:
    listed = [f"{each.working.says} (§ {each.clause})." for each in dues]
    for each in listed or ["The licence costs nothing."]:
        output.say(each)


def _charged(charges: Sequence[Charge]) -> str:
    return f"Charged: {output.counted(len(charges), 'charge')}." if charges else "Nothing is charged."


def _made(made: Sequence[Charge], licence: Licence) -> str:
    return f"Charged: {output.counted(len(made), 'charge')}. The licence comes to {_sum(licence)} now."


def _sum(licence: Licence) -> str:
    from overtrick.handbooks.money import line
    from overtrick.register.money import licence_fees
    from overtrick.register.money.verify import amount_of

    return shown(line(amount_of(each) for each in licence_fees.charged_for(licence)))
