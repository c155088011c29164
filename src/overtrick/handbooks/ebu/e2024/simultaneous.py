"""What do the EBU simultaneous pairs pay? A straight line over the top third, split into blue and local (5.1.2)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Award, Refused, Unknown, refused_by
from overtrick.engine.event import Play, Player
from overtrick.engine.numbers import Exact, half_up, ratio, tidy, up
from overtrick.engine.scales import grown, share_up
from overtrick.engine.working import PLACES, POINTS, Step, all_reasons, rule, step
from overtrick.handbooks.family import basic, lists, players, straight_line
from overtrick.handbooks.family.basic import Size
from overtrick.handbooks.family.credit import Credits, Spot
from overtrick.handbooks.family.green_credit import below_the_paid_places, refuse_outsiders

if TYPE_CHECKING:
    from overtrick.engine.event import Field, Stage
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.lists import Group

CLAUSE = "5.1.2"

#: What the figures below a blue award count.
LOCAL_POINTS = "local points"


@rule("5.1.2")
def top_award(book: Book, tables: Exact) -> Step:
    """The top award grows with the square root of the tables; it is configuration, for 5.1.2 does not print it."""
    table = book.table("simultaneous")
    base, reached = table.number("all", "top"), table.whole("all", "tables")
    value = up(grown(base, tables, reached))
    sentence = "Top award {base} × √({tables} ÷ {reached}), rounded up"
    return step(sentence, value, LOCAL_POINTS, clause=CLAUSE, base=base, tables=tables, reached=reached)


def awards(book: Book, pairs: int) -> tuple[PlaceAwards, Step]:
    """Pay the top third of so many pairs, in local points before they are split."""
    table = book.table("simultaneous")
    top = top_award(book, ratio(pairs, 2))
    least = table.number("all", "least")
    count = max(share_up(Fraction(table.number("all", "share")), pairs), 1)
    paid = step("{count} awards: a third of {pairs} pairs", count, PLACES, clause=CLAUSE, count=count, pairs=pairs)
    return straight_line.awards(book, top, least, paid), paid


@rule("5.1.2")
def part(book: Book, award: Step, colour: str, share: Fraction) -> Step:
    """A part of the award is blue and a part local; each is rounded up unless a setting rounds it to the nearest."""
    exact = tidy(award.value * share)
    value = half_up(exact) if book.setting("simultaneous_split") == "nearest" else up(exact)
    sentence = "{share} of {award} in {colour} points"
    return step(
        sentence, value, POINTS, because=(award,), clause=CLAUSE,
        share=f"{share.numerator}/{share.denominator}", award=award.value, colour=colour,
    )  # fmt: skip


def credit(office: Credits, index: int, stage: Stage, split: dict[str, Fraction]) -> None:
    """Credit every list of a stage in both colours, if the event is large and long enough for any points."""
    if stage.play is not Play.PAIRS:
        raise Unknown(
            "The simultaneous pairs are played by pairs.",
            "Give pairs as the play.",
            "stages",
            index,
            code="play-against-event",
        )
    groups = lists.groups_of(office.book, office.event, stage)
    handicapped = players.refused_for_handicap(office.book, office.event, index)
    if handicapped is not None:
        raise Refused(all_reasons((handicapped, *refused_by(partial(check, office.book, stage, groups)))))
    check(office.book, stage, groups)
    for group in groups:
        for field, count in zip(group.fields, group.counts, strict=True):
            _credit_list(office, stage, field, count, group, split)
        refuse_outsiders(office, stage, group, matches=False)


@rule("3.1.1(b)", "3.1.1(d)", "3.1.2", "3.1.4")
def check(book: Book, stage: Stage, groups: list[Group]) -> None:
    """All the pairs are one entry wherever they played, and everybody must be scheduled for enough boards."""
    apart = len(groups) > 1
    counts = (sum(sum(group.counts) for group in groups),) if apart else groups[0].counts
    for schedule in lists.schedules(stage):
        basic.check(book, Size(stage.play, 1 if apart else stage.winners, counts, schedule))


def _credit_list(
    office: Credits, stage: Stage, field: Field, count: int, group: Group, split: dict[str, Fraction]
) -> None:
    places, paid = awards(office.book, count)
    label = office.label(stage)
    for first, members in lists.ranked_in(office.book, field, keep_places=bool(group.outside)):
        tied = len(members)
        below = below_the_paid_places(office.book, first, tied, paid) if first > places.paid else None
        whole = None if below else places.pay(first, tied).working
        for contestant in members:
            for player in contestant.players or (Player(contestant.name),):
                reason = below or office.barred(stage, field, contestant, player)
                if reason is not None or whole is None:
                    spot = Spot(stage, label, field.name, first, tied)
                    office.refuse_player(player, contestant.name, spot, reason or paid)
                    continue
                for colour, share in split.items():
                    working = part(office.book, whole, colour, share)
                    where = (label, field.name, first, tied, colour)
                    office.awards.append(Award(player, contestant.name, *where, up(working.value), working))
