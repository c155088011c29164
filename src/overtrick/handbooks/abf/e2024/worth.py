"""What is an event of this kind and size worth? Session awards, the award of a match, the outright award."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.event import Play
from overtrick.engine.numbers import exact, up
from overtrick.engine.scales import NO_PLACES
from overtrick.handbooks.worth import BadAnswer, Worth

from . import finals, formulas, grades, match_awards, outright, placing, sessions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.scales import PaidPlaces
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

    from .grades import Grade

PLAYS = {"individual": Play.INDIVIDUAL, "teams": Play.TEAMS, "short-teams": Play.TEAMS}
WITH_MATCHES = ("teams", "swiss-pairs")


def worth(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    """Work out what each place of a session, each match and the whole event earn."""
    play = PLAYS.get(kind, Play.PAIRS)
    grade = grades.grade(book, answers["grade"], play)
    try:
        factors, own = _stage_factors(book, kind, answers, grade)
        win = None
        places = NO_PLACES
        if kind in WITH_MATCHES:
            win = _win(book, grade, answers)
            size = int(Decimal(answers["tables"]) * sessions.AT_A_TABLE[play])
            sessions.large_enough(sessions.Session(play, (size,), 0, howell=False))
        else:
            places = sessions.tariff(book, _session(play, answers), own, factors)[0][1].places
        return Worth(places, win, colour=grade.colour, overall=_overall(book, kind, play, grade, answers))
    except Refused as refused:
        return Worth(refused=refused.working, colour=grade.colour)


def _win(book: Book, grade: Grade, answers: Mapping[str, str]) -> Step:
    boards = int(answers["match-boards"])
    if boards < match_awards.SHORT_MATCH:
        message = "--match-boards of 5 or more earn by the match; for shorter ones ask for short-teams"
        raise BadAnswer(message)
    return match_awards.win(book, grade, boards)


def _session(play: Play, answers: Mapping[str, str]) -> sessions.Session:
    """Describe the session; pairs with one winner are a Howell, and the entry of the event decides for its final."""
    tables = Decimal(answers["tables"])
    if play is Play.TEAMS:
        sizes: tuple[int, ...] = (int(tables),)
    elif answers.get("winners") == "2":
        sizes = (up(exact(str(tables))), int(tables))
    else:
        sizes = (int(tables * sessions.AT_A_TABLE[play]),)
    return sessions.Session(
        play,
        sizes,
        int(answers["boards"]),
        third=play is Play.TEAMS,
        any_size="original-tables" in answers,
        howell=len(sizes) == 1,
    )


def _stage_factors(book: Book, kind: str, answers: Mapping[str, str], grade: Grade) -> tuple[list[Step], Grade]:
    tables = up(exact(answers["tables"]))
    if kind == "final":
        return [finals.premium(book, int(answers["original-tables"]), tables)], grade
    if kind == "consolation":
        of, which = int(answers["consolations"]), int(answers["which"])
        if not 1 <= which <= of:
            message = f"--which is from 1 to {of}, not {which}"
            raise BadAnswer(message)
        own, factors = finals.consolation_grade(book, grade, which, of, graded=answers["graded"] == "yes")
        return factors, own
    return [], grade


def _overall(book: Book, kind: str, play: Play, grade: Grade, answers: Mapping[str, str]) -> PaidPlaces:
    boards = [int(answers["boards"])] * int(answers["sessions"])
    counted = formulas.sessions_counted(book, boards, grade.session_boards)
    if counted.value < outright.LEAST_SESSIONS:
        return NO_PLACES
    counted = outright.sessions_for(counted, accelerated=answers["congress"] == "yes")
    tables = up(exact(answers.get("original-tables", answers["tables"])))
    size = int(Decimal(answers["tables"]) * sessions.AT_A_TABLE[play])
    third = play is Play.TEAMS or kind == "swiss-pairs"
    whole = size if "original-tables" not in answers else tables * sessions.AT_A_TABLE[play]
    entry = outright.Entry(tables, whole, third)
    if kind != "consolation":
        finalists = size if kind == "final" else None
        return outright.tariff(book, grade, entry, counted, (), finalists)[1].places
    winner = formulas.outright_winner(book, tables, int(counted.value), grade.weight)
    part = finals.outright_part(int(answers["which"]), int(answers["consolations"]), graded=answers["graded"] == "yes")
    two = answers["winners"] == "2"
    own = finals.consolation_outright(
        book, winner, part,
        tables=up(exact(answers["tables"])), final_tables=int(answers["final-tables"]), two_winners=two,
    )  # fmt: skip
    paid = placing.paid_places(size // 2 if two else size, third=False)
    return placing.place_awards(book, own, paid).places
