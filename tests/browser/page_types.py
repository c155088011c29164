"""Every type of page once, for somebody who may see it: an office with something on every desk.

Most addresses are those of the table in ``tests/web/test_access.py``; what is nobody's there, because the cast has no
such thing, is made here and opened by the number it gets.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.urls import URLResolver, get_resolver, resolve, reverse

from overtrick.engine.event import Contest
from overtrick.engine.event import Player as Seated
from overtrick.handbooks.money import Payer, Run
from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link
from overtrick.register.allotting import allot
from overtrick.register.audit.models import Record
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.register.corrections import proposals
from overtrick.register.directors import accredit
from overtrick.register.extracts import extract
from overtrick.register.federation_settings import scheduled_settings
from overtrick.register.integrity import Finding, FoundRow
from overtrick.register.ledger.verify import Verified
from overtrick.register.mail import outbox, unsubscribe
from overtrick.register.mail.models import Letter
from overtrick.register.mail.unsubscribe import Unwanted
from overtrick.register.money import disputes, invoicing, tariffs
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Tariff
from overtrick.register.money.tariffs import NewRow
from overtrick.register.moving_in.models import OldList
from overtrick.register.organisations import licences, officers
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import joining
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.merge_records import merge
from overtrick.register.people.models import Player
from overtrick.register.planning import plan
from overtrick.register.planning.plan import PlanTold
from overtrick.register.proof import Proof
from overtrick.register.proving import kept_proofs
from overtrick.register.proving import tasks as proving
from overtrick.register.scoping import scope
from overtrick.register.seasons.notebook import SeasonPlan
from overtrick.register.tasks.models import Task
from overtrick.register.tokens import issue, pairing
from overtrick.register.tokens.issue import Asked as AskedToken
from overtrick.register.tokens.scopes import SCORING, Scope
from overtrick.register.webhooks import endpoints
from overtrick.register.webhooks.models import Delivery, Endpoint
from tests.register import office
from tests.register.money import treasury
from tests.register.season import ROLE, night, pairs, send, submitted
from tests.register.season_events import TREES, match, started, teams, with_round
from tests.web.cast import LATE_IN_MAY, MARCH, Cast, Role
from tests.web.test_access import EVERY, OK, Row, address_of

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Addresses that show no page: files and parts of pages, orders, and what only leads on to another page.
NO_PAGES = {
    "book-consistency", "book-head", "book-inclusion", "book-keys", "book-last-head", "book-numbered-head",
    "book-one-head", "book-own-consistency", "certificate-proof", "club-download", "club-file-download", "club-who",
    "crest", "download", "extract-proof", "health", "look", "my-data", "record-file", "statement-proof",
    "rule-report-file",
    "club", "desk", "language", "club-authorised-now", "office-allotments-now", "office-allotments-keep",
    "office-player-grant-propose", "club-application-paper", "office-application-paper", "record-application-paper",
    "club-season-act", "club-webhook-act", "club-planned-leave", "club-planned-results", "club-programme-calendar",
    "club-programme-year",  # only where a year goes from one general meeting to the next
    "club-decide", "device-end", "devices-end", "log-out", "office-approve", "office-correction-confirm",
    "office-joining-decide", "office-letter-again", "office-month-close", "office-player-release", "office-task-retry",
    "office-moving-in-enter", "office-moving-in-example", "office-moving-in-invite", "office-moving-in-remove",
    "office-doubles-apart", "club-licence-paper", "office-papers-file", "query-close", "second-factor-codes",
    "second-factor-off",
    "office-money-confirm", "office-money-unmatch", "office-money-export", "office-money-export-copy",
    "club-pairing-end", "club-token-choose", "office-proposal-remove",
}  # fmt: skip
#: Pages in the middle of a way, or of another handbook: ``test_log_in.py``, ``test_office_main_path.py``,
#: ``test_tokens.py``, ``tests/web/office/test_lab.py``, ``test_lab_drafts.py`` and
#: ``tests/register/queries/test_threads.py`` look at them.
#: The office checks its book by itself, and would take a finding back that was only made for a test.
ON_THE_WAY = {
    "log-in-code", "office-finding", "query-pass-on", "second-factor-set-up", "task",
    "club-token-new", "club-pair", "office-proposal", "office-proposal-result",
    "office-proposal-publish", "office-rule-report-withdraw", "rule-report",
    "office-proposal-add", "office-proposal-add-table", "office-proposal-add-row", "office-proposal-add-setting",
    "office-proposal-add-handbook", "office-proposal-add-edition", "office-proposal-title",
}  # fmt: skip
#: Pages that the handbook of the cast does not know: ``test_members_year.py``, ``test_conversion_pages.py`` and
#: ``office/test_money.py`` of ``tests/web`` open them under others.
OTHER_HANDBOOKS = {
    "office-player-convert", "record-application", "record-application-new", "record-applications", "record-convert",
    "club-member-died", "club-visitor", "club-renewal", "office-youth", "office-cards", "office-forwarding",
    "record-money-document", "office-money-fines-waive",
}  # fmt: skip
#: Pages that ask for the password first.
CONFIRMED = ("account-email", "second-factor", "token-new")

#: Whoever may see a page and comes first here, opens it.
_ROLES = (Role.ANONYMOUS, Role.PLAYER, Role.OTHER_PLAYER, Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.OFFICE)
_BOARDS = Path(__file__).parents[2] / "samples" / "usebio" / "scorebridge-howell.xml"
_PLAYER = re.compile(r"<NATIONAL_ID_NUMBER>\d+</NATIONAL_ID_NUMBER>\s*<PLAYER_NAME>[^<]+</PLAYER_NAME>")


class PageVisit(NamedTuple):
    """A page, and who opens it."""

    name: str  #: of its address
    role: str
    address: str


def names() -> set[str]:
    """Give the names of all addresses."""
    return set(_names(get_resolver()))


def _names(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _names(each)
        else:
            yield each.name or str(each.pattern)


def build(cast: Cast) -> list[PageVisit]:
    """Fill the desks, and list every page with whoever opens it."""
    rows = [row for row in EVERY if row.method == "get" and OK in row.answers.values()]
    with scope(federation=cast.union.federation):
        listed = [
            *(_of_table(row, cast) for row in rows),
            *_made(cast),
            *_tokens(cast),
            *_seasons(cast),
            *_planned(cast),
            *_money(cast),
        ]
    listed += _of_a_state(cast)
    listed += [PageVisit(name, Role.PLAYER, reverse(name)) for name in CONFIRMED]
    return [each for each in listed if each.name not in NO_PAGES and "as=" not in each.address]


def _of_table(row: Row, cast: Cast) -> PageVisit:
    address = address_of(row, cast)
    role = next(each for each in (*_ROLES, *Role) if row.answers[each] == OK)
    return PageVisit(resolve(address.partition("?")[0]).view_name, role, address)


def _unsubscribe(cast: Cast) -> str:
    """Give the link at the end of a mail to the player, without the office's own address."""
    noted = unsubscribe.note(Unwanted(cast.users[Role.PLAYER].pk, ("points", "answers")))
    return unsubscribe.address(cast.union.federation, noted).removeprefix(settings.ADDRESS)


