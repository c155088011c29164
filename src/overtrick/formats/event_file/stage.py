"""What does the file say about a stage? How long it was, and its ranking lists."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.event import (
    Contest,
    Field,
    Handicap,
    Movement,
    Play,
    Schedule,
    Scoring,
    Section,
    Series,
    Stage,
    StageKind,
    Standing,
)
from overtrick.engine.lengths import CUPS, SERIES
from overtrick.formats.event_file import matches
from overtrick.formats.event_file.contestants import by_name, read_contestant
from overtrick.formats.names import ByName

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from overtrick.engine.event import Contestant, Match, Round
    from overtrick.formats.event_file.parts import Part

MATCH_CONTESTS = (Contest.SWISS, Contest.ROUND_ROBIN, Contest.LEAGUE)

#: What the scores of matches may count.
MATCH_SCORES = tuple(str(each) for each in (Scoring.IMPS, Scoring.VICTORY_POINTS, Scoring.MATCHPOINTS))

#: The lists of an event that gives only its tables, by number of winners.
DIRECTIONS = {1: ("",), 2: ("North–South", "East–West"), 4: ("North", "South", "East", "West")}

#: Contestants of one table.
AT_A_TABLE = {Play.PAIRS: 2, Play.TEAMS: 1, Play.INDIVIDUAL: 4}

_BY_ROUNDS = ("rounds of play", "boards per round", "sit out")
_SERIES = ("games", "results counted", "average tables")


def read_stage(part: Part, *, at_the_top: bool) -> Stage:
    """Read a stage as far as it can be read; at the top of a file its status is the event's."""
    play = part.choice("play", Play)
    if play is None:
        part.missing("play")
    play = play or Play.PAIRS
    contest = part.choice("contest", Contest, Contest.MOVEMENT) or Contest.MOVEMENT
    winners = _winners(part)
    standing = part.choice("standing", Standing, Standing.WITH) or Standing.WITH
    fields = _fields(part, play, winners, standing)
    listed: tuple[Match, ...] = ()
    rounds: tuple[Round, ...] = ()
    if part.given(("matches", "rounds")):
        teams = ByName((each.name, by_name(each.players)) for field in fields for each in field.contestants)
        listed, rounds = matches.read_matches(part, teams), matches.read_rounds(part, teams)
    return Stage(
        play=play,
        schedule=_schedule(part, contest, rounds),
        fields=fields,
        kind=part.choice("stage", StageKind, StageKind.ONLY) or StageKind.ONLY,
        contest=contest,
        winners=winners,
        name=part.text("name"),
        match_boards=_match_boards(part, contest, listed, fields),
        matches=listed,
        rounds=rounds,
        series=_series(part, contest),
        original_tables=part.whole("original tables", least=1),
        main_tables=part.whole("main tables"),
        second_tables=part.whole("second tables"),
        stages_before=part.whole("stages before", least=1),
        stratified=part.flag("stratified"),
        handicap=part.choice("handicap", Handicap, Handicap.NONE) or Handicap.NONE,
        carry_forward=part.flag("carry forward"),
        across=part.flag("scored across", default=True),
        scoring=part.choice("scoring", Scoring) or Scoring.MATCHPOINTS,
        team_size=part.whole("team size", least=1) or 4,
        between=tuple(part.texts("between")),
        status="" if at_the_top else part.text("status").lower(),
        movement=part.choice("movement", Movement),
        match_scores=Scoring(written) if (written := part.one_of("match scores", MATCH_SCORES)) else None,
        sections=tuple(_section(each) for each in part.parts("sections", "section") if each is not None),
    )


def look_at(part: Part, words: Collection[str]) -> None:
    """Read what is told beside the stages and what each of them tells itself, so that mistakes in it are told too."""
    for word in part.given(words):
        if word in ("boards", "match boards"):
            part.whole(word, least=1)
        elif word == "sessions":
            part.wholes(word, least=1)
        elif word == "match scores":
            part.one_of(word, MATCH_SCORES)
        elif word == "movement":
            part.choice(word, Movement)
        else:
            part.choice(word, Scoring if word == "scoring" else Standing)


def _section(part: Part) -> Section:
    """Read what is told of a section whose contestants are in a list with others."""
    return Section(
        name=part.needed("section"),
        schedule=_own_schedule(part),
        movement=part.choice("movement", Movement),
        scoring=part.choice("scoring", Scoring),
    )


def _own_schedule(part: Part) -> Schedule | None:
    """Read the length of a list or a section, where it is not that of the stage."""
    if not part.given(("boards", "sessions")):
        return None
    boards, sessions = part.whole("boards", least=1), tuple(part.wholes("sessions", least=1))
    _compare_sessions(part, boards or 0, sessions)
    return Schedule(boards or sum(sessions), sessions=sessions)


