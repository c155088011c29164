"""What does an event abroad pay? The national team, Singapore teams in open events, and pairs (5.1.3 to 5.1.6)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from overtrick.engine import days
from overtrick.engine.assessment import NoScale, Refused, Remark, Unknown
from overtrick.engine.event import Play
from overtrick.engine.findings import beforehand, finding
from overtrick.engine.numbers import down, up
from overtrick.engine.working import FACTOR, PLACES, Step, rule, step
from overtrick.handbooks.family import cup_results, cups, match_results, matches, players, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Tariff
from overtrick.handbooks.family.credit import LOCAL, RANKING, Credits, Spot, not_placed
from overtrick.handbooks.family.shared import listed, share, whole
from overtrick.handbooks.family.stage_sequence import CUPS

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Contestant, Event, Field, Stage
    from overtrick.engine.findings import Finding
    from overtrick.engine.places import Tied
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Size
    from overtrick.handbooks.family.lists import Group

    from .scale_selection import Route

NAMED, PLACE = "overseas event", "final place"
NATIONAL, SINGAPORE = "national", "singapore"
NON_LOCAL = "non-local"
#: The day of the grant; earlier files tell by a word that there was one, or that there was none.
_GRANT, _NOT_GRANTED = "match awards", "none"


def is_one(event: Event) -> bool:
    """Say whether an event is one abroad."""
    return bool(event.fact("overseas event"))


@rule("5.1.3", "1.2.1")
def granted(book: Book, event: Event) -> str:
    """The scheme is for Singapore; abroad the SCBA grants points in the events of the table and in others like them."""
    return listed(book, "overseas", event, NAMED, "The handbook grants nothing for the event abroad")


@rule("5.1.4(1)", "5.1.4(2)", "5.1.4(3)", "5.1.5(1)", "5.1.5(2)", "5.1.6", "QG15")
def level(book: Book, event: Event, play: Play) -> Step:
    """Every event abroad has its factor; its pairs are one level lower than its teams."""
    name, table = granted(book, event), book.table("overseas")
    factor = table.number(name, "factor")
    found = step("{name}: {factor} × Club", factor, FACTOR, clause=table.text(name, "clause"), name=name, factor=factor)
    if play is Play.TEAMS:
        return found
    if table.text(name, "for") == NATIONAL or play is not Play.PAIRS:
        raise NoScale(levels.no_such_scale(book, f"{play} at the {name}"))
    return levels.one_level(book, found, -1, "Pairs at an event abroad", "5.1.6")


@rule("5.1.4", "5.1.5")
def check_team(book: Book, event: Event) -> None:
    """Some events are for the national team, the others for teams of Singapore that are not transnational."""
    name, team = granted(book, event), event.fact("team")
    if not team:
        raise Unknown(
            "The event does not say which teams are listed.",
            "Give national or singapore.",
            "facts",
            "team",
            code="fact-missing",
        )
    wanted = book.table("overseas").text(name, "for")
    if wanted == NATIONAL and team != NATIONAL:
        raise Refused(
            step("No points: only the national team earns points at the {name}", 0, clause="5.1.4", name=name)
        )
    if team == "transnational":
        raise Refused(step("No points abroad for a transnational team", 0, clause="5.1.5"))
    if wanted == SINGAPORE and event.fact("later stages") == "not reached":
        raise Refused(step("No points abroad for who did not reach a later stage", 0, clause="5.1.5"))


def tariff(book: Book, event: Event, stage: Stage, size: Size) -> Tariff:
    """Find what a list of an event abroad is paid."""
    status = level(book, event, stage.play)
    if size.tables(book).value < 1:
        raise Unknown(
            "The event does not say how many entered the event abroad.",
            "Give 'entered' in the list.",
            "stages",
            code="entered-missing",
        )
    if stage.play is Play.PAIRS:
        return _pairs(book, size, status)
    check_team(book, event)
    by_half = book.setting("overseas_ranking") == "half of the field"
    national = book.table("overseas").text(granted(book, event), "for") == NATIONAL
    ranked = _half(book, size, status) if national and by_half else _quarter(book, size, status)
    third = "5.1.4" if national else ""
    return ranked._replace(matches=_matches(book, event, stage, status), third_of_all=third)


@rule("5.1.4", "5.2")
def _half(book: Book, size: Size, status: Step) -> Tariff:
    """A national team is paid for its ranking in the top half, by the scale that pays half of the field."""
    return _ranked(book, size, status, "basic", "basic 36+", "paid abroad", "5.1.4")


@rule("5.1.5", "5.1.4", "5.2")
def _quarter(book: Book, size: Size, status: Step) -> Tariff:
    """In open events the ranking is paid to a quarter of the field, by the quali-final scale."""
    return _ranked(book, size, status, "quali-final", "quali-final", "paid of the original entry", "5.1.5")


def _ranked(book: Book, size: Size, status: Step, scale: str, limit: str, paid: str, clause: str) -> Tariff:
    tables = size.tables(book)
    places = scales.paid_places(book, size.column, tables, share(book, paid), clause)
    awards = scales.place_awards(
        book, scale=scale, column=size.column, tables=tables, paid=places, status=status, limit=limit
    )
    return Tariff(status, tables, awards, places)


@rule("5.1.6")
def _pairs(book: Book, size: Size, status: Step) -> Tariff:
    """Pairs are paid in the first ten places, or in the top quarter if that is fewer."""
    found = _ranked(book, size, status, "basic", "basic 36+", "paid abroad", "5.1.6")
    part, words = share(book, "paid of pairs abroad")
    rounded = up if book.setting("overseas_pairs_places") == "up" else down
    quarter, ten = rounded(part * sum(size.counts)), whole(book, "places of pairs abroad")
    count = min(quarter, ten)
    sentence = "{count} awards: the first {ten}, or {words} of {pairs} pairs"
    paid = step(sentence, count, PLACES, clause="5.1.6", count=count, ten=ten, words=words, pairs=sum(size.counts))
    return found._replace(paid=paid)


@rule("5.1.5/LP")
def granted_beforehand(event: Event) -> Finding:
    """The SCBA decides before the event whether matches abroad are given local points."""
    told, sentence = event.fact(_GRANT), "local points for matches abroad granted beforehand"
    if told in ("", _NOT_GRANTED):
        return finding(sentence, holds=False, clause="5.1.5/LP")
    return beforehand(sentence, days.written(told), event.begins, clause="5.1.5/LP")


@rule("5.1.4", "5.1.5", "5.1.5/LP", "QG15")
def _matches(book: Book, event: Event, stage: Stage, status: Step) -> matches.MatchAwards | None:
    """The national team is paid for its matches; others only if local points were granted before the event."""
    national = book.table("overseas").text(granted(book, event), "for") == NATIONAL
    if not national and granted_beforehand(event).holds is False:
        return None
    return matches.MatchAwards(matches.usual_boards(stage), lambda boards: matches.win(book, boards, status), status)


@rule("5.1.4", "5.1.5", "4.7.9")
def assess(book: Book, event: Event, route: Route) -> Assessment:
    """Every stage pays its matches, if they are paid at all; the last one pays the final ranking in the whole field.

    A knock-out that follows is numbered from all who entered.
    """
    national = book.table("overseas").text(granted(book, event), "for") == NATIONAL
    office = Credits(book, event, lambda _stage, _field, part: NON_LOCAL if national or part == RANKING else LOCAL)
    grant = granted_beforehand(event)
    if event.fact(_GRANT) not in ("", _NOT_GRANTED) and not national and grant.holds is not True:
        office.remarks.append(Remark(grant.working.says, grant.working.clause, code="scale-taken"))
    for index, stage in enumerate(event.stages):
        for group in route.groups(index):
            found = route.tariff(index, group)
            if found.matches is not None and stage.contest in CUPS:
                cup_results.credit(office, route, cups.drawn_up(stage, index), found.status, route.entered_abroad)
                found = found._replace(matches=None)
            for field in group.fields:
                _credit(office, stage, field, found, group)
    return office.result()


def _credit(office: Credits, stage: Stage, field: Field, tariff: Tariff, group: Group) -> None:
    last = stage is office.event.stages[-1]
    ranked = _as_placed(office.event, field) if last else [(0, list(field.contestants))]
    if tariff.matches is None:
        for first, members in ranked if last else ():
            for contestant in members:
                spot = Spot(stage, office.label(stage), field.name, first, len(members), contestant.name)
                _rank(office, spot, field, contestant, tariff)
        return
    pays = {
        each.name: tariff.places.pay(first, len(members))
        for first, members in (ranked if last else ())
        if tariff.places is not None and first <= tariff.places.paid
        for each in members
    }
    match_results.credit(office, stage, field, ranked, tariff, pays, group)


def _rank(office: Credits, spot: Spot, field: Field, contestant: Contestant, tariff: Tariff) -> None:
    paid = 0 if tariff.paid is None else int(tariff.paid.value)
    play = office.play(spot.stage)
    for player in play.players(contestant):
        account = office.account(player, spot, tariff.status)
        share = match_results.share_of_event(play, contestant, player, field)
        short = players.refused(office.book, player, share, "the event")
        if short is not None:
            account.refused.append(short)
        elif tariff.places is None or spot.place > paid:
            account.refused.append(not_placed(office.book, spot.place, spot.tied, tariff))
        else:
            account.ranking.append((spot, tariff.places.pay(spot.place, spot.tied).working))


def _as_placed(event: Event, field: Field) -> list[Tied]:
    """Rank those who are listed by the places they reached in the whole field; nobody else's are known.

    A file lists places from the first on, so whoever is listed alone has the place as a fact.
    """
    told = event.fact("final place")
    if told:
        if not told.isdecimal() or int(told) < 1 or len(field.contestants) != 1:
            found = f"The final place is given as {told!r}, for {len(field.contestants)} in the list."
            raise Unknown(
                found,
                "Give a whole number, and list the one team or pair that reached it.",
                "facts",
                PLACE,
                code="fact-unknown",
            )
        return [(int(told), list(field.contestants))]
    missing = [each.name for each in field.contestants if each.place is None]
    if missing:
        found = f"The place of {missing[0]} in the whole field is not given."
        raise Unknown(found, "Give the place that each reached, and how many entered.", "stages", code="places-missing")
    inside = sorted(field.contestants, key=lambda each: each.place or 0)
    return [(place or 0, list(members)) for place, members in groupby(inside, key=lambda each: each.place)]