def _made(cast: Cast) -> Iterator[PageVisit]:
    here, at = cast.union, LATE_IN_MAY
    now = datetime.now(UTC)
    for said in ({"state": "waiting"}, {"state": "sent", "status": 204}, {"state": "failed", "error": "timeout"}):
        sent = endpoints.ping(Endpoint.objects.get(pk=cast.webhook), actor=here.clerk, at=now)
        Delivery.objects.filter(pk=sent.pk).update(**said, answer="x" * 200)

    def of_office(name: str, *args: object) -> PageVisit:
        return PageVisit(name, Role.OFFICE, reverse(name, args=args))

    def of_club(name: str, *args: object, role: Role = Role.SECRETARY) -> PageVisit:
        return PageVisit(name, role, reverse(name, args=(here.club.pk, *args)))

    best, *others = pairs(here.players)
    unnamed = (Seated("Kel Lomm"), best[1])
    held = submitted(here, night([unnamed, *others], name="Friday pairs"), at=at).submission
    yield of_office("office-submission", held.pk)
    yield of_office("office-return", held.pk)
    waiting = held_credits.waiting().get().pk
    yield of_office("office-held-credit", waiting)
    yield of_office("office-held-drop", waiting)
    yield of_club("club-held", held.pk, waiting)
    draft = send(here, night([unnamed, *others], name="Saturday pairs"), at=at).submission
    assert draft is not None
    yield of_club("club-preview", draft.pk)
    yield of_club("club-players", draft.pk)
    event = Competition.objects.earliest("pk").pk
    yield of_office("office-event", event)
    yield of_office("office-event-reverse", event)
    proposal = proposals.propose(
        cast.player, proposals.ProposedPoints("local", 5, MARCH), "A grant", here.second, at
    ).pk
    yield of_office("office-correction", proposal)
    yield of_office("office-correction-refuse", proposal)
    outbox.queue(here.federation, "a test", "ado@example.org", "test", "en", at)
    yield of_office("office-letter", Letter.objects.latest("pk").pk)
    yield PageVisit("unsubscribe", Role.ANONYMOUS, _unsubscribe(cast))
    change = scheduled_settings.SettingsChange(results_due_days=7)
    scheduled_settings.plan(here.federation, change, date(2099, 1, 1), actor=here.clerk, at=at, reason="The council")
    yield of_office("office-setting-withdraw", 1)
    yield of_office("office-moving-in-list", _old_list(cast).pk)
    yield of_office("office-act", Record.objects.latest("pk").pk)
    temporary = officers.appoint(here.club, here.stranger, ROLE.SCORER, office.NEW_YEAR, actor=None, at=office.AT)
    yield of_office("office-dismiss", here.club.pk, temporary.pk)
    kept, twin = (office.person(name, on=date(2026, 2, 1)) for name in ("Zia Oakes", "Una Ferris"))
    merge(kept, twin, "One person", actor=here.clerk, at=at)
    yield of_office("office-player-unmerge", twin.number)
    newcomer = office.person("Ivo Jelk", club=here.other)
    asked = joining.ask(newcomer, here.club, Applicant("Ivo", "Jelk"), actor=cast.users[Role.SECRETARY], at=now)
    yield of_club("club-join", asked.pk)
    link = links.make(cast.users[Role.COUNTY], Link.Purpose.PASSWORD, now, timedelta(days=7))
    yield PageVisit("link", Role.ANONYMOUS, f"{reverse('link')}?{links.KEY}={links.token(link.seed)}")
    extracted = extract.make(cast.player, MARCH, actor=here.clerk, at=at)
    yield of_office("extract", extracted.pk)
    yield of_office("office-proof-result", _proved(cast).pk)
    played = _with_boards(cast)
    yield PageVisit("event-board", Role.ANONYMOUS, reverse("event-board", args=(played, 1)))
    yield PageVisit("event-card", Role.ANONYMOUS, reverse("event-card", args=(played, 1)))
    yield PageVisit("event-boards", Role.ANONYMOUS, reverse("event-boards", args=(played,)))