def _winners(part: Part) -> int:
    if not part.has("winners"):
        return 1
    return int(part.one_of("winners", ("1", "2", "4")) or 1)


# --- How long was it? --------------------------------------------------------------------------------------------


def _schedule(part: Part, contest: Contest, rounds: Sequence[Round]) -> Schedule:
    least = part.whole("least boards", least=1)
    in_play = part.whole("boards in play", least=1)
    with_sit_outs = part.whole("boards with sit-outs", least=1)
    sessions = tuple(part.wholes("sessions", least=1))
    by_rounds = part.given(_BY_ROUNDS)
    if by_rounds:
        movement = _by_rounds(part)
        boards = movement.boards
        least = least or movement.least
        with_sit_outs = with_sit_outs or movement.with_sit_outs
    else:
        boards = part.whole("boards", least=1) or 0
    if not boards and not by_rounds and not part.is_wrong("boards"):
        boards = sum(sessions)
        if not boards and not part.has("sessions"):
            boards = _usual_length(part, contest, rounds)
    _compare_sessions(part, boards, sessions)
    if boards and least and least > boards:
        found = f"'least boards' is {least}, more than the {boards} that were played at most."
        part.problem("boards-against-least", "least boards", found, "Correct one of them.")
    return Schedule(boards, least, in_play, with_sit_outs, sessions)


def _compare_sessions(part: Part, boards: int, sessions: Sequence[int]) -> None:
    if boards and sessions and boards > sum(sessions):
        found = f"The sessions add up to {sum(sessions)} boards, fewer than the {boards} somebody played."
        part.problem("sessions-against-boards", "sessions", found, "Correct the boards or the sessions.")


def _by_rounds(part: Part) -> Schedule:
    """Nine rounds of two boards are 18; when everybody sits out one of them, they are 16."""
    for word in part.given(("boards", "sessions")):
        part.problem(
            "told-twice",
            word,
            f"The length is given twice, by '{word}' and by rounds.",
            f"Remove '{word}', or the rounds.",
        )
    for word in ("rounds of play", "boards per round"):
        if not part.has(word):
            part.missing(word)
    rounds, each = part.whole("rounds of play", least=1), part.whole("boards per round", least=1)
    sit_out = part.one_of("sit out", ("none", "some", "all"))
    if rounds is None or each is None:
        return Schedule(0)
    if rounds == 1 and sit_out in ("some", "all"):
        part.problem(
            "sit-out-of-the-only-round",
            "sit out",
            "A pair that sits out the only round does not play at all.",
            "Correct the rounds of play.",
        )
    return Schedule.of_rounds(rounds, each, sit_out or "none")


def _usual_length(part: Part, contest: Contest, rounds: Sequence[Round]) -> int:
    """A cup is as long as its matches; the length of a series is that of its games and need not be told."""
    if contest in SERIES:
        return 0
    boards = 0
    if contest in CUPS:
        if part.is_wrong("match boards"):
            return 0
        in_rounds = max((each.boards or sum(each.sessions) for each in rounds), default=0)
        boards = part.whole("match boards", least=1) or in_rounds
    if not boards:
        part.missing("boards")
    return boards


def _match_boards(part: Part, contest: Contest, listed: Sequence[Match], fields: Sequence[Field]) -> int:
    """What a match is worth hangs on its boards, so they must be told; a round of a Swiss is a match."""
    if part.has("match boards"):
        return part.whole("match boards", least=1) or 0
    if contest in CUPS:
        return 0
    if part.has("boards per round") and contest in MATCH_CONTESTS:
        return part.whole("boards per round", least=1) or 0
    counted = any(
        one.tally is not None or any(player.tally is not None for player in one.players)
        for field in fields
        for one in field.contestants
    )
    if fields and all(field.match_boards for field in fields):
        return 0
    untold = any(not match.boards for match in listed)
    counted = counted and not _lengths_told(fields)
    several = sum(field.size for field in fields) > 2  # noqa: PLR2004 - two play one match, over all the boards
    if several and (untold or counted or (contest in MATCH_CONTESTS and not listed)):
        part.missing("match boards")
    return 0


def _lengths_told(fields: Sequence[Field]) -> bool:
    """Say whether every count of matches says how long they were."""
    everybody = [one for field in fields for one in field.contestants]
    tallies = [one.tally for one in everybody] + [player.tally for one in everybody for player in one.players]
    return all(tally.lengths or not any(tally[:4]) for tally in tallies if tally is not None)


