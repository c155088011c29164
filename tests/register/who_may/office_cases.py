"""Services for applications, allotments, the programme, settings, and the programs of others."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from overtrick.engine.days import Period
from overtrick.register.allotting import allot, unused
from overtrick.register.applications import brought_points, draft, obligations, outcomes, send
from overtrick.register.applications.outcomes import Answer
from overtrick.register.entitlements import allotted, choices, directory
from overtrick.register.entitlements.models import Allotment
from overtrick.register.federation_settings import appearance, scheduled_settings, setup
from overtrick.register.federation_settings.appearance import Chosen
from overtrick.register.federation_settings.scheduled_settings import SettingsChange
from overtrick.register.planning import attach, meetings, plan
from overtrick.register.planning.plan import PlanTold
from overtrick.register.rule_reports import publish
from overtrick.register.rule_reports.publish import NewReport
from overtrick.register.tokens import issue, pairing, player_file
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.scopes import SCORING
from overtrick.register.webhooks import endpoints
from tests.register.applications.steps import begun, sent
from tests.register.season import AT, NIGHT, Union
from tests.register.tokens import office_tokens
from tests.register.who_may import book_cases
from tests.register.who_may.case import Case, given

if TYPE_CHECKING:
    from overtrick.register.applications.models import Application
    from overtrick.register.federations.models import Federation
    from overtrick.register.programme.models import PlannedEvent
    from overtrick.register.rule_reports.models import RuleReport
    from overtrick.register.webhooks.models import Endpoint

ACTS = "scorer secretary"
SEPTEMBER, OCTOBER = (datetime(2026, month, day, 9, tzinfo=UTC) for month, day in ((9, 30), (10, 1)))
JANUARY = datetime(2027, 1, 2, 9, tzinfo=UTC)
SETTLED = {"country": "New Zealand", "settling": "yes", "rank_there": "Grand Master", "documents": "yes"}
LIFE = {"way": "new resident", "rank": "Life", "nominee": "Hana Ilk: yes"}
WON = {"country": "Great Britain", "settling": "no", "UK green": "200", "UK local": "1500"}
AGREED = Answer("agreed", typed={"status": "district"})
LADDER = PlanTold(
    "ladder",
    "Spring ladder",
    date(2026, 1, 6),
    date(2026, 4, 28),
    {"play": "pairs", "ranks": "pairs", "method": "points earned", "results": "6"},
)
LATER = SettingsChange(settings={"quota_year": "from April"})
NEW_YEAR = date(2027, 1, 1)
REPORT = NewReport("Try", "Nobody gains and nobody loses.", "a" * 64, "b" * 64, {"report.json": b"{}"})
HOOK = "https://hook.example.org/"
TYPES = ["submission.held"]


def granted(here: Union) -> Application:
    return outcomes.grant(sent(here), AGREED, actor=here.clerk, at=AT)


def brought(here: Union) -> Application:
    """Let a player be granted points from abroad, which nobody has proposed yet."""
    asked = draft.begin(here.players[0], "points from abroad", WON, actor=here.clerk, at=AT)
    asked = send.send(asked, actor=here.clerk, at=AT)
    return outcomes.grant(asked, Answer("", typed={"way": "by the rates"}), actor=here.clerk, at=AT)


def allotment(here: Union) -> Allotment:
    """Let the club have used none of the red sessions of a year when those of the next are allotted."""
    directory.tell(here.club, 2026, {"scheduled sessions": "50"}, actor=None, at=SEPTEMBER)
    allot.allot(here.federation, 2026, here.clerk, SEPTEMBER)
    allot.allot(here.federation, 2027, here.clerk, OCTOBER)
    return Allotment.objects.get(organisation=here.other, kind="red sessions", year=2027)


def planned(here: Union) -> PlannedEvent:
    return plan.plan(here.club, LADDER, actor=here.clerk, at=AT)


def scheduled(here: Union) -> Federation:
    return scheduled_settings.plan(here.federation, LATER, NEW_YEAR, actor=here.clerk, at=AT, reason="the council")


def any_report(_report: RuleReport) -> bool:
    return True


def published(here: Union) -> RuleReport:
    return publish.publish(here.federation, REPORT, beside=any_report, actor=here.clerk, at=AT)


def endpoint(here: Union) -> Endpoint:
    return endpoints.add(here.club, HOOK, TYPES, actor=here.clerk, at=AT).endpoint


APPLICATIONS = (
    Case(draft.begin, lambda u: given(u.club, "open event", {}), ACTS),
    Case(
        draft.begin,
        lambda u: given(u.players[0], "points from abroad", {}),
        "member",
        "as a player",
        here="down_under",
        refusal="another player's application",
    ),
    Case(draft.answer, lambda u: given(begun(u), {"sessions": "3"}), ACTS),
    Case(draft.remove_paper, lambda u: given(begun(u), "agreement"), ACTS),
    Case(draft.discard, lambda u: given(begun(u)), ACTS),
    Case(send.send, lambda u: given(begun(u)), ACTS),
    Case(send.withdraw, lambda u: given(sent(u), "Hall is closed"), ACTS),
    Case(outcomes.support, lambda u: given(sent(u), supported=True, why="a good club"), "county"),
    Case(outcomes.ask_back, lambda u: given(sent(u), Answer("Where is it?"))),
    Case(outcomes.grant, lambda u: given(sent(u), AGREED)),
    Case(outcomes.refuse, lambda u: given(sent(u), Answer("no"))),
    Case(outcomes.revoke, lambda u: given(granted(u), "sold", "1.5.2")),
    Case(obligations.declare, lambda u: given(granted(u), {}), ACTS),
    Case(obligations.hand_in, lambda u: given(granted(u), ["licence fee"], AT.date())),
    Case(brought_points.propose, lambda u: given(brought(u)), here="down_under"),
    Case(brought_points.grant_and_propose, lambda u: given(u.players[0], SETTLED, LIFE, "seen"), here="down_under"),
)

ENTITLEMENTS = (
    Case(allot.allot, lambda u: given(u.federation, 2027), at=OCTOBER, here="down_under"),
    Case(allotted.change, lambda u: given(allotment(u), 1, "by letter"), "county", at=OCTOBER, here="down_under"),
    Case(unused.give, lambda u: given(allotment(u), 1, "For all", "agreed"), "county", at=JANUARY, here="down_under"),
    Case(
        choices.choose, lambda u: given(u.county, {"authorises red points": "no"}, NIGHT), "county", here="down_under"
    ),
    Case(
        directory.tell,
        lambda u: given(u.club, 2027, {"scheduled sessions": "52"}),
        "secretary county",
        here="down_under",
    ),
    Case(
        directory.tell,
        lambda u: given(u.club, 2027, {"bridge day sessions": "2"}),
        "county",
        "what the State tells",
        here="down_under",
    ),
    Case(directory.tell, lambda u: given(u.club, 2027, {}), "secretary county", "nothing", here="down_under"),
)

PROGRAMME = (
    Case(plan.plan, lambda u: given(u.club, LADDER), ACTS),
    Case(plan.change, lambda u: given(planned(u), LADDER._replace(name="Ladder"), 1), ACTS),
    Case(plan.cancel, lambda u: given(planned(u), "Hall is closed", 1), ACTS),
    Case(plan.copy, lambda u: given(u.club, Period(date(2025, 1, 1), date(2025, 12, 31))), ACTS),
    Case(meetings.note, lambda u: given(u.club, NIGHT), ACTS),
    Case(meetings.take_back, lambda u: given(meetings.note(u.club, NIGHT, actor=u.clerk, at=AT)), ACTS),
    Case(attach.attach, lambda u: given(book_cases.sent(u).competition, None), ACTS),
)

SETTINGS = (
    Case(setup.change, lambda u: given(u.federation, setup.Ways(results_due_days=9))),
    Case(appearance.change, lambda u: given(u.federation, Chosen("#0b5a43", "#00247d", b""))),
    Case(scheduled_settings.plan, lambda u: given(u.federation, LATER, NEW_YEAR, reason="the council")),
    Case(scheduled_settings.withdraw, lambda u: given(scheduled(u), 1, reason="a slip")),
    Case(publish.publish, lambda u: given(u.federation, REPORT, beside=any_report)),
    Case(publish.withdraw, lambda u: given(published(u), "a mistake")),
)

PROGRAMS = (
    Case(issue.issue_for, lambda u: given(u.club, Asked("Laptop", SCORING)), "secretary"),
    Case(issue.end, lambda u: given(office_tokens.of_club(u).token), "secretary"),
    Case(pairing.begin, lambda u: given(u.club), "secretary"),
    Case(pairing.end, lambda u: given(pairing.begin(u.club, actor=u.clerk, at=AT).pairing), "secretary"),
    Case(player_file.allow, lambda u: given(u.club, "our scoring program")),
    Case(
        player_file.withdraw,
        lambda u: given(player_file.allow(u.club, "our program", actor=u.clerk, at=AT).organisation),
    ),
    Case(endpoints.add, lambda u: given(u.club, HOOK, TYPES), "secretary"),
    Case(endpoints.change, lambda u: given(endpoint(u), HOOK, TYPES), "secretary"),
    Case(endpoints.switch, lambda u: given(endpoint(u), on=False), "secretary"),
    Case(endpoints.rotate, lambda u: given(endpoint(u)), "secretary"),
    Case(endpoints.end_rotation, lambda u: given(endpoint(u)), "secretary"),
    Case(endpoints.ping, lambda u: given(endpoint(u)), "secretary"),
    Case(
        endpoints.send_again,
        lambda u: given(endpoints.ping(endpoint(u), actor=u.clerk, at=AT)),
        "secretary",
        at=datetime(2026, 5, 13, 8, tzinfo=UTC),
    ),
    Case(endpoints.remove, lambda u: given(endpoint(u)), "secretary"),
)