def _tokens(cast: Cast) -> Iterator[PageVisit]:
    """Let programs act for the club and for the player, and a scoring PC wait."""
    club, clerk, now = cast.union.club, cast.union.clerk, datetime.now(UTC)
    token = issue.issue_for(club, AskedToken("ScoreBridge laptop", SCORING), actor=clerk, at=now).token
    begun = pairing.begin(club, actor=clerk, at=now).pairing
    for name, number in {"club-token-end": token.pk, "club-pairing": begun.pk}.items():
        yield PageVisit(name, Role.SECRETARY, reverse(name, args=(club.pk, number)))
    mine = issue.issue_personal(AskedToken("My list", [Scope.RECORD_READ]), actor=cast.users[Role.PLAYER], at=now).token
    yield PageVisit("token-end", Role.PLAYER, reverse("token-end", args=[mine.pk]))


def _seasons(cast: Cast) -> Iterator[PageVisit]:
    """Let the club have begun a cup and a ladder."""
    here = cast.union
    cup = with_round(here, started(here, teams(here, TREES[:4])), [match("Oaks", "Elms"), match("Firs", "Yews")])
    ladder = started(here, (), Contest.LADDER, SeasonPlan("pairs", "club", counted=6))
    of_cup = dict.fromkeys(("club-season", "club-season-entrants", "club-season-round"), (cup.pk,))
    for name, args in {**of_cup, "club-season-match": (cup.pk, 0, 0), "club-season-game": (ladder.pk,)}.items():
        yield PageVisit(name, Role.SECRETARY, reverse(name, args=(here.club.pk, *args)))


