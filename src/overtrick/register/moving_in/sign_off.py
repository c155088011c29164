"""Signs moving in off: two people of the office sign the same report, then all of it goes into the book at once.

Credits come as a posting for each list, with the digest of its file; what is older than them comes as opening balances.
All is final at once: a closing stands in the book for the month before it begins. Then the doors are shut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.decisions import two_people
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.ledger import head
from overtrick.register.ledger.models import Closing, Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, post_all
from overtrick.register.moving_in import doors, report
from overtrick.register.moving_in.models import Move, OldBalance, OldList, OldRank, Step
from overtrick.register.moving_in.source import Progress
from overtrick.register.moving_in.totals import entered, parted, taken_over
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.people.former_ranks import HELD_BEFORE
from overtrick.register.people.models import Player
from overtrick.register.ranks import close_book, opening_balances
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import current

_CREDITS = """
    select player_id, colour, units, played, event, reference from moving_in_oldcredit
    where list_id = %s order by id
"""
_TELL = 20_000


class NothingTaken(Refused):
    """No list has been entered."""


class SamePerson(Refused):
    """Whoever signed first cannot sign for the second person."""


class ReportChanged(Refused):
    """The register or the lists are not as the report says."""


class MergedSince(Refused):
    """Two records became one between two lists."""


class EnteredSince(Refused):
    """Balances of a list have come into the book by another way."""


class Signed(NamedTuple):
    """What became of a signature."""

    whole: bool  #: it was the second one, and all is in the book
    entries: int = 0
    ranks: int = 0


def is_second(actor: User, looked_at: str) -> bool:
    """Say whether somebody else has signed the report with this digest: then this signature enters it all."""
    move = doors.current_move()
    return move is not None and move.first_by_id not in (None, actor.pk) and move.first_digest == looked_at


def sign(looked_at: str, actor: User, at: datetime, progress: Progress, *, shown: str = "") -> Signed:
    """Sign the report with this digest; the second person's signature enters everything.

    Whoever calls this has made sure that it is really this person, and says by what.
    """
    need_office(actor, at, "Two people in the office must sign.")
    two_people.need_person(actor)
    with transactions.atomic():
        doors.need_open()
        move = Move.objects.select_for_update().filter(federation=current()).first()
        if move is None or not doors.under_way():
            raise NothingTaken("No list has been entered yet.", "Enter the lists first.", code="no-list-entered")
        told = report.build(at.date())
        now = report.digest(told)
        if now != looked_at:
            raise ReportChanged(
                "The report has changed since you looked at it.",
                "Look at it again, then sign it.",
                code="changed-since",
            )
        _need_whole_records()
        _need_not_booked()
        said: trail.Change = {"report": now, **({"shown_by": shown} if shown else {})}
        if move.first_by_id is None or move.first_digest != now:
            move.first_by, move.first_at, move.first_digest, move.report = actor, at, now, told
            move.save()
            trail.record(actor, "moving-in.sign", current(), None, said, at=at)
            return Signed(whole=False)
        if move.first_by_id == actor.pk:
            raise SamePerson(
                "You have signed this report.", "Somebody else in the office must sign it too.", code="same-person"
            )
        done = _enter(move, actor, at, progress)
        said |= {"first": move.first_by_id, "entries": done.entries, "ranks": done.ranks}
        trail.record(actor, "moving-in.sign-off", current(), None, said, at=at)
    return done


def _need_whole_records() -> None:
    """Refuse where points of one person would count twice: once as credits, once in a balance."""
    found = parted()
    if found:
        numbers = Player.objects.in_bulk({player for pair in found for player in pair})
        first = ", ".join(f"{numbers[one].number} and {numbers[other].number}" for one, other in sorted(found)[:5])
        raise MergedSince(
            f"Records were merged after a list was checked, and their points would count twice: {first}.",
            "Take back the lists of credits and balances that name them, and enter these lists again.",
            code="merged-since",
        )


def _need_not_booked() -> None:
    """Refuse where the book has got an opening balance since a list was checked: the points would count twice."""
    kept, booked = identity.merged(current()), opening_balances.booked()
    waiting = OldBalance.objects.filter(list__in=entered(Step.BALANCES)).order_by("pk")
    rows = waiting.select_related("list").only("player_id", "colour", "list__name")
    twice = [each for each in rows if (kept.get(each.player_id, each.player_id), each.colour) in booked]
    if twice:
        numbers = Player.objects.in_bulk({each.player_id for each in twice})
        first = ", ".join(dict.fromkeys(numbers[each.player_id].number for each in twice[:5]))
        lists = ", ".join(dict.fromkeys(str(each.list) for each in twice))
        raise EnteredSince(
            f"Balances were entered by hand after a list was checked, and would count twice: {first}.",
            f"Take back the list ({lists}), and enter it again without them.",
            code="balance-contradicted",
        )


def _enter(move: Move, second: User, at: datetime, progress: Progress) -> Signed:
    """Put everything into the book, and shut the doors."""
    federation = current()
    assert move.first_by is not None  # noqa: S101 - the caller has seen that somebody signed
    by_two = (at.date(), move.first_by.pk, second.pk)
    count = move.report["credits"]["count"]
    postings = _postings(federation, by_two, lambda done: progress(done, count))
    first = next(postings, None)
    posted = post_all(_with(first, postings)) if first is not None else []
    closing = _closing(federation, [each.id for each in posted], second, at)
    ranks = _ranks(closing)
    for table in ("oldcredit", "oldsum", "oldbalance", "oldrank", "listpart"):
        lists = "select id from moving_in_oldlist where federation_id = %s"
        sql.run(f"delete from moving_in_{table} where list_id in ({lists})", federation.pk)  # noqa: S608 - our own names
    OldList.objects.exclude(state=OldList.State.ENTERED).delete()
    move.second_by, move.signed_at = second, at
    move.save()
    return Signed(whole=True, entries=sum(len(each.entries) for each in posted), ranks=ranks)


_Posting = tuple[NewPosting, Iterator[NewEntry]]


def _with(first: _Posting, others: Iterator[_Posting]) -> Iterator[_Posting]:
    yield first
    yield from others


def _postings(
    federation: Federation, by_two: tuple[date, int, int], tell: Callable[[int], object]
) -> Iterator[_Posting]:
    """Give one posting for each list of credits, then the balances; lists without anything are left out."""
    done = 0
    for kept in OldList.objects.in_bulk(entered(Step.CREDITS)).values():
        if kept.credits.exists():
            reason = f"Credits from before this book: {kept.name[:200]}, sha256 {kept.digest}"
            yield NewPosting(federation.pk, Posting.Kind.HISTORY, *by_two, reason), _credits(kept.pk, done, tell)
            done += kept.report["counts"]["new"]
    older = [each for each in taken_over() if each.older > 0]
    if older:
        balances = (NewEntry(each.player, each.colour, each.older, each.day) for each in older)
        yield NewPosting(federation.pk, Posting.Kind.OPENING, *by_two, opening_balances.REASON), balances


def _credits(kept: int, done: int, tell: Callable[[int], object]) -> Iterator[NewEntry]:
    """Read the credits of a list as a stream."""
    for number, (player, colour, units, played, event, reference) in enumerate(sql.stream(_CREDITS, kept), done):
        if not number % _TELL:
            tell(number)
        stage = f"{event} (ref. {reference})" if reference else event
        yield NewEntry(player, colour, units, sql.day(played), stage)


def _closing(federation: Federation, postings: list[int], actor: User, at: datetime) -> Closing:
    """Make what came final: with the month before anything was posted, so that every other month is still to close."""
    earliest = Posting.objects.order_by("posted").values_list("posted", flat=True).first()
    begins = min(filter(None, (earliest, at.date()))).replace(day=1)
    month = (begins - timedelta(days=1)).replace(day=1)
    plan = close_book.Plan(month, tuple(sorted(postings)), ())
    written = close_book.write(federation, plan, actor.pk, at, head.lock(federation.pk))
    close_book.add_to_final(written)
    return Closing.objects.get(pk=written)


def _ranks(closing: Closing) -> int:
    """Take the ranks over, by the record that stays; of two records of one person the earlier day counts."""
    kept = identity.merged(current())
    since: dict[tuple[int, str], date] = {}
    for player, rank, day in OldRank.objects.filter(list__in=entered(Step.RANKS)).values_list(
        "player_id", "rank", "since"
    ):
        key = (kept.get(player, player), rank)
        since[key] = min(day, since.get(key, day))
    Promotion.objects.bulk_create(
        [
            Promotion(player_id=player, rank=rank, edition=HELD_BEFORE, reached=day, closing=closing)
            for (player, rank), day in since.items()
        ],
        batch_size=500,
    )
    return len(since)
