"""How is the stage of a USEBIO file put together? Its lists, its matches and its length."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Handicap, Play, Schedule, Scoring, Stage
from overtrick.engine.victory_points import VictoryPoints
from overtrick.formats.sections import with_lengths
from overtrick.formats.usebio import header as heads
from overtrick.formats.usebio import lists, matches, questions, schedule, sides
from overtrick.formats.usebio.board_matches import read_board_matches
from overtrick.formats.usebio.contestant_names import names_of
from overtrick.formats.usebio.groups import Count, boards_in, containers, sessions_of, usual_round
from overtrick.formats.usebio.travellers import Scorer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.etree import _Element as Element

    from overtrick.engine.event import Player
    from overtrick.formats.usebio.document import Document
    from overtrick.formats.usebio.entries import Entry
    from overtrick.formats.usebio.findings import Findings
    from overtrick.formats.usebio.header import Header
    from overtrick.formats.usebio.lists import EventLists, Ranks
    from overtrick.formats.usebio.matches import Matches
    from overtrick.formats.usebio.places import FromTravellers, Worked

_TWO = 2
_SHOWN = 8
_VICTORY_POINTS = ("VP", "VPS")
_IMPS = "IMPS"
#: The word that answers by which scale a ranking is worked out.
_SCALE = "vp scale"
_CUPS = (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)


class StageReader:
    """Puts the one stage of a file together."""

    __slots__ = ("_answers", "_count", "_document", "_entries", "_findings", "_header", "_kind")

    def __init__(
        self,
        document: Document,
        header: Header,
        kind: heads.EventKind,
        entries: list[Entry],
        findings: Findings,
        answers: Mapping[str, str],
    ) -> None:
        """Count all boards once."""
        self._document = document
        self._header = header
        self._kind = kind
        self._entries = entries
        self._findings = findings
        self._answers = answers
        self._count = Count(document, _first_session(entries), containers(header.event))

    def stage(self, told: int) -> tuple[Stage, EventLists]:
        """Read the lists, the matches and the length."""
        kind, findings = self._kind, self._findings
        played = self._matches()
        if kind.play is Play.TEAMS:
            self._entries = matches.with_boards(self._entries, played, findings)
        entries = self._entries
        contest = self._contest(played)
        scoring = heads.scoring_of(self._header, kind, self._count, findings)
        by_boards = self._sides(contest, told)
        if "winners" not in self._answers:
            told = sides.weigh(told, by_boards, self._header, findings)
        winners = lists.decide_winners(told, entries, self._count, kind.play, findings)
        together = sides.ranked_together(winners, by_boards)
        sessions = self._sessions(played, winners, together)
        length = self._length(played, contest, [each for _members, each in sessions])
        names = {id(entry.element): name for entry, name in zip(entries, names_of(entries, kind.play), strict=True)}
        ranks = self._ranks(names, winners, scoring, contest, sessions, length.boards, played, together)
        listing = lists.Lists(ranks, self._count, findings).build(entries)
        stage = Stage(
            kind.play,
            length,
            listing.fields,
            contest=contest,
            winners=listing.winners,
            match_boards=self._match_boards(played, contest),
            stratified=any(contestant.category for field in listing.fields for contestant in field.contestants),
            handicap=self._handicap(listing),
            across=listing.across,
            scoring=Scoring(scoring),
        )
        self._check_counts()
        told = "boards" in self._answers
        lengths = {} if told else schedule.section_lengths(self._header, [each for _members, each in sessions])
        stage = sides.with_movement(with_lengths(stage, lengths), by_boards)
        return self._with_matches(stage, played, names), listing

    def _sides(self, contest: Contest, told: int) -> dict[str, sides.Sides]:
        """Look at the boards for whether pairs changed places; who meets match by match is not told by that."""
        if self._kind.play is not Play.PAIRS or contest is not Contest.MOVEMENT:
            return {}
        return sides.by_section(self._document, self._entries, told)

    def _length(self, played: Matches, contest: Contest, sessions: list[schedule.Session]) -> Schedule:
        """Give the length; of a knock-out, that of a match."""
        if contest in _CUPS and played.match_boards:
            return Schedule(played.match_boards)
        listed = [entry.values["BOARDS_PLAYED"] for entry in self._entries if "BOARDS_PLAYED" in entry.values]
        written = self._answers.get("boards", "").strip()
        answered = int(written) if written.isascii() and written.isdigit() else 0
        a_round, dealt = partial(usual_round, self._document), partial(boards_in, self._document)
        known = schedule.Played(sessions, listed, answered, a_round, dealt)
        return schedule.scheduled(self._header, known, self._kind.play, contest, self._findings)

    def _match_boards(self, played: Matches, contest: Contest) -> int:
        """Give the length of a match; ask where matches count and nothing tells it."""
        if contest is Contest.MOVEMENT:
            return 0
        boards = played.match_boards or self._header.count("BOARDS_PER_ROUND") or 0
        if not boards:
            self._findings.ask("match-boards-missing", "match boards", "How many boards did a match have?")
        return boards

    def _matches(self) -> Matches:
        """Read the matches; those of teams that list none are put together from the boards."""
        everybody = _first_session(self._entries)
        played = matches.read_matches(self._header.event, everybody, self._document, self._findings)
        if not played.meetings and self._kind.play is Play.TEAMS:
            played = read_board_matches(everybody, self._document, self._findings)
            if not played.meetings and any("WINS_OR_DRAWS" in entry.values for entry in everybody):
                says = "<WINS_OR_DRAWS> counts wins and draws alike, and the file lists no matches to tell them apart."
                self._findings.note("wins-and-draws-together", everybody[0].line, says)
        return played

    def _handicap(self, listing: EventLists) -> Handicap:
        if not any("HANDICAP" in entry.values for entry in self._entries):
            return Handicap.NONE
        return questions.ask_handicap([entries for _name, entries, _contestants in listing.listed], self._findings)

    def _contest(self, played: Matches) -> Contest:
        told = self._kind.contest
        if told is not None:
            return told
        if self._kind.play is not Play.TEAMS:
            return Contest.SWISS if played.meetings else Contest.MOVEMENT
        if not played.meetings:
            choices = tuple(
                str(each) for each in (Contest.MOVEMENT, Contest.ROUND_ROBIN, Contest.SWISS, Contest.LEAGUE)
            )
            self._findings.ask(
                "contest-missing", "contest", "How did the teams meet? The file lists no matches.", choices
            )
            return Contest.MOVEMENT
        return matches.contest_of(played, _first_session(self._entries), self._findings)

    def _with_matches(self, stage: Stage, played: Matches, names: dict[int, str]) -> Stage:
        if not played.meetings or stage.contest is Contest.MOVEMENT:
            return stage
        method = self._header.get("MATCH_SCORING_METHOD", "SCORING_METHOD").text.upper()
        found = matches.as_matches(played, names, self._findings, in_imps=method == _IMPS, path=("stages", 0))
        if stage.contest in _CUPS:
            everybody = [each.name for field in stage.fields for each in field.contestants]
            return self._ranked_by_rounds(stage._replace(rounds=matches.as_rounds(found, played.meetings, everybody)))
        return stage._replace(matches=found)

    def _ranked_by_rounds(self, stage: Stage) -> Stage:
        """Give places to a knock-out that has none, by how far everybody came."""
        places = matches.places_of(stage.rounds)
        listed = [each for field in stage.fields for each in field.contestants]
        if len(stage.fields) > 1 or any(each.place or each.score or each.name not in places for each in listed):
            return stage
        says = "The file has no places; they were worked out from the round in which everybody was beaten."
        self._findings.note("ranking-worked-out", self._header.line, says)
        ranked = tuple(each._replace(place=places[each.name]) for each in listed)
        return stage._replace(fields=(stage.fields[0]._replace(contestants=ranked),))

    # --- Boards --------------------------------------------------------------------------------------------------

    def _sessions(
        self, played: Matches, winners: int, together: frozenset[str]
    ) -> list[tuple[list[Entry], schedule.Session]]:
        """Count the boards of everybody, session by session; those of matches all together."""
        everybody = _first_session(self._entries)
        if played.meetings:
            counts = tuple([played.played[id(entry.element)] for entry in everybody])
            return [(everybody, schedule.Session(counts, 0, len(everybody) % _TWO == 1))]
        by_session: dict[int, list[Entry]] = {}
        for entry in self._entries:
            by_session.setdefault(entry.session, []).append(entry)
        inside = sessions_of(self._header.event)
        if len(by_session) > 1:
            by_session.pop(0, None)
        elif 0 in by_session and len(inside) > 1:  # one list for all, and the boards of each session by themselves
            return [(everybody, self._session([(everybody, containers(each))], winners, together)) for each in inside]
        found = []
        for entries in by_session.values():
            sections: dict[int, list[Entry]] = {}
            for entry in entries:
                sections.setdefault(id(entry.container), []).append(entry)
            parts = [(members, containers(members[0].container)) for members in sections.values()]
            found.append((entries, self._session(parts, winners, together)))
        return found

    def _session(
        self, parts: list[tuple[list[Entry], list[Element]]], winners: int, together: frozenset[str]
    ) -> schedule.Session:
        """Count the boards of one session, section by section."""
        sections: list[tuple[str, schedule.Session]] = []
        for members, around in parts:
            count = Count(self._document, members, around)
            own = tuple(count.of(members, self._kind.play))
            lists_of_it = 1 if members[0].section in together else winners
            half = _has_half_table(members, self._kind.play, lists_of_it)
            sections.append((members[0].section, schedule.Session(own, len(count.whole.boards), half)))
            self._tell_strangers(count, members)
        each = [session for _name, session in sections]
        return schedule.Session(
            tuple(count for session in each for count in session.counts),
            max(session.in_play for session in each),
            any(session.half_table for session in each),
            tuple(sections) if len(sections) > 1 else (),
        )

    def _tell_strangers(self, count: Count, members: Sequence[Entry]) -> None:
        strangers = count.strangers(self._kind.play) if self._kind.play is not Play.TEAMS else []
        if strangers:
            shown = ", ".join(strangers[:_SHOWN]) + (" …" if len(strangers) > _SHOWN else "")
            says = f"The travellers name {shown}, but nobody in the list has such a number."
            self._findings.note("travellers-of-strangers", members[0].line, says)

    # --- Ranking -------------------------------------------------------------------------------------------------

    def _ranks(
        self,
        names: dict[int, str],
        winners: int,
        scoring: str,
        contest: Contest,
        sessions: list[tuple[list[Entry], schedule.Session]],
        boards: int,
        played: Matches,
        together: frozenset[str],
    ) -> Ranks:
        short: dict[int, int] = {}
        if self._kind.play is not Play.TEAMS:
            for entries, session in sessions:
                for at in schedule.too_few(session):
                    entry, count, most = entries[at], session.counts[at], max(session.counts)
                    short[id(entry.element)] = count
                    says = f"{names[id(entry.element)]} played {count} boards, where others played {most}."
                    self._findings.note("fewer-boards-than-others", entry.line, says)
        scorer = Scorer(self._document, self._entries, self._kind.play, scoring)
        from_results: FromTravellers = scorer.places
        if contest is not Contest.MOVEMENT:  # boards rank nobody where matches count
            from_results = partial(self._by_matches, played)
        return lists.Ranks(
            self._kind.play,
            scoring == "matchpoints",
            winners,
            contest not in _CUPS,
            from_results,
            names,
            short,
            boards,
            together,
        )

    def _by_matches(self, played: Matches, entries: Sequence[Entry]) -> Worked | None:
        """Rank by the matches: by their victory points, or by those of a scale; a knock-out is ranked by its rounds."""
        method = self._header.get("MATCH_SCORING_METHOD", "SCORING_METHOD").text.upper()
        if self._kind.contest in _CUPS or not played.meetings:
            return None
        if method in _VICTORY_POINTS:
            return matches.by_victory_points(played, entries)
        if method != _IMPS:
            return None
        return matches.by_victory_points(played, entries, self._scale())

    def _scale(self) -> VictoryPoints:
        """Say by which scale IMPs become victory points; until somebody answers, by the one that is suggested."""
        answered = self._answers.get(_SCALE, "").strip().casefold()
        known = {str(each).casefold(): each for each in VictoryPoints}
        if answered in known:
            return known[answered]
        suggested = VictoryPoints.WBF_CONTINUOUS
        if not any(each.word == _SCALE for each in self._findings.questions):
            asks = "The file has no places, and its matches are in IMPs. Which scale turns them into victory points?"
            because = "it is the scale of the World Bridge Federation"
            self._findings.ask(
                "vp-scale", _SCALE, asks, tuple(str(each) for each in VictoryPoints), str(suggested), because
            )
        return suggested

    def _check_counts(self) -> None:
        """Compare the counts in the head with what is there; what is there decides."""
        header, findings = self._header, self._findings
        listed = len(_first_session(self._entries))
        sections = {(entry.session, entry.section) for entry in self._entries}
        found = {
            "PAIRS": listed if self._kind.play is Play.PAIRS else None,
            "SECTION_COUNT": len({section for _session, section in sections}),
        }
        for tag, count in found.items():
            told = header.count(tag)
            if told is not None and count is not None and told != count:
                findings.note(
                    "count-contradicted",
                    header.get(tag).line,
                    f"<{tag}> is {told}, but {count} are listed; the list decides.",
                )
        told, sessions = header.count("SESSION_COUNT"), max(len(sessions_of(header.event)), 1)
        if told is not None and told != sessions:
            line = header.get("SESSION_COUNT").line
            findings.note("count-contradicted", line, f"<SESSION_COUNT> is {told}, but the file holds {sessions}.")
        self._check_numbers()

    def _check_numbers(self) -> None:
        """Tell of a number that two players have: a slip, or somebody who sat in twice."""
        people = [(player, entry) for entry in _first_session(self._entries) for player in entry.players]
        numbered = [(player, entry) for player, entry in people if player.number]
        if len({player.number for player, _entry in numbered}) == len(numbered):
            return
        first: dict[str, tuple[Player, Entry]] = {}
        for player, entry in numbered:
            other, where = first.setdefault(player.number, (player, entry))
            if where is not entry:
                says = f"{player.name} has the number {player.number}, as {other.name} has on line {where.line}."
                self._findings.note("number-of-two-players", entry.line, says)


def _first_session(entries: list[Entry]) -> list[Entry]:
    """Give everybody once: the list of the whole event, or that of the first session."""
    first = entries[0].session
    return [entry for entry in entries if entry.session == first]


def _has_half_table(members: Sequence[Entry], play: Play, winners: int) -> bool:
    if play is Play.PAIRS and winners == _TWO:
        ns = sum(entry.direction == "NS" for entry in members)
        return 2 * ns != len(members)
    return len(members) % (4 if play is Play.INDIVIDUAL else 2) != 0