def _planned(cast: Cast) -> Iterator[PageVisit]:
    """Let the club plan an event that needs leave."""
    told = {"entry": "members", "sessions": "2"}
    days = date(2026, 8, 1), date(2026, 8, 2)
    club = cast.union.club
    made = plan.plan(club, PlanTold("blue event", "Summer pairs", *days, told), actor=cast.union.scorer, at=LATE_IN_MAY)
    for name in ("club-planned", "club-planned-change", "club-planned-cancel"):
        yield PageVisit(name, Role.SECRETARY, reverse(name, args=(club.pk, made.pk)))
    lists = {"divided": "categories", "categories": "2", "by rank": "yes", "lowest ranks": "Club Master"}
    game = PlanTold("regular game", "Stratified pairs", days[0], days[0], lists)
    made = plan.plan(club, game, actor=cast.union.scorer, at=LATE_IN_MAY)
    yield PageVisit(
        "club-planned-categories", Role.SECRETARY, reverse("club-planned-categories", args=(club.pk, made.pk))
    )


def _money(cast: Cast) -> Iterator[PageVisit]:
    """Let the club have an invoice with a disputed line, and let it have paid too much."""
    here, day = cast.union, date(2026, 6, 1)
    treasury.begun(here)
    treasury.entered(here, date(2026, 3, 1), NewRow("club player session", "player session", 40))
    invoice = treasury.invoiced(here, here.club, 4200, day)
    share = treasury.due("county charge", "10", 4, day, run=Run.YEAR)._replace(collected_for=Payer.REGION)
    treasury.charged(here.other, share, on=day, region=here.county)
    invoicing.run(Asked(Run.YEAR, day, day, here.county), actor=here.clerk, at=treasury.moment(day))
    treasury.charged(here.other, treasury.due("copies", "1", None, day), on=day)
    paid = treasury.paid(here, here.club, 5000, day)
    at = treasury.moment(day)
    disputed = disputes.dispute(invoice.lines.get(), "We left in May", actor=here.clerk, at=at)
    asked = tariffs.enter_tariff(
        here.county,
        datetime.now(UTC).date() + timedelta(days=30),
        "Our committee",
        [NewRow("county share a player session", "player session", 4)],
        actor=here.second,
        at=datetime.now(UTC),
    )
    treasury.entered(here, date(2026, 3, 1), NewRow("licence a table and session", "table session", 210))
    fee = {"tables": "20", "sessions": "2"}
    given = Grant("L-80", "open event", day, day, event="Summer Pairs", fee=fee)
    licence = licences.grant(here.club, given, actor=here.clerk, at=at)
    reference, account = invoice.reference, paid.account_id
    done = {
        "tariff": Tariff.objects.earliest("pk").pk, "licence": licence.pk,
        "run": invoice.billing_run_id, "document": reference, "credit": reference,
        "write-off": reference, "payment": paid.pk, "payment-back": paid.pk, "account": account, "allow": account,
        "refund": account, "dispute": disputed.pk, "decision": asked.pk, "refuse": asked.pk,
    }  # fmt: skip
    done["pay-out"] = here.county.pk
    yield PageVisit("office-money-waive", Role.OFFICE, reverse("office-money-waive"))
    for name, key in done.items():
        yield PageVisit(f"office-money-{name}", Role.OFFICE, reverse(f"office-money-{name}", args=(key,)))
    of_club = reverse("club-money-document", args=(here.club.pk, reference))
    yield PageVisit("club-money-document", Role.SECRETARY, of_club)
    line = reverse("club-money-dispute", args=(here.club.pk, reference, invoice.lines.get().pk))
    yield PageVisit("club-money-dispute", Role.OFFICE, line)
    of_county = reverse("club-money-decision", args=(here.county.pk, asked.pk))
    yield PageVisit("club-money-decision", Role.OFFICE, of_county)


