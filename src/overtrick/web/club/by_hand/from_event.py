"""Fills the form by hand from an event, so that any answer can be changed."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.engine.event import Contestant, Event, Field, Handicap, Match, Round, Stage, StageKind
from overtrick.engine.event import Standing as Standings
from overtrick.engine.lengths import CUPS
from overtrick.formats import event_file as event_files
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.forms import FACT, Form, StageForm, forms
from overtrick.web.club.by_hand.event_file import file_bytes
from overtrick.web.club.by_hand.limits import fits
from overtrick.web.club.by_hand.sheet import HandList, HandMatch, HandRow, HandStage, Seat, Sheet, list_name, winners_of
from overtrick.web.club.by_hand.words import BYE, DRAWN, EARNED_BYE, TRIANGULAR

_FIRST = (StageKind.ONLY, StageKind.QUALIFYING)


def sheet_of(event: Event, edition: Edition) -> Sheet | None:
    """Fill the form from an event; nothing if the event says more, or is larger, than any form can hold.

    A form holds an event if what it would write down is the same event. Of several that do, the one that sets the most
    facts knows it best.
    """
    known = sorted(forms(edition).values(), key=lambda form: -len(form.sets))
    for form in known:
        stages = _stages(form, event)
        if stages is None:
            continue
        sheet = _filled(form, event, stages)
        if not fits(sheet):
            continue
        held = event_files.read("", file_bytes(sheet, {"organiser": event.organiser})).event
        if held == event:
            return sheet
    return None


def _stages(form: Form, event: Event) -> list[StageForm] | None:
    """Find what the form asks of each stage of an event; nothing if the event has another shape."""
    facts = dict(event.facts)
    if any(facts.get(name) != answer for name, answer in form.sets):
        return None
    found = []
    for stage in event.stages:
        fitting = [each for each in form.stages if _fits(each, stage, form)]
        if stage.play is not event.stages[0].play or not fitting:
            return None
        found.append(fitting[0])
    return found


def _fits(form: StageForm, stage: Stage, form_of: Form) -> bool:
    same = stage.kind is form.kind or (stage.kind in _FIRST and form.kind in _FIRST)
    shape = stage.play in form_of.play and stage.contest in form.contests
    return same and shape and stage.winners in winners_of(form, stage.play)


def _filled(form: Form, event: Event, stages: list[StageForm]) -> Sheet:
    texts = {"event": event.name, "date": event.begins.isoformat(), "status": event.status}
    texts["last day"] = event.last_day.isoformat() if event.last_day else ""
    texts["major championship"] = "yes" if event.major_championship else ""
    texts["boards to come"] = _figure(event.boards_to_come)
    fixed = dict(form.sets)
    answers = {f"{FACT}{name}": said for name, said in event.facts if name not in fixed}
    if event.still_in:
        answers["still in"] = ", ".join(event.still_in)
    filled = tuple(_stage(each, stage) for each, stage in zip(stages, event.stages, strict=True))
    return Sheet(form, event.stages[0].play, texts, filled, answers)


def _stage(form: StageForm, stage: Stage) -> HandStage:
    texts = {word: said for word, said in _told(form, stage).items() if said}
    matches = (
        tuple(_rounds(stage.rounds)) if stage.contest in CUPS else tuple(_match("", each) for each in stage.matches)
    )
    shown = HandStage(form, stage.play, stage.contest, stage.winners, texts, (), matches)
    by_tables = stage.fields and "tables" in shown.options and not any(each.contestants for each in stage.fields)
    if by_tables and all(each == Field(each.name, entered=each.entered) for each in stage.fields):
        at_a_table = {"pairs": 2, "teams": 1, "individual": 4}[stage.play]
        entered = sum(each.size for each in stage.fields)
        texts["tables"] = f"{entered / at_a_table:g}"
        return shown._replace(lists=(HandList({}, ()),) * len(shown.directions))
    lists: tuple[HandList, ...] = ()
    for field in stage.fields:
        lists = (*lists, _list(shown, field))
        shown = shown._replace(lists=lists)
        unnamed = lists[-1]._replace(texts={**lists[-1].texts, "list": ""})
        if list_name(shown._replace(lists=(*lists[:-1], unnamed)), len(lists) - 1) == field.name:
            lists = (*lists[:-1], unnamed)
            shown = shown._replace(lists=lists)
    details = any(row.score or row.standing for each in lists for row in each.rows)
    return shown._replace(details=details)


def _told(form: StageForm, stage: Stage) -> dict[str, str]:
    """Say what a stage tells beyond its shape, in the words of the form."""
    schedule, series = stage.schedule, stage.series
    match_boards = (
        "" if stage.contest in CUPS and stage.match_boards == schedule.boards else _figure(stage.match_boards)
    )
    by_sessions = schedule.sessions and sum(schedule.sessions) == schedule.boards
    by_rounds = "rounds of play" in form.asks(stage.contest) and stage.match_boards
    length = {"boards": "" if by_sessions and "boards" not in form.asks(stage.contest) else _figure(schedule.boards)}
    length |= {"match boards": match_boards}
    if by_rounds:
        rounds = schedule.boards // stage.match_boards
        length = {"rounds of play": str(rounds), "boards per round": str(stage.match_boards)}
    return {
        **length,
        "stage name": stage.name,
        "sessions": " ".join(map(str, schedule.sessions)),
        "movement": stage.movement or "",
        "least boards": _figure(schedule.least),
        "boards in play": _figure(schedule.in_play),
        "boards with sit-outs": _figure(schedule.with_sit_outs),
        "original tables": _figure(stage.original_tables),
        "main tables": _figure(stage.main_tables),
        "second tables": _figure(stage.second_tables),
        "stages before": _figure(stage.stages_before),
        "handicap": "" if stage.handicap is Handicap.NONE else str(stage.handicap),
        "carry forward": "yes" if stage.carry_forward else "no" if "carry forward" in form.asks(stage.contest) else "",
        "scored across": "" if stage.across else "no",
        "scoring": "" if stage.matchpoints else str(stage.scoring),
        "match scores": stage.match_scores or "",
        "team size": "" if stage.team_size == Stage._field_defaults["team_size"] else str(stage.team_size),
        "between": " ".join(stage.between),
        "games": _figure(series.games) if series else "",
        "results counted": _figure(series.counted) if series else "",
        "average tables": "" if series is None or series.average_tables is None else f"{series.average_tables:f}",
    }


def _figure(number: int | None) -> str:
    return str(number) if number else ""


def _list(stage: HandStage, field: Field) -> HandList:
    texts = {
        "list": field.name,
        "division": field.division,
        "session": _figure(field.session),
        "section": field.section,
        "status": field.status,
        "boards": _figure(field.schedule.boards) if field.schedule else "",
        "match boards": _figure(field.match_boards),
        "entered": _figure(field.entered),
    }
    return HandList(texts, tuple(_row(stage, field, each) for each in field.contestants))


def _row(stage: HandStage, field: Field, each: Contestant) -> HandRow:
    tied = "=" if sum(other.place == each.place for other in field.contestants) > 1 else ""
    players = tuple(
        Seat(player.number, player.name, "" if player.boards is None else str(player.boards)) for player in each.players
    )
    tally = each.tally
    return HandRow(
        f"{each.place}{tied}" if each.place else "",
        each.name if stage.named else "",
        players,
        str(tally.won) if tally else "",
        (_figure(tally.drawn) or ("0" if tally.drawn else "")) if tally else "",
        each.category,
        each.section,
        "" if each.score is None else f"{each.score:f}" if not isinstance(each.score, int) else str(each.score),
        "" if each.standing is Standings.WITH else str(each.standing),
    )


# --- Matches ------------------------------------------------------------------------------------------------------


def _rounds(rounds: tuple[Round, ...]) -> Iterator[HandMatch]:
    for at, this in enumerate(rounds, 1):
        called = this.name or str(at)
        for match in this.matches:
            yield _match(called, match)
        if at > 1:  # who has a bye in the first round is not written down: it is whoever does not play
            yield from (HandMatch(called, team, ended=BYE) for team in this.byes)
        yield from (HandMatch(called, team, ended=EARNED_BYE) for team in this.earned_byes)


def _match(called: str, match: Match) -> HandMatch:
    one, two = match.sides
    if match.winner == two.contestant:
        one, two = two, one
    ended = DRAWN if not match.winner else TRIANGULAR if match.triangular else str(match.ended)
    stanzas = []
    for each in match.segments:
        scores = {side.contestant: side.score for side in each.sides}
        boards = f"/{each.boards}" if each.boards else ""
        stanzas.append(f"{scores.get(one.contestant)}-{scores.get(two.contestant)}{boards}")
    return HandMatch(
        called,
        one.contestant,
        two.contestant,
        _figure(match.boards),
        "" if one.score is None else str(one.score),
        "" if two.score is None else str(two.score),
        "" if ended == "played" else ended,
        " ".join(stanzas),
    )
