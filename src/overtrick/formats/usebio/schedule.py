"""How long was it? Boards scheduled, sat out and in play, from the head of the file and from the travellers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Play, Schedule
from overtrick.formats.usebio.figures import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from overtrick.formats.usebio.findings import Findings
    from overtrick.formats.usebio.header import Header

_ODD = 2
#: Nobody sits out more than this part of a session; who played less has missed boards.
_HALF, _MOST = (1, 2), (3, 4)


class Session(NamedTuple):
    """What the travellers of one session tell."""

    counts: tuple[int, ...]  #: boards of each contestant; empty if there are no travellers
    in_play: int
    half_table: bool  #: somebody has to sit out
    sections: tuple[tuple[str, Session], ...] = ()  #: each by itself, where there are several


class Played(NamedTuple):
    """What there is to go by besides the head of the file."""

    sessions: Sequence[Session]
    listed: Sequence[str] = ()  #: BOARDS_PLAYED of the contestants, for a file without travellers
    answered: int = 0  #: boards that somebody answered
    a_round: Callable[[], int] = int  #: how many boards two opponents usually play; 0: not known
    dealt: Callable[[], int] = int  #: boards in the file, with and without results


def scheduled(header: Header, played: Played, play: Play, contest: Contest, findings: Findings) -> Schedule:
    """Work out how long the event was planned to be; a question if nothing tells, or if the file contradicts itself."""
    sessions, listed = played.sessions, played.listed
    told = header.count("BOARDS_PLAYED") or 0
    counted = [each for each in sessions if any(each.counts)]
    if not counted:
        own = max([whole(written) or 0 for written in listed], default=0)
        if not told and not own:
            findings.ask("boards-missing", "boards", "How many boards was everybody to play?")
        return Schedule(max(told, own))
    if len(counted) > 1:
        lengths = tuple(max(each.counts) for each in counted)
        return Schedule(sum(lengths), sessions=lengths)
    session = counted[0]
    most = max(session.counts)
    full = [count for count in session.counts if not _missed(count, most, _HALF)]
    least = min(full)
    half_table = session.half_table
    movement = contest is Contest.MOVEMENT and play is not Play.TEAMS
    if movement and not played.answered and not _is_sure(header, session, played, findings):
        told = 0
    told = played.answered or told
    with_sit_outs = None
    boards = most
    if half_table and least == most and len(full) == len(session.counts):
        with_sit_outs = _all_sat_out(most, len(full), told)
    elif told > most:
        boards = told
    if told and told < most and not played.answered:
        line = header.get("BOARDS_PLAYED").line
        findings.note(
            "boards-contradicted",
            line,
            f"<BOARDS_PLAYED> is {told}, but somebody played {most} boards, so we use {most}.",
        )
    movement = movement and play is Play.PAIRS
    return Schedule(
        boards,
        least if half_table and least < boards else None,
        session.in_play if movement and session.in_play >= boards else None,
        with_sit_outs,
    )


def _is_sure(header: Header, session: Session, played: Played, findings: Findings) -> bool:
    """Say whether the length is known; otherwise ask for it, with the likely answers."""
    told, most, in_play = header.count("BOARDS_PLAYED") or 0, max(session.counts), session.in_play
    asks = "How many boards was everybody to play?"
    if told > in_play > 0 and told > played.dealt():
        line = header.get("BOARDS_PLAYED").line
        found = f"<BOARDS_PLAYED> is {told} (line {line}), but the file has results of {in_play} boards"
        because = f"{found}, and nobody played more than {most}"
        findings.ask_likely("boards-missing", "boards", f"{because}. {asks}", _likely(most, in_play, most))
        return False
    if told or all(_most_played_all(each) for each in (dict(session.sections).values() or (session,))):
        return True
    found = f"The file does not say how long the session was to be, and not everybody played as many: {_range(session)}"
    findings.ask_likely(
        "boards-missing", "boards", f"{found} of {in_play} boards. {asks}", _likely(most, in_play, played.a_round())
    )
    return False


def _most_played_all(session: Session) -> bool:
    """Say whether the figures speak for themselves: most played as many as anybody, and the others sat out a round."""
    counts = Counter(count for count in session.counts if count)
    most, everybody = max(counts), counts.total()
    if 2 * counts[most] > everybody:
        return True
    common = dict(counts.most_common(_ODD))
    return session.half_table and most in common and 4 * sum(common.values()) > 3 * everybody


def section_lengths(header: Header, sessions: Sequence[Session]) -> dict[str, int]:
    """Give the most boards that anybody played in each section, where the file does not tell one length for all."""
    if header.count("BOARDS_PLAYED") or len(sessions) != 1:
        return {}
    return {name: max(each.counts, default=0) for name, each in sessions[0].sections}


def _likely(most: int, in_play: int, a_round: int) -> tuple[str, ...]:
    """Give the likely lengths: whole rounds that have room for what was played, and all the boards."""
    rounds = -(-most // a_round) * a_round if a_round else most
    return tuple(str(each) for each in sorted({rounds, max(in_play, rounds)}))


def _range(session: Session) -> str:
    least, most = min(count for count in session.counts if count), max(session.counts)
    return f"{least} to {most}"


def _all_sat_out(most: int, contestants: int, told: int) -> int | None:
    """Work out the boards of an odd field in which everybody sat out as often as everybody else.

    Of n contestants one sits out each round, so all together are n times what each sat out: boards × n ÷ (n − 1).
    """
    if contestants % _ODD == 0 or contestants == 1:
        return None
    if told > most:
        return told
    boards, over = divmod(most * contestants, contestants - 1)
    return boards if not over else None


def too_few(session: Session) -> list[int]:
    """List those, by their order, who played so little that a sit-out cannot be the reason."""
    most, part = max(session.counts, default=0), _HALF if session.half_table else _MOST
    return [at for at, count in enumerate(session.counts) if count and _missed(count, most, part)]


def _missed(count: int, most: int, part: tuple[int, int]) -> bool:
    return count * part[1] < most * part[0]