def _old_list(cast: Cast) -> OldList:
    """Let a list of an old system have been entered; whoever has closed a month sends none any more."""
    here = cast.union
    return OldList.objects.create(
        federation=here.federation,
        step="members",
        name="members.csv",
        size=1,
        added_by=here.clerk,
        added_at=LATE_IN_MAY,
        seen={"LM": 3},
        columns=[["No", "number"], ["Surname", "family"]],
        state=OldList.State.ENTERED,
        report={"counts": {"new": 3, "left_out": 1}, "problems": [], "notes": [], "sums": {}},
    )


def _proved(cast: Cast) -> Task:
    """Let the office have proved its book, and something not be as it should be."""
    here = cast.union
    about = FoundRow("people_player", cast.player.pk)
    wrong = Finding(f"balance of player {cast.player.pk} in local", "It is missing, or has no entries.", about)
    erased = Finding("Player 200099", "Words of 4 records and 1 files were erased by record 9 of the audit of north.")
    proof = Proof(Verified(12, 345, 6, (wrong,)), 200, 1991, (wrong,) * 201, (erased,))
    row = proving.ask(here.federation, 200, "Has the book been changed?", actor=here.clerk, at=LATE_IN_MAY)
    row.state, row.results = Task.State.DONE, [kept_proofs.written(proof, LATE_IN_MAY)]
    row.save()
    return row


def _of_a_state(cast: Cast) -> list[PageVisit]:
    """Give the office of the other federation a State with duties of its own, and list their pages."""
    at, day = LATE_IN_MAY, date(2026, 5, 1)
    with scope(federation=cast.elsewhere):
        national = Organisation.objects.get(parent=None)
        state = office.organisation(cast.elsewhere, "10", "Westshire", Organisation.Kind.REGION, national)
        club = office.organisation(cast.elsewhere, "100", "Westby", Organisation.Kind.CLUB, state)
        player = Player.objects.earliest("pk")
        held = accredit.accredit(player, "Club", state, day, actor=None, at=at)
        allot.allot(cast.elsewhere, 2026, cast.users[Role.ELSEWHERE], at)
    visits = {
        "club-directors": (state.pk,), "club-director-new": (state.pk,), "club-director-end": (state.pk, held.pk),
        "club-allotments": (club.pk,), "club-allotment-facts": (club.pk, 2026),
        "club-allotment-change": (club.pk, 2026), "club-authorised": (state.pk, "2026-05"),
        "club-choices": (state.pk,), "club-choices-change": (state.pk,), "office-directors": (),
        "office-allotments": (2026,), "office-player-grant": (player.number,),
    }  # fmt: skip
    prefix = f"/@{cast.elsewhere.slug}"
    return [PageVisit(name, Role.ELSEWHERE, f"{prefix}{reverse(name, args=args)}") for name, args in visits.items()]


def _with_boards(cast: Cast) -> int:
    """Let the club send a night with travellers."""
    club, scorer, players = cast.union.club, cast.union.scorer, iter(cast.union.players)

    def seated(_found: re.Match[str]) -> str:
        each = next(players)
        return f"<NATIONAL_ID_NUMBER>{each.number}</NATIONAL_ID_NUMBER><PLAYER_NAME>{each}</PLAYER_NAME>"

    text = _BOARDS.read_text("latin-1").replace("4/11/2026", "15/4/2026")
    text = text.replace("Oakby Bridge Club", club.name).replace("990017", club.number)
    (draft,) = receive(club, _BOARDS.name, _PLAYER.sub(seated, text).encode("latin-1"), scorer, LATE_IN_MAY)
    assert draft.submission is not None, (draft.problems, draft.questions)
    submit(draft.submission, scorer, LATE_IN_MAY)
    return int(Submission.objects.get(pk=draft.submission.pk).competition_id)
