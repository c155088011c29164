"""Every form, filled in wrongly: one list of errors on top, each with a link to its field, and what was typed kept.

One table names every form of the pages; no address that takes one may be missing in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django import forms
from django.test import Client
from django.urls import resolve
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.engine.event import Player as Seated
from overtrick.register.accounts import links
from overtrick.register.accounts.models import User
from overtrick.register.book_check.models import BookFinding
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.read import receive
from overtrick.register.corrections import proposals
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.log_ins import handover
from overtrick.register.mail_settings import from_url
from overtrick.register.people import clubs, joining
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.merge_records import merge as merge_records
from overtrick.register.people.models import Player
from overtrick.register.planning import plan
from overtrick.register.planning.plan import PlanTold
from overtrick.register.scoping import scope
from overtrick.web import access
from overtrick.web.design.forms import Plain
from tests.register import office
from tests.register.season import file_of, night, pairs, submitted
from tests.web.cast import CORRECTED, LATE_IN_MAY, PASSWORD, Cast, Role, build
from tests.web.club.files import tuesday, without_status
from tests.web.form_page import FormPage
from tests.web.test_access import EVERY, Row, address_of

if TYPE_CHECKING:
    from pytest_django import Settings

    from overtrick.register.competitions.draft import Draft
    from tests.register.season import Union
    from tests.web.conftest import LogIn
    from tests.worlds import Founded

NONSENSE = "½ nonsense"
DAY, NO_DAY = "2026-06-01", "31 of May"


class Form(NamedTuple):
    """A form: where it is, who fills it in, what would be right, and what is wrong by itself."""

    role: Role
    address: str
    right: Mapping[str, str] = {}
    wrong: Mapping[str, str] = {}
    whole: Mapping[str, str] = {}  #: what is refused as a whole, about no single field
    empty: bool = True  #: whether it is wrong to send it empty


_O, _S = Role.OFFICE, Role.SECRETARY
_PLAYER, _CLUB, _PLACE = "/office/players/{player}/", "/club/{club}/", "/office/organisations/{club}/"
_ACCOUNT, _MONEY = "/office/accounts/{account}/", "/office/money/"
_NAME = {"given": "Zeb", "family": "Quill", "born": "27 March 1951"}
_WAYS = {"approval": "none", "due": "14", "closes": "30", "governs": "first", "second_factor": "nobody"}
_WHY = "the player told us"

FORMS = [
    Form(Role.ANONYMOUS, "/log-in/", whole={"name": "ado", "password": "x"}),
    Form(Role.ANONYMOUS, "/forgotten/"),
    Form(Role.ANONYMOUS, "/join/", {"number": "200001"}, {"born": NO_DAY, "email": "anna at home", "code": "1"}),
    Form(Role.ANONYMOUS, "/check/"),
    Form(Role.PLAYER, "/account/confirm/", wrong={"password": "x"}),
    Form(Role.PLAYER, "/account/password/", wrong={"old_password": "x", "new_password2": "a"}),
    Form(Role.PLAYER, "/account/email/", wrong={"email": "anna at home"}),
    Form(
        Role.PLAYER,
        "/account/mail/",
        {"points": "daily", "answers": "never", "statement": "monthly"},
        {"points": NONSENSE, "answers": "weekly", "statement": ""},
    ),
    Form(Role.PLAYER, "/account/second-factor/set-up/", wrong={"code": "000000"}),
    Form(Role.PLAYER, "/account/tokens/new/", {"name": "My list", "scopes": "record:read"}, {"days": "4000"}),
    Form(_S, f"{_CLUB}tokens/new/", {"name": "PC", "days": "90"}, {"scopes": "players:file", "name": "x" * 61}),
    Form(_O, f"{_PLACE}player-file/", {"reason": _WHY}, {"purpose": "x" * 301}),
    Form(Role.PLAYER, "/record/privacy/", wrong={"seen_by": NONSENSE}),
    Form(Role.PLAYER, "/record/ask/{entry}/", wrong={"text": "a" * 4001}),
    Form(Role.PLAYER, "/record/ask/nothing/{nothing}/"),
    Form(Role.PLAYER, "/queries/{query}/", wrong={"text": " "}),
    Form(Role.SCORER, f"{_CLUB}upload/"),
    Form(_S, f"{_CLUB}members/new/", _NAME, {"given": "", "family": " ", "born": "3/4/1951"}),
    Form(_S, f"{_CLUB}members/list/"),
    Form(_S, f"{_CLUB}members/codes/"),
    Form(
        _S,
        f"{_CLUB}members/{{member}}/details/",
        _NAME,
        {"born": NO_DAY, "email": "anna at home", "telephone": "x", "begins": NO_DAY},
    ),
    Form(_S, f"{_CLUB}address/", wrong={"email": "anna at home", "telephone": "12"}, empty=False),
    Form(
        Role.PLAYER,
        "/record/details/",
        wrong={"email": "anna at home", "telephone": "ring", "begins": NO_DAY},
        empty=False,
    ),
    Form(_S, f"{_CLUB}members/{{beside}}/move/", wrong={"what": NONSENSE}),
    Form(_S, f"{_CLUB}members/joining/{{asked}}/", wrong={"code": "1"}),
    Form(_S, f"{_CLUB}officers/new/", {"name": "Zeb Quill"}, {"who": NONSENSE}),
    Form(_S, f"{_CLUB}officers/{{officer}}/end/", {"last": DAY, "reason": _WHY}, {"last": NO_DAY, "reason": ""}),
    Form(
        _O,
        f"{_CLUB}licences/new/",
        {"allows": "other", "other": "a cup", "number": "L-9", "begins": DAY},
        {"allows": NONSENSE, "other": "", "number": "", "begins": NO_DAY, "ends": NO_DAY},
    ),
    Form(_O, f"{_CLUB}licences/{{licence}}/", {"last": DAY, "reason": _WHY}, {"last": "", "reason": ""}),
    Form(_O, f"{_CLUB}licences/{{licence}}/revoke/", {"reason": _WHY}, {"reason": ""}),
    Form(
        Role.SCORER,
        f"{_CLUB}applications/new/?kind=blue+event",
        {"event": "Summer pairs"},
        {"tables": NONSENSE, "first_day": NO_DAY, "charity": NONSENSE},
        empty=False,
    ),
    Form(
        Role.SCORER,
        f"{_CLUB}applications/{{application}}/conditions/",
        {"appeals": "yes"},
        {"best_prize": NONSENSE, "told_of_few_tables": NO_DAY},
        empty=False,
    ),
    Form(_O, "/office/applications/{application}/came/", {"day": DAY}, {"papers": NONSENSE, "day": NO_DAY}),
    Form(_O, "/office/applications/{application}/revoke/", wrong={"reason": ""}),
    Form(
        _O,
        f"{_PLAYER}union/",
        {"way": "in", "scheme": "SBU", "number": "7", "day": DAY},
        {"way": NONSENSE, "scheme": "", "number": "", "day": NO_DAY, "points_local": NONSENSE},
    ),
    Form(
        Role.SCORER,
        f"{_CLUB}programme/new/?kind=ladder",
        {"name": "Autumn ladder", "begins": DAY, "play": "pairs", "ranks": "pairs", "method": "points earned"},
        {"name": " ", "begins": NO_DAY, "ends": NO_DAY, "results": "many"},
    ),
    Form(Role.SCORER, f"{_CLUB}programme/{{planned}}/change/", {"name": "Ladder", "begins": DAY}, {"name": ""}),
    Form(Role.SCORER, f"{_CLUB}programme/{{planned}}/cancel/", wrong={"why": " "}),
    Form(Role.SCORER, f"{_CLUB}files/?file={{asking}}"),
    Form(Role.SCORER, f"{_CLUB}files/{{upload}}/", {"answer event": "Tuesday"}, {"answer date": NO_DAY}, empty=False),
    Form(Role.SCORER, f"{_CLUB}by-hand/?kind=pairs"),
    Form(Role.SCORER, f"{_CLUB}by-hand/points/", {"event": "League", "day": DAY, "colour": "local"}, {"day": NO_DAY}),
    Form(
        Role.SCORER,
        f"{_CLUB}start-list/",
        {"people": "Ado Bem", "day": DAY},
        {"day": NO_DAY, "points_below": NONSENSE, "rank_below": NONSENSE},
    ),
    Form(Role.SCORER, f"{_CLUB}seasons/new/knock-out/"),
    Form(Role.SCORER, f"{_CLUB}submissions/{{unsaid}}/players/"),
    Form(Role.SCORER, f"{_CLUB}submissions/{{again}}/preview/"),
    Form(Role.SCORER, f"{_CLUB}submissions/{{with_held}}/held/{{held}}/", wrong={"who": NONSENSE}),
    Form(Role.COUNTY, f"{_CLUB}submissions/{{waiting}}/decide/", {"return": "yes"}, {"reason": " "}, empty=False),
    Form(_O, "/office/submissions/{waiting}/return/", wrong={"reason": ""}),
    Form(_O, "/office/held/{held}/", wrong={"number": "999999"}),
    Form(_O, "/office/held/{held}/drop/", wrong={"reason": "a" * 301}),
    Form(_O, "/office/findings/{finding}/", wrong={"reason": ""}),
    Form(_O, "/office/events/{event}/reverse/", wrong={"reason": ""}),
    Form(
        _O,
        "/office/players/register/",
        {**_NAME, "begins": DAY, "status": "registered"},
        {"family": "", "born": NO_DAY, "begins": "", "club": "999999", "status": NONSENSE},
    ),
    Form(
        _O,
        "/office/lapse/",
        {"numbers": "{player}", "begins": DAY, "reason": _WHY},
        {"numbers": "999999", "begins": NO_DAY, "reason": ""},
    ),
    Form(_O, f"{_PLAYER}again/", {"begins": DAY}, {"begins": NO_DAY, "club": "999999"}),
    Form(_O, f"{_PLAYER}details/", {"family": "Quill"}, {"family": "", "born": NO_DAY, "email": "anna at home"}),
    Form(_O, f"{_PLAYER}standing/", {"status": "lapsed", "begins": DAY}, {"status": NONSENSE, "begins": NO_DAY}),
    Form(_O, f"{_PLAYER}transfer/", {"club": "{other_club}", "begins": DAY}, {"club": "", "begins": NO_DAY}),
    Form(
        _O,
        f"{_PLAYER}county/",
        {"what": "first", "county": "{county}", "begins": DAY},
        {"what": NONSENSE, "county": "999999"},
    ),
    Form(_O, f"{_PLAYER}suspend/", {"begins": DAY, "reason": _WHY}, {"begins": NO_DAY, "ends": NO_DAY, "reason": ""}),
    Form(_O, f"{_PLAYER}lift/", {"last": DAY, "reason": _WHY}, {"last": NO_DAY, "reason": ""}),
    Form(_O, f"{_PLAYER}data/", wrong={"reason": " "}),
    Form(_O, f"{_PLAYER}erase/", wrong={"reason": ""}),
    Form(_O, "/office/players/{merged}/unmerge/", wrong={"reason": ""}),
    Form(_O, "/office/corrections/{proposed}/refuse/", wrong={"reason": ""}),
    Form(_O, f"{_PLAYER}merge/?with={{hidden}}", {"stays": "{player}", "reason": _WHY}, {"stays": "", "reason": ""}),
    Form(
        _O,
        f"{_PLAYER}points/",
        {"points": "12", "colour": "local", "played": DAY, "reason": _WHY},
        {"points": NONSENSE, "colour": "pink", "played": NO_DAY, "reason": ""},
    ),
    Form(
        _O,
        "/office/organisations/new/",
        {"name": "Elmby", "number": "777", "kind": "club", "parent": "{county}", "begins": DAY},
        {"name": "", "number": "", "kind": NONSENSE, "parent": "999999", "begins": NO_DAY},
    ),
    Form(_O, f"{_PLACE}change/", {"name": "Oakby", "parent": "{county}"}, {"name": "", "parent": "999999"}),
    Form(_O, f"{_PLACE}affiliate/", {"begins": DAY}, {"begins": "", "ends": NO_DAY}),
    Form(_O, f"{_PLACE}leave/", {"last": DAY, "reason": _WHY}, {"last": NO_DAY, "reason": ""}),
    Form(
        _O,
        f"{_PLACE}appoint/",
        {"who": "zeb@example.org", "role": "scorer", "begins": DAY},
        {"who": NONSENSE, "role": NONSENSE, "begins": NO_DAY, "ends": NO_DAY},
    ),
    Form(_O, f"{_PLACE}officers/{{officer}}/dismiss/", {"last": DAY, "reason": _WHY}, {"last": NO_DAY, "reason": ""}),
    Form(_O, f"{_ACCOUNT}lock/", wrong={"reason": ""}),
    Form(_O, f"{_ACCOUNT}end/", {"last": DAY, "reason": _WHY}, {"last": "2099-01-01", "reason": ""}),
    Form(_O, f"{_MONEY}begin/", wrong={"begins": NO_DAY}),
    Form(_O, f"{_MONEY}tariffs/new/{{county}}/", {"source": "Circular 7"}, {"begins": NO_DAY}),
    Form(
        _O,
        f"{_MONEY}tariffs/tax/",
        {"code": "GST", "rate": "10", "included": "yes", "begins": DAY, "reason": _WHY},
        {"code": "", "rate": "much", "included": NONSENSE, "begins": NO_DAY, "reason": ""},
    ),
    Form(
        _O,
        f"{_MONEY}payments/new/",
        {"whose": "100", "amount": "12.50", "day": DAY, "way": "bank"},
        {"whose": "999999", "amount": "-1", "day": "2099-01-01", "way": NONSENSE},
    ),
    Form(_O, f"{_MONEY}payments/bank/"),
    Form(_O, f"{_MONEY}runs/rehearsal/", wrong={"run": NONSENSE, "until": NO_DAY, "day": ""}),
    Form(_O, f"{_MONEY}roll/", wrong={"day": NO_DAY}),
    Form(_O, f"{_MONEY}balances/statement/", {"day": DAY, "amount": "12.50"}, {"day": NO_DAY, "amount": "much"}),
    Form(_O, f"{_MONEY}details/", wrong={"contact": "a" * 201}, empty=False),
    Form(_O, "/office/settings/look/", {"second": "#aa0000"}, {"accent": ""}),
    Form(
        _O,
        "/office/settings/ways/",
        {**_WAYS, "begins": DAY, "reason": _WHY},
        {"approval": NONSENSE, "due": "-1", "closes": "word", "governs": "", "begins": NO_DAY, "reason": ""},
    ),
    Form(_O, "/office/settings/match_factor_on/", {"begins": DAY}, {"chosen": NONSENSE, "begins": NO_DAY}),
    Form(_O, "/office/proof/", wrong={"sample": NONSENSE}),
]
#: For these one shows again who one is.
_CAREFUL = ("/account/", f"{_PLAYER}data/", f"{_CLUB}tokens/")
#: Addresses that take a button and nothing to fill in; what they refuse they tell on the page they lead to.
BUTTONS = {
    "downloads", "office-player-as-at", "record-as-at",
    "club-approve-many", "club-correct", "club-done",
    "club-files-done", "club-invite", "confirm", "device-end", "devices-end", "kept-form",
    "log-out", "log-in-code", "my-clubs", "my-data", "office-account-link", "office-account-unlock", "office-approve",
    "office-approve-many", "office-findings", "office-allotments-keep", "office-player-grant-propose",
    "office-correction-confirm", "office-invite", "office-joining-decide",
    "office-doubles-apart", "office-renewal", "office-youth", "office-letter-again",
    "office-month-close", "office-papers", "office-player-invite",
    "office-player-release", "office-setting-withdraw", "office-task-retry", "query-close", "query-pass-on",
    "second-factor-codes", "second-factor-off", "link", "statement-proof", "club-planned-leave", "club-planned-results",
    "club-programme-copy", "record-messages", "club-messages", "office-messages", "unsubscribe",
    "office-moving-in-enter", "office-moving-in-invite",
    "office-moving-in-remove", "office-moving-in-sign",
    "office-money-confirm", "office-money-unmatch", "office-money-fines", "office-money-export",
    "office-money-reminders", "office-money-export-copy", "office-money-codes",
    "office-money-price", "office-money-yearly",
    "token-end", "club-token-end", "club-pair", "club-pairing-end", "club-webhook-act",
}  # fmt: skip
#: Forms of many fields with tests of their own; those of a State's duties are in ``club/test_state_forms.py``, those
#: about a charge, a document or a payment in ``office/test_money.py`` and ``club/test_money.py``, those of the
#: laboratory in ``office/test_lab.py``, those of webhooks in ``club/test_webhooks.py``.
ELSEWHERE = {
    "club-allotment-change", "club-allotment-facts", "club-choices-change", "club-director-end", "club-director-new",
    "office-player-grant",
    "club-member-died", "club-renewal", "club-visitor",
    "club-by-hand-again", "club-event-kind", "club-season-act", "club-season-entrants", "club-season-game",
    "club-season-match", "club-season-round",
    "club-application", "office-application", "office-player-convert", "record-application", "record-application-new",
    "record-convert", "club-programme-year", "club-planned-categories",
    "office-moving-in-list", "office-moving-in-step",
    "office-money-credit", "office-money-write-off", "office-money-payment", "office-money-payment-back",
    "office-money-waive", "office-money-fines-waive",
    "office-money-allow", "office-money-refund", "office-money-dispute", "office-money-refuse",
    "office-money-details-of", "office-money-licence", "office-money-pay-out", "club-money-run", "club-money-dispute",
    "club-money-tariff", "club-money-decision",
    "office-proposal", "office-proposal-row", "office-proposal-setting", "office-proposal-handbook",
    "office-proposal-add-row", "office-proposal-add-setting", "office-proposal-add-handbook",
    "office-proposal-add-edition", "office-proposal-remove", "office-proposal-title",
    "office-proposal-edition", "office-proposal-publish", "office-rule-report-withdraw", "club-webhook-new",
    "club-webhook-change",
}  # fmt: skip


LADDER = PlanTold(
    "ladder",
    "Spring ladder",
    date(2026, 1, 6),
    date(2026, 4, 28),
    {"play": "pairs", "ranks": "pairs", "method": "points earned", "results": "6"},
)


class Full(NamedTuple):
    """Everybody, and the numbers of everything that a form can be about."""

    cast: Cast
    places: dict[str, object]

    @property
    def federation(self) -> Federation:
        """Where they are."""
        return self.cast.federation


@pytest.fixture
def full(founded: Founded) -> Full:
    return founded(_full)


@pytest.fixture
def cast(full: Full) -> Cast:
    return full.cast


def _full() -> Full:
    cast = build()
    here = cast.union
    with scope(federation=here.federation):
        best, *others = pairs(here.players)
        held = submitted(here, night([(Seated("Kel Lomm"), best[1]), *others], name="Friday pairs"), at=LATE_IN_MAY)
        member = office.person("Zeb Quill", club=here.other)
        asked = joining.ask(member, here.club, Applicant("Zeb", "Quill"), actor=cast.users[_S], at=LATE_IN_MAY)
        setup.change(here.federation, setup.Ways(approval=Federation.Approval.PARENT), actor=here.clerk, at=LATE_IN_MAY)
        here.federation.refresh_from_db()
        waiting = submitted(here, night([best, *others], name="Monday pairs"), at=LATE_IN_MAY)
        merge_records(member, office.person("Tad Orrin"), reason=_WHY, actor=here.clerk, at=LATE_IN_MAY)
        proposed = proposals.propose(cast.player, ProposedPoints("local", 12, CORRECTED), _WHY, here.clerk, LATE_IN_MAY)
        beside = office.person("Uma Orrin", club=here.other)
        clubs.add_alternate(beside, here.club, office.NEW_YEAR, actor=here.clerk, at=LATE_IN_MAY)
        finding = BookFinding(
            submission=held.submission, key="1", code="not-affiliated", says="Not affiliated", found_on=CORRECTED
        )
        finding.save()
        places: dict[str, object] = {
            "beside": beside.pk,
            "finding": finding.pk,
            "asking": _received(here, without_status()).upload.pk,
            "unsaid": _received(here, tuesday(back=1, unknown=[0])).submission.pk,  # type: ignore[union-attr]
            "again": _received(here, file_of(night([*others, best], begins=CORRECTED))).submission.pk,  # type: ignore[union-attr]
            "with_held": held.submission.pk,
            "held": held_credits.waiting().get().pk,
            "waiting": waiting.submission.pk,
            "asked": asked.pk,
            "merged": Player.objects.get(merged_into=member).number,
            "proposed": proposed.pk,
            "planned": plan.plan(here.club, LADDER, actor=here.scorer, at=LATE_IN_MAY).pk,
        }
    return Full(cast, places)


def _received(here: Union, content: bytes) -> Draft:
    (draft,) = receive(here.club, "night.json", content, here.scorer, access.now())
    return draft


class Browser:
    """Whoever fills in a form."""

    def __init__(self, form: Form, full: Full, log_in: LogIn) -> None:
        """Log in and find the form."""
        self._cast, self._numbers = full
        self._client = log_in(form.role)
        if form.address.startswith(_CAREFUL):
            self._show_who(self._cast.users[form.role])
        self.address = self.filled(form.address)

    def _show_who(self, user: User) -> None:
        fresh = User.objects.get(pk=user.pk)
        fresh.set_password(PASSWORD)
        fresh.save()
        self._client.post("/log-in/", {"name": fresh.username, "password": PASSWORD})

    def filled(self, text: str) -> str:
        """Put numbers into a text."""
        for name, value in self._numbers.items():
            text = text.replace(f"{{{name}}}", str(value))
        return address_of(Row(text, "post", {}), self._cast)

    def sends(self, typed: Mapping[str, str]) -> FormPage:
        """Send the form, with what the page itself sends along."""
        return FormPage(self._client.post(self.address, {**self._along(), **typed}))

    def _along(self) -> dict[str, str]:
        answer = self._client.get(self.address)
        return FormPage(answer).hidden if answer.status_code == 200 else {}

    def nonsense(self) -> dict[str, str]:
        """Fill in everything that the page asks for with nonsense."""
        answer = self._client.get(self.address)
        return dict.fromkeys(FormPage(answer).fields, NONSENSE) if answer.status_code == 200 else {}


@pytest.fixture
def browser(form: Form, full: Full, log_in: LogIn, settings: Settings) -> Browser:
    """Whoever fills in the form, in an office that sends mail."""
    settings.MAIL = from_url("smtp://mail.example.org", "office@example.org", settings.HOME)
    return Browser(form, full, log_in)


_EVERY_FORM = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.address)


@_EVERY_FORM
def test_a_form_that_is_sent_empty_says_on_top_what_is_missing_and_where(form: Form, browser: Browser) -> None:
    page = browser.sends({})
    if form.empty:
        page.check(whole="by-hand" in form.address)  # that there are no results stands at no single cell
    else:
        assert page.status in (200, 302)


@_EVERY_FORM
def test_one_wrong_field_among_right_ones_is_named_and_the_others_are_kept(form: Form, browser: Browser) -> None:
    right = {name: browser.filled(value) for name, value in form.right.items()}
    for name, value in form.wrong.items():
        page = browser.sends({**right, name: value})
        page.check()
        page.check_kept({**right, name: value})
        assert {page.named(at).get("name") for at, _says in page.mistakes} >= {name}, (name, page.mistakes)
    if form.whole:
        page = browser.sends(form.whole)
        page.check(whole=True)
        page.check_kept(form.whole)


@_EVERY_FORM
@pytest.mark.usefixtures("form")
def test_nonsense_in_every_field_is_told_and_kept(browser: Browser) -> None:
    typed = browser.nonsense()
    page = browser.sends(typed)
    assert page.status in (200, 302, 422, 429)
    if page.status == 422:
        page.check(whole=True)
        page.check_kept(typed)


def test_the_code_after_the_password_and_the_password_of_two_people_are_forms_too(cast: Cast, log_in: LogIn) -> None:
    user = User.objects.get(pk=cast.users[_S].pk)
    user.set_password(PASSWORD)
    user.save()
    TOTPDevice.objects.create(user=user, confirmed=True)
    browser = Client()
    asked = FormPage(browser.post("/log-in/", {"name": user.username, "password": PASSWORD}))
    FormPage(browser.post("/log-in/code/", {**asked.hidden, "code": "000000"})).check()
    typed = {"points": "12", "colour": "local", "played": DAY, "reason": _WHY, "sure": "yes", "own_password": "x"}
    FormPage(log_in(_O).post(f"/office/players/{cast.player.number}/points/", typed)).check()
    key = handover.in_hand(user, lasts=links.HOUR, actor=None, at=access.now()).address.partition("?key=")[2]
    FormPage(Client().post("/link/", {"key": key, "new_password1": "a", "new_password2": "b"})).check()


def test_no_address_that_takes_a_form_is_missing_in_the_table(cast: Cast, log_in: LogIn) -> None:
    client = log_in(Role.OFFICE)
    named = {resolve(_bare(form.address)).view_name for form in FORMS} | BUTTONS | ELSEWHERE
    for row in EVERY:
        address = address_of(row, cast)
        name = resolve(address.partition("?")[0]).view_name if "@" not in address else ""
        if name and name not in named:
            assert client.post(address).status_code == 405, address


def _bare(address: str) -> str:
    return re.sub(r"{+\w+}+", "1", address.partition("?")[0])


def test_every_required_field_has_a_sentence_of_its_own() -> None:
    usual = str(forms.Field.default_error_messages["required"])
    for form in (each for each in _forms(Plain) if each.__module__.startswith("overtrick.")):
        for name, field in form.base_fields.items():
            hidden = isinstance(field.widget, forms.HiddenInput)
            told = str(field.error_messages["required"])
            assert hidden or not field.required or told != usual, f"{form.__module__}.{form.__name__}.{name}"


def _forms(kind: type[Plain]) -> Iterator[type[Plain]]:
    for each in kind.__subclasses__():
        yield each
        yield from _forms(each)