def _series(part: Part, contest: Contest) -> Series | None:
    if not part.given(_SERIES) and contest is not Contest.LADDER:
        return None
    for word in _SERIES[:2]:
        if not part.has(word):
            part.missing(word)
    games, counted = part.whole("games", least=1), part.whole("results counted", least=1)
    if games and counted and counted > games:
        part.problem(
            "more-counted-than-played",
            "results counted",
            f"{counted} results count, but there were only {games} games.",
            "Correct one.",
        )
    average = part.decimal("average tables")
    if average is not None and average <= 0:
        part.problem(
            "value-unreadable",
            "average tables",
            f"'average tables' is {average}.",
            "Write for example average tables: 9.5.",
        )
    return Series(games or 0, counted or 0, average)


# --- Who came where? ---------------------------------------------------------------------------------------------


def _fields(part: Part, play: Play, winners: int, standing: Standing) -> tuple[Field, ...]:
    if part.has("results") and part.has("lists"):
        part.problem(
            "told-twice",
            "lists",
            "Both 'results' and 'lists' are given here.",
            "Keep one: results for one list, lists for more.",
        )
    if part.has("lists"):
        fields = tuple(
            Field() if each is None else _field(each, play, standing)
            for each in part.parts("lists", "list", into="fields")
        )
        if not fields and not part.is_wrong("fields"):
            part.problem(
                "value-missing",
                "lists",
                "There is no list under 'lists'.",
                "Add one, beginning with - list: and its name.",
            )
    elif part.has("results"):
        way = (*part.path, "fields", 0)
        part.findings.put_beside(way, (*part.path, "results"))
        fields = (Field(contestants=_contestants(part.moved(way), play, standing)),)
    elif part.has("tables"):
        return _by_tables(part, play, winners)
    else:
        found = "The file does not say who played, or how many."
        part.problem(
            "results-missing",
            "results",
            found,
            "Add results or lists, or the number of tables alone, for example tables: 9.5.",
        )
        return (Field(),)
    if part.has("tables"):
        _compare_tables(part, play, fields)
    return fields


def _field(part: Part, play: Play, standing: Standing) -> Field:
    standing = part.choice("standing", Standing, standing) or standing
    contestants = _contestants(part, play, standing) if part.has("results") else ()
    entered = part.whole("entered", least=1)
    if not part.has("results") and not part.has("entered"):
        part.missing("results")
    if entered is not None and entered < len(contestants):
        found = f"'entered' is {entered}, but {len(contestants)} are listed."
        part.problem(
            "entered-against-lists", "entered", found, "Correct it, or remove it: the list shows how many there were."
        )
    return Field(
        name=part.text("list"),
        contestants=contestants,
        entered=entered,
        section=part.text("section"),
        division=part.text("division"),
        session=part.whole("session") or 0,
        status=part.text("status").lower(),
        schedule=_own_schedule(part),
        match_boards=part.whole("match boards", least=1) or 0,
        movement=part.choice("movement", Movement),
        scoring=part.choice("scoring", Scoring),
    )


def _contestants(part: Part, play: Play, standing: Standing) -> tuple[Contestant, ...]:
    rows = part.parts("results", "result", into="contestants")
    if not rows and not part.is_wrong("contestants"):
        part.problem(
            "results-missing",
            "results",
            "The list of results is empty.",
            "Add a result for each, beginning with - place: 1.",
        )
    return tuple(read_contestant(each, play, standing) for each in rows)


def _tables(part: Part, play: Play) -> Decimal | None:
    tables = part.decimal("tables")
    if tables is None:
        return None
    smallest = 1 if play is Play.TEAMS else Decimal("0.5")
    if tables < smallest or tables % smallest:
        what = "whole tables, one for each team" if play is Play.TEAMS else "full and half tables, such as 9 or 9.5"
        part.problem("value-unreadable", "tables", f"'tables' is {tables}.", f"Write {what}.")
        return None
    return tables


def _by_tables(part: Part, play: Play, winners: int) -> tuple[Field, ...]:
    """Half a table gives the first of two directions one more."""
    tables = _tables(part, play)
    if tables is None:
        return (Field(entered=0),)
    entered = int(tables * AT_A_TABLE[play])
    names = DIRECTIONS[winners]
    each, over = divmod(entered, len(names))
    return tuple(Field(name=name, entered=each + (index < over)) for index, name in enumerate(names))


def _compare_tables(part: Part, play: Play, fields: Sequence[Field]) -> None:
    tables = _tables(part, play)
    session = min(field.session for field in fields) if fields else 0
    listed = sum(field.size for field in fields if field.session == session)
    if tables is not None and listed and tables * AT_A_TABLE[play] != listed:
        found = f"'tables' is {tables}, but {listed} contestants are listed."
        part.problem(
            "tables-against-lists", "tables", found, "Correct it, or remove it: the list shows how many there were."
        )
