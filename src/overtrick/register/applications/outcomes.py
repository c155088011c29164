"""Decides applications: support from above, asked back, refused, granted with what it states, revoked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.working import Step
from overtrick.handbooks import questions
from overtrick.handbooks.applications import AFFILIATION, BEGINS, CONDITIONS, ENDS, Kind, Lasts
from overtrick.handbooks.questions import Answers, Question, Takes
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases, draft, notices, send
from overtrick.register.applications.access import need_decider, need_support
from overtrick.register.applications.models import Application
from overtrick.register.audit import trail
from overtrick.register.decisions import decide
from overtrick.register.decisions.decide import Outcome
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.money import licence_fees
from overtrick.register.money.licence_fees import LicenceCosts
from overtrick.register.organisations import affiliation, licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Licence

State, Support = Application.State, Application.Support
_AUDITED = ("state", "support", "stated")


class NotWaiting(Refused):
    """Nobody waits for this decision."""


class NotStated(Refused):
    """A grant leaves something open that it must state, or states what cannot be."""

    def __init__(self, mistakes: Mapping[str, str]) -> None:
        """Name everything at once, by the question."""
        super().__init__("The grant is not complete.", " ".join(mistakes.values()), code="grant-incomplete")
        self.mistakes = mistakes


class AgainstTheRules(Refused):
    """A condition of the handbook is not met, and nobody said why it is granted."""


class Answer(NamedTuple):
    """What whoever decides says."""

    why: str = ""
    clause: str = ""
    number: str = ""  #: of the licence; empty: that of the application
    typed: Mapping[str, str] = {}  #: what the grant states, by the name of the question
    fee: Mapping[str, str] = {}  #: what decides the fee of the licence, where the application tells it otherwise


def support(application: Application, *, supported: bool, why: str, actor: User, at: datetime) -> Application:
    """Say for the organisation above whether it supports an application; the office still decides."""

    def act(held: Application) -> None:
        need_support(held, actor, at)
        if held.support != Support.WAITING:
            raise NotWaiting(
                "Nobody asks for support of this application.", "There is nothing to do.", code="support-not-asked"
            )
        outcome = Outcome.SUPPORTED if supported else Outcome.NOT_SUPPORTED
        _decided(held, outcome, why, cases.kind_of(held).clause, actor, at, support=Support(outcome.value))

    return _locked(application, act)


def ask_back(application: Application, said: Answer, *, actor: User, at: datetime) -> Application:
    """Send an application back, with what is missing or has to be changed."""

    def act(held: Application) -> None:
        need_decider(held, actor, at)
        clause = said.clause or cases.kind_of(held).clause
        _decided(held, Outcome.ASKED_BACK, said.why, clause, actor, at, state=State.ASKED_BACK)

    return _locked(application, act)


def refuse(application: Application, said: Answer, *, actor: User, at: datetime) -> Application:
    """Refuse an application, with the reason and its clause: the one given, or that of the first condition not met."""

    def act(held: Application) -> None:
        need_decider(held, actor, at)
        found = cases.check(held, on=at.date())
        failed = found.failed[0].clause if found is not None and found.failed else ""
        clause = said.clause or failed or cases.kind_of(held).clause
        _decided(held, Outcome.REFUSED, said.why, clause, actor, at, state=State.REFUSED)

    return _locked(application, act)


def grant(application: Application, said: Answer, *, actor: User, at: datetime) -> Application:
    """Grant an application: what it states is kept, and the licence or affiliation made that follows from it."""

    def act(held: Application) -> None:
        need_decider(held, actor, at)
        kind = cases.kind_of(held)
        stated = _stated(kind, said.typed)
        _check_conditions(held, stated, said.why, at.date())
        _decided(held, Outcome.GRANTED, said.why, said.clause or kind.clause, actor, at,
                 state=State.GRANTED, stated=stated)  # fmt: skip
        if kind.allows:
            held.licence = _licence(held, kind, stated, said, actor, at)
            held.save(update_fields=["licence"])
        if kind.name == AFFILIATION:
            _affiliate(held, Answers(stated), actor, at)

    return _locked(application, act)


def revoke(application: Application, why: str, clause: str, *, actor: User, at: datetime) -> Application:
    """Take back what was granted: from today on its licence does not hold."""

    def act(held: Application) -> None:
        need_decider(held, actor, at)
        if held.licence is None:
            raise NotWaiting(
                "There is no licence that could be revoked.", "There is nothing to do.", code="no-licence-to-revoke"
            )
        licences.revoke(held.licence, actor=actor, at=at, reason=why[:500])
        made = decide.record(held, held.title, Outcome.REVOKED, why=why, clause=clause, actor=actor, at=at)
        notices.outcome(held, made)

    return _locked(application, act, state=State.GRANTED)


def asked_of_fee(application: Application) -> tuple[Question, ...]:
    """List what decides the fee of the licence that a grant makes, but for what the grant states anyway."""
    kind, where = cases.kind_of(application), application.organisation
    if where is None or not kind.allows:
        return ()
    listed = licence_fees.asked(where, kind.allows, _first_day(application, {}, application.begun_at.date()))
    stated = {each.name for each in kind.states}
    return tuple(each for each in listed if each.name not in stated)


def known_of_fee(application: Application) -> dict[str, str]:
    """Give what an application tells of the fee of its licence already, as it is kept."""
    kind, where = cases.kind_of(application), application.organisation
    if where is None or not kind.allows:
        return {}
    begins = _first_day(application, {}, application.begun_at.date())
    return licence_fees.told_with(where, kind.allows, begins, application.answers)


def told_of_fee(
    application: Application, stated: Mapping[str, str], fee: Mapping[str, str], on: date
) -> dict[str, str]:
    """Give what decides the fee, by the application and by whoever decides it; refuse what is missing or wrong."""
    kind, where = cases.kind_of(application), application.organisation
    if where is None or not kind.allows:
        return {}
    begins = _first_day(application, stated, on)
    listed = licence_fees.asked(where, kind.allows, begins)
    told = licence_fees.told_with(where, kind.allows, begins, {**application.answers, **stated})
    # What is kept is read again as it would be typed: an amount is kept in hundredths.
    shown = {each.name: each.shown(told[each.name]) if each.takes is Takes.AMOUNT else told[each.name]
             for each in listed if each.name in told}  # fmt: skip
    try:
        return licence_fees.read(listed, {**shown, **fee})
    except licence_fees.NotTold as wrong:
        raise NotStated(wrong.mistakes) from None


def licence_costs(
    application: Application, typed: Mapping[str, str], fee: Mapping[str, str], on: date
) -> LicenceCosts | None:
    """Say what the licence would cost if it were granted on a day with this; None: nothing is charged for it."""
    kind, where = cases.kind_of(application), application.organisation
    if where is None or not kind.allows:
        return None
    stated, mistakes = draft.read(kind.states, typed, {})
    try:
        told = told_of_fee(application, stated, fee, on)
    except NotStated as wrong:
        raise NotStated({**mistakes, **wrong.mistakes}) from None
    given = Grant("", kind.allows, *_days(application, kind, stated, on), fee=told)
    return licence_fees.foreseen(where, given, on)


def stated_step(application: Application, typed: Mapping[str, str]) -> Step | None:
    """Say what a grant would state or give, if whoever decides states this."""
    kind = cases.kind_of(application)
    told, _mistakes = draft.read(kind.states, typed, {})
    found = cases.rules_on(application.begun_at.date())
    return found.rules.outcome(found.book, cases.case_of(application), Answers(told))


def _locked(
    application: Application, act: Callable[[Application], None], state: Application.State = State.SENT
) -> Application:
    with transactions.atomic():
        held = Application.objects.select_for_update(no_key=True, of=("self",)).get(pk=application.pk)
        if held.state != state:
            raise NotWaiting(
                "This application is not waiting for that.", "Look at what was decided.", code="application-not-waiting"
            )
        act(held)
    return held


def _decided(
    held: Application, outcome: Outcome, why: str, clause: str, actor: User, at: datetime, **changes: object
) -> None:
    made = decide.record(held, held.title, outcome, why=why, clause=clause, actor=actor, at=at)
    told = trail.changed(held, *_AUDITED, **changes)
    trail.record(actor, f"application.{outcome.value.replace(' ', '_')}", held, *told, why[:500], at=at)
    notices.outcome(held, made)


def _stated(kind: Kind, typed: Mapping[str, str]) -> dict[str, str]:
    told, mistakes = draft.read(kind.states, typed, {})
    for each in questions.missing(kind.states, told):
        mistakes.setdefault(each.name, f"{each.asks}: answer this.")
    if mistakes:
        raise NotStated(mistakes)
    return {each.name: told[each.name] for each in questions.relevant(kind.states, told) if told.get(each.name)}


def _check_conditions(held: Application, stated: Mapping[str, str], why: str, on: date) -> None:
    """Let nobody grant against a condition, or without the support asked for, and not say why: the reason stays."""
    if why.strip():
        return
    found, kind = cases.check(held, stated, on), cases.kind_of(held)
    against = [(each.says, each.clause) for each in (found.failed if found is not None else ())]
    if send.is_late(held, on):
        against.append((f"it had to be sent by {held.deadline}", kind.clause))
    if held.support == Support.WAITING:
        against.append(("the organisation above has not answered yet", kind.clause))
    if against:
        listed = "; ".join(says for says, _clause in against)
        raise AgainstTheRules(
            f"A condition is not met: {listed}.",
            "Say why it is granted, or refuse it.",
            against[0][1],
            code="condition-not-met",
        )


def _licence(
    held: Application, kind: Kind, stated: Mapping[str, str], said: Answer, actor: User, at: datetime
) -> Licence:
    if held.organisation is None:
        raise NotWaiting("A licence is granted to an organisation.", "Refuse it.", code="licence-without-organisation")
    begins, ends = _days(held, kind, stated, at.date())
    facts = handbook.edition_on(held.federation, begins).all_facts
    given = Grant(
        said.number.strip() or held.number,
        kind.allows,
        begins,
        ends,
        conditions=stated.get(CONDITIONS, "")[:500],
        event=held.title if kind.lasts is not Lasts.YEAR else "",
        states={name: value for name, value in stated.items() if name in facts},
        fee=told_of_fee(held, stated, said.fee, at.date()),
    )
    return licences.grant(held.organisation, given, actor=actor, at=at, reason=said.why[:500])


def _first_day(held: Application, stated: Mapping[str, str], on: date) -> date:
    return Answers(stated).day(BEGINS) or held.first_day or on


def _days(held: Application, kind: Kind, stated: Mapping[str, str], on: date) -> tuple[date, date | None]:
    """Give the days of the licence that a grant makes."""
    begins = _first_day(held, stated, on)
    return begins, Answers(stated).day(ENDS) or _ends(kind, held, begins)


def _ends(kind: Kind, held: Application, begins: date) -> date | None:
    if kind.lasts is Lasts.OPEN:
        return None
    return held.last_day if kind.lasts is Lasts.EVENT else handbook.quota_year(held.federation, begins).last


def _affiliate(held: Application, stated: Answers, actor: User, at: datetime) -> None:
    if held.organisation is not None:
        begins = stated.day(BEGINS) or at.date()
        affiliation.affiliate(
            held.organisation, begins, stated.day(ENDS), actor=actor, at=at, reason=f"Application {held.number}"
        )
