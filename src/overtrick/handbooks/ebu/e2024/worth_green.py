"""What is a green or blue event of this kind and size worth? The same rules as for one that was played."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.event import Play, StageKind
from overtrick.engine.numbers import up
from overtrick.engine.scales import Pay
from overtrick.handbooks.family import green_matches
from overtrick.handbooks.family.green_credit import GREEN
from overtrick.handbooks.family.green_sections import LETTER
from overtrick.handbooks.worth import BadAnswer, Worth

from . import blue, green, green_county_pairs, green_knock_out, green_leagues, simultaneous

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from overtrick.handbooks.edition import Book

PREFIXES = ("green-", "blue-", "inter-county-")
FINALS = {letter.lower(): kind for kind, letter in LETTER.items()}
SIMULTANEOUS = "blue-simultaneous-pairs"


def worth(book: Book, kind: str, answers: Mapping[str, str], local: Callable[..., Worth]) -> Worth:
    """Answer for a green or blue event; a blue one asks the ``local`` rules."""
    if kind == SIMULTANEOUS:
        return _simultaneous(book, answers)
    if kind.startswith("blue-"):
        return _in_blue(local(book, kind.removeprefix("blue-"), answers))
    kinds: dict[str, Callable[[Book, Mapping[str, str]], Worth]] = {
        "green-swiss-teams": lambda book, answers: _swiss(book, Play.TEAMS, answers),
        "green-swiss-pairs": lambda book, answers: _swiss(book, Play.PAIRS, answers),
        "green-flighted-swiss": _flighted,
        "green-multiple-teams": _multiple_teams,
        "green-multiple-pairs": _multiple_pairs,
        "green-congress": _congress,
        "green-county-teams": _knock_out,
        "green-county-teams-heat": _heat,
        "green-county-pairs": _county_pairs,
        "inter-county-league": _league,
        "green-curve": _curve,
    }
    try:
        return kinds[kind](book, answers)._replace(colour=GREEN)
    except Refused as refused:
        return Worth(refused=refused.working, colour=GREEN)
    except Unknown as unknown:
        message = f"{unknown.problem.found} {unknown.problem.remedy}"
        raise BadAnswer(message) from unknown


def _entry(play: Play, answers: Mapping[str, str], name: str = "tables") -> int:
    """Turn tables into contestants; a half table is one pair."""
    entered = int(Decimal(answers[name]) * (2 if play is Play.PAIRS else 1))
    if entered < 1:
        message = f"--{name} is at least 1"
        raise BadAnswer(message)
    return entered


def _play(answers: Mapping[str, str]) -> Play:
    if answers["play"] == Play.INDIVIDUAL:
        message = "--play is pairs or teams; individuals have no green points"
        raise BadAnswer(message)
    return Play(answers["play"])


def _swiss(book: Book, play: Play, answers: Mapping[str, str]) -> Worth:
    ranking = green.swiss(book, play, _entry(play, answers))
    return Worth(ranking.awards.places, green_matches.win(book, int(answers["match-boards"])))


def _flighted(book: Book, answers: Mapping[str, str]) -> Worth:
    play = _play(answers)
    flights = green.flighted(book, play, _entry(play, answers), _entry(play, answers, "lower-tables"))
    ranking = flights[answers["flight"] == "B"]
    return Worth(ranking.awards.places, green_matches.win(book, int(answers["match-boards"])))


def _multiple_teams(book: Book, answers: Mapping[str, str]) -> Worth:
    win = green_matches.win(book, int(answers["match-boards"]))
    entry, final = _entry(Play.TEAMS, answers), answers["final"]
    if final == "qualifying":
        return Worth(win=win)
    if final == "none":
        return Worth(green.swiss(book, Play.TEAMS, entry).awards.places, win)
    if final == "open":
        return Worth(
            green.open_winner(book, overall=False).awards.places,
            win,
            overall=green.open_winner(book, overall=True).awards.places,
        )
    if final == "C":
        message = "--final of multiple teams is none, qualifying, A, B or open"
        raise BadAnswer(message)
    return Worth(green.teams_final(book, FINALS[final.lower()], int(answers["finalists"]), entry).awards.places, win)


def _multiple_pairs(book: Book, answers: Mapping[str, str]) -> Worth:
    entry, final = _entry(Play.PAIRS, answers), answers["final"]
    carried = answers["carry-forward"] == "yes"
    if final == "none":
        return Worth(green.session(book, entry).awards.places, overall=green.overall(book, entry, entry).awards.places)
    if final == "qualifying":
        if carried:
            raise Refused(green.nothing_before_the_final())
        return Worth(green.qualifying(book, entry).awards.places)
    kind = FINALS[final.lower()]
    with_c = answers["c-final"] == "yes" or kind is StageKind.THIRD_FINAL
    ranking = green.pairs_final(book, kind, int(answers["finalists"]), entry, carried=carried, with_c=with_c)
    return Worth(ranking.awards.places)


def _congress(book: Book, answers: Mapping[str, str]) -> Worth:
    play = _play(answers)
    ranking = green.congress(book, play, _entry(play, answers))
    return Worth(ranking.awards.places, green_matches.win(book, int(answers["match-boards"])))


def _knock_out(book: Book, answers: Mapping[str, str]) -> Worth:
    entry = _entry(Play.TEAMS, answers)
    columns = book.table("green_knock_out").columns[1:]
    first = columns.index(green_knock_out.column(book, entry))
    rounds = [(green_knock_out.NAMES.get(name, f"Round of {name}"), name) for name in columns[first:]]
    double = answers["double"] == "yes"
    return Worth(rounds=[(label, green_knock_out.win(book, entry, name, double=double)) for label, name in rounds])


def _heat(book: Book, answers: Mapping[str, str]) -> Worth:
    boards = int(answers["boards"])
    if not green_knock_out.earns_green(book, boards, last=True):
        raise Refused(green_knock_out.too_short(boards))
    return Worth(green_knock_out.blocks(book, _entry(Play.TEAMS, answers), boards).awards.places)


def _county_pairs(book: Book, answers: Mapping[str, str]) -> Worth:
    entry = green_county_pairs.original_entry(int(answers["pairs"]))
    finalists = int(answers["pairs" if answers["format"] == "one day" else "finalists"])
    return Worth(green_county_pairs.ranking(book, answers["format"], entry, finalists).awards.places)


def _league(book: Book, answers: Mapping[str, str]) -> Worth:
    division = answers["division"] if int(answers["divisions"]) > 1 else green_leagues.SINGLE
    boards = int(answers["match-boards"])
    if division not in green_leagues.DIVISIONS:
        message = "--division of an inter-county league is 1, 2 or 3"
        raise BadAnswer(message)
    bonus = green_leagues.bonus_win(book, division, boards, max(int(answers["meetings"]), 1))
    ranking = green_leagues.ranking(book, _entry(Play.TEAMS, answers), bonus)
    return Worth(ranking.awards.places, green_leagues.win(book, division, boards))


def _curve(book: Book, answers: Mapping[str, str]) -> Worth:
    facts = (answers["top"], answers["minimum"], answers["places"])
    return Worth(green.given_by_the_organiser(book, *facts).awards.places)


def _in_blue(local: Worth) -> Worth:
    win = None if local.win is None else blue.in_blue(local.win, up(local.win.value))
    return local._replace(places=local.places.changed(_pay_in_blue), win=win, colour=blue.BLUE)


def _pay_in_blue(pay: Pay) -> Pay:
    return Pay(pay.units, blue.in_blue(pay.working, pay.units))


def _simultaneous(book: Book, answers: Mapping[str, str]) -> Worth:
    places, _paid = simultaneous.awards(book, _entry(Play.PAIRS, answers))
    share = Fraction(blue.blue_part(book))

    def part(pay: Pay) -> Pay:
        blue_part = simultaneous.part(book, pay.working, blue.BLUE, share)
        return Pay(up(blue_part.value), blue_part)

    return Worth(places.places.changed(part), colour=blue.BLUE)
