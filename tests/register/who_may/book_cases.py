"""Services for results, the book, ranks and what comes from before it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest
from overtrick.formats.reading import Question
from overtrick.formats.start_list import Starter
from overtrick.register.applications import conversions
from overtrick.register.book_check import check as book_check
from overtrick.register.book_check.models import BookFinding
from overtrick.register.competitions import decide, discard, held_credits, read, submit, usual_answers
from overtrick.register.competitions.models import HeldCredit, Submission, Upload
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.corrections import confirm, conversion, proposals, unions
from overtrick.register.corrections.models import Proposal
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.corrections.unions import Move
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.moving_in import check as list_check
from overtrick.register.moving_in import lists, report, sign_off
from overtrick.register.moving_in.check import Choices
from overtrick.register.moving_in.models import OldList, Step
from overtrick.register.national_files import snapshot
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.proving import tasks as proving_tasks
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.seasons import note
from overtrick.register.start_lists import check as start_lists
from tests.register import season_events
from tests.register.moving_in import old_system
from tests.register.season import AT, NIGHT, Union, file_of, night, pairs, send, submitted
from tests.register.who_may.case import Case, Given, given
from tests.register.who_may.people_cases import lapsed

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

MAY = date(2026, 5, 1)
JUNE = datetime(2026, 6, 15, 9, tzinfo=UTC)
LOCAL = ProposedPoints("local", 100, NIGHT)
MOVED = Move("SBU", "4711", NIGHT, closed_there=True)
SCORES = "scorer secretary"


def draft(here: Union) -> Submission:
    made = send(here, night(pairs(here.players))).submission
    assert made is not None
    return made


def upload(here: Union) -> Upload:
    made = draft(here).upload
    assert made is not None
    return made


def sent(here: Union) -> Submission:
    return submitted(here, night(pairs(here.players))).submission


def sent_below(here: Union) -> Submission:
    """Let the organisation above approve what was sent."""
    setup.change(here.federation, setup.Ways(approval=Federation.Approval.PARENT), actor=None, at=AT)
    return Submission.objects.get(pk=sent(here).pk)


def correction(here: Union) -> Submission:
    """Let a draft look like a correction of what was sent."""
    sent(here)
    first, second, *others = pairs(here.players)
    made = send(here, night([second, first, *others])).submission
    assert made is not None
    return made


def held(here: Union) -> HeldCredit:
    """Let the first player, who has lapsed, win points."""
    lapsed(here)
    sent(here)
    return HeldCredit.objects.get()


def finding(here: Union) -> BookFinding:
    return BookFinding.objects.create(submission=sent(here), key="1", code="late", says="It was late.", found_on=NIGHT)


def proposed(here: Union) -> Proposal:
    return proposals.propose(here.players[0], LOCAL, "from elsewhere", here.clerk, AT)


def nothing(_proposal: Proposal, _actor: User, _at: datetime) -> None:
    """Post nothing."""


def opening(here: Union) -> Given:
    new = opening_balances.compare([Opening(here.players[0], "local", 190, date(2026, 1, 1), 1)])
    return given(new, second=here.clerk)


def old_list(here: Union) -> OldList:
    return old_system.sent(here, Step.BALANCES, old_system.balances(here))


def moving(here: Union) -> Given:
    old_system.entered(here, Step.BALANCES, old_system.balances(here))
    return given(report.digest(report.shown(old_system.AT.date())), progress=old_system.silent)


RESULTS = (
    Case(read.read, lambda u: given(u.club, "night.yaml", file_of(night(pairs(u.players)))), SCORES),
    Case(submit.submit, lambda u: given(draft(u), said={EVERYTHING: "It was so"}), SCORES),
    Case(submit.set_apart, lambda u: given(correction(u)), SCORES),
    Case(submit.reopen, lambda u: given(sent(u)), SCORES),
    Case(discard.discard_draft, lambda u: given(draft(u)), SCORES),
    Case(discard.discard_file, lambda u: given(upload(u)), SCORES),
    Case(decide.approve, lambda u: given(sent(u))),
    Case(decide.approve, lambda u: given(sent_below(u)), "county", "below"),
    Case(decide.send_back, lambda u: given(sent(u), reason="at the wrong status")),
    Case(decide.send_back, lambda u: given(sent_below(u), reason="at the wrong status"), "county", "below"),
    Case(decide.reverse_event, lambda u: given(sent(u).competition, reason="at the wrong status")),
    Case(held_credits.assign, lambda u: given(held(u), u.players[0]), SCORES),
    Case(held_credits.drop, lambda u: given(held(u), reason="nobody")),
    Case(held_credits.release, lambda u: given(u.players[0]), "secretary"),
    Case(usual_answers.forget_all, lambda u: given(u.club), SCORES),
    Case(usual_answers.remember, lambda u: given(u.club, Question("organiser", "Whose?"), "Oakby"), SCORES),
    Case(usual_answers.remember_columns, lambda u: given(u.club, ["Name"], {"name": "Name"}), SCORES),
    Case(start_lists.check, lambda u: given(u.club, [Starter(1, "Ado Bem", "Ado Bem", "")], NIGHT), SCORES),
    Case(
        note.start,
        lambda u: given(
            u.club,
            note.NewSeason(
                "Winter cup", season_events.BEGINS, Contest.KNOCK_OUT, season_events.CUP, season_events.teams(u)
            ),
        ),
        SCORES,
    ),
)

BOOK = (
    Case(proposals.propose, lambda u: given(u.players[0], LOCAL, "from elsewhere")),
    Case(
        proposals.make,
        lambda u: given(Proposal(player=u.players[0], colour="local", units=100, played=NIGHT, reason="elsewhere")),
    ),
    Case(
        proposals.propose_together,
        lambda u: given(u.players[0], [LOCAL, LOCAL._replace(colour="green")], "from elsewhere"),
    ),
    Case(proposals.refuse, lambda u: given(proposed(u), "not these")),
    Case(confirm.decided_by_second, lambda u: given(proposed(u), do=nothing)),
    Case(conversion.propose, lambda u: given(u.players[0], "Premier Master"), at=JUNE, here="wales"),
    Case(conversions.propose, lambda u: given(u.players[0], "Premier Master"), at=JUNE, here="wales"),
    Case(unions.leave, lambda u: given(u.players[0], "SBU", NIGHT)),
    Case(unions.propose, lambda u: given(u.players[0], MOVED, {"local": 120})),
    Case(book_check.accept, lambda u: given(finding(u), "They paid in time")),
    Case(close_month.rehearse, lambda u: given(u.federation, MAY), at=JUNE),
    Case(close_month.prepare, lambda u: given(u.federation, MAY, progress=old_system.silent), at=JUNE),
    Case(opening_balances.write, opening),
    Case(proving_tasks.ask, lambda u: given(u.federation, None, "A proof")),
    Case(snapshot.begin, lambda _u: given()),
)

MOVING_IN = (
    Case(lists.take, lambda u: given(Step.BALANCES, "old.csv", [old_system.balances(u)]), at=old_system.AT),
    Case(list_check.choose, lambda u: given(old_list(u), Choices()), at=old_system.AT),
    Case(list_check.check, lambda u: given(old_list(u), progress=old_system.silent), at=old_system.AT),
    Case(list_check.enter, lambda u: given(old_list(u), progress=old_system.silent), at=old_system.AT),
    Case(list_check.take_back, lambda u: given(old_list(u)), at=old_system.AT),
    Case(sign_off.sign, moving, at=old_system.AT),
)
