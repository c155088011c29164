"""What machines keep of a grown office: letters, tasks, tokens, webhooks, files of players, papers, log-ins."""

from __future__ import annotations

import zlib
from datetime import datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING

from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link, User
from overtrick.register.extracts import extract
from overtrick.register.federations.models import Crest
from overtrick.register.heads import witness
from overtrick.register.heads.models import Cosignature, Head
from overtrick.register.limits.models import Count
from overtrick.register.log_ins import club_codes
from overtrick.register.log_ins.models import Request
from overtrick.register.mail.models import Letter
from overtrick.register.messages.models import MailChoice, Message, RegularMail, WaitingMail
from overtrick.register.national_files import snapshot
from overtrick.register.organisations.models import OrganisationContact
from overtrick.register.papers.models import PaperFile
from overtrick.register.player_file import turn
from overtrick.register.rule_reports import publish
from overtrick.register.rule_reports.publish import NewReport
from overtrick.register.tasks.models import HostMark, LastCheck, Task, TaskFile
from overtrick.register.tokens import issue, pairing, player_file
from overtrick.register.tokens.issue import Asked
from overtrick.register.tokens.models import KeptAnswer, TokenUse
from overtrick.register.tokens.scopes import SCORING, Scope
from overtrick.register.webhooks import endpoints
from overtrick.register.webhooks.models import Delivery
from overtrick.transparency import checkpoints, keys, merkle
from overtrick.web.accounts.models import RecoveryCode, Session

if TYPE_CHECKING:
    from tests.register.season import Union

_DAY = timedelta(days=1)


def programs(here: Union, at: datetime) -> None:
    """Programs have tokens, and hear what becomes of results."""
    player_file.allow(here.club, "seating", actor=here.clerk, at=at)
    player_file.allow(here.other, "seating", actor=here.clerk, at=at)
    player_file.withdraw(here.other, actor=here.clerk, at=at + 3 * _DAY)
    token = issue.issue_for(here.club, Asked("ScoreBridge laptop", SCORING), actor=here.clerk, at=at).token
    lost = issue.issue_for(here.club, Asked("The old laptop", SCORING), actor=here.clerk, at=at).token
    issue.end(lost, actor=here.clerk, at=at + _DAY)
    issue.issue_personal(Asked("My list", [Scope.RECORD_READ]), actor=_player(here), at=at)
    TokenUse.objects.create(token=token, day=at.date())
    kept = {"token": token, "path": "/api/v1/submissions", "body_digest": "0" * 64, "began_at": at}
    KeptAnswer.objects.create(**kept, key="first", status=201, headers={"Location": "/1"}, body=b"{}")
    KeptAnswer.objects.create(**kept, key="second")
    code = pairing.begin(here.club, actor=here.clerk, at=at).code
    pairing.redeem(code, "Bridgemate PC", at + timedelta(minutes=1))
    pairing.begin(here.club, actor=here.clerk, at=at)
    types = ["submission.held", "submission.final"]
    hears, fails = (
        endpoints.add(here.club, f"https://{name}.example.org/", types, actor=here.clerk, at=at).endpoint
        for name in ("hears", "fails")
    )
    fails.failing_since, fails.rests_until = at, at + _DAY
    fails.save()
    for nth, state in enumerate(("sent", "failed", "waiting")):
        made = endpoints.ping(hears, actor=here.clerk, at=at + nth * _DAY)
        tried = {} if state == "waiting" else {"tried_at": at, "status": 204, "tries": 1}
        Delivery.objects.filter(pk=made.pk).update(state=state, **tried)


def _player(here: Union) -> User:
    made = User.objects.create_user("plays", "plays@oakby.example")
    made.player, made.last_login = here.players[17], None
    made.save()
    return made


def mail(here: Union, at: datetime) -> None:
    """Letters were sent, wait, fail; some read their messages, most have them by mail."""
    told = {"federation": here.federation, "kind": "member", "to": "a@b.example", "subject": "Hello", "text": "Hello"}
    states = {
        "waiting": {},
        "sent": {"began_at": at, "sent_at": at, "tries": 1},
        "failed": {"began_at": at, "tries": 9},
    }
    for state, more in states.items():
        Letter.objects.create(**told, key=state, added_at=at, next_try_at=at, state=state, **more)
    Message.objects.filter(told_at__lt=at - 30 * _DAY).update(handed_at=at)
    reader = User.objects.get(username="plays")
    WaitingMail.objects.create(message=Message.objects.latest("pk"), user=reader)
    MailChoice.objects.create(user=reader, topic="points", way="weekly")
    RegularMail.objects.create(federation=here.federation, user=reader, topic="points", about="2026-W40")


def tasks(here: Union, at: datetime) -> None:
    """Tasks were done, refused, wait; papers were drawn."""
    asked = {
        "federation": here.federation,
        "name": "members.invite",
        "arguments": {"organisation": here.club.pk, "at": at.isoformat()},
        "title": "Invite",
        "by": here.clerk,
        "added_at": at,
    }
    done = Task.objects.create(**asked, state="done", began_at=at, beat_at=at, ended_at=at, results=[{"invited": 3}])
    Task.objects.create(**asked, state="refused", began_at=at, ended_at=at, says="There is no mail.")
    waits = Task.objects.create(**{**asked, "name": "papers.print", "arguments": {}}, key="papers")
    TaskFile.objects.create(task=waits, name="members.csv", packed=zlib.compress(b"Number,Name"))
    PaperFile.objects.create(task=done, number=1, name="certificates.pdf", papers=3, content=b"%PDF-1.7", made_at=at)
    HostMark.objects.create(name="key", mark="0" * 64)
    LastCheck.objects.update_or_create(what="mail", defaults={"since": at, "checked_at": None, "held_at": None})
    LastCheck.objects.create(what="certificate", since=at, checked_at=at, held_at=at, ends_at=at + 60 * _DAY)


def accounts(here: Union, at: datetime) -> None:
    """People log in, ask for links, have second factors and codes."""
    User.objects.filter(username__endswith="-office-1").update(last_login=at)
    link = links.make(here.clerk, Link.Purpose.PASSWORD, at, 7 * _DAY)
    links.make(here.second, Link.Purpose.PASSWORD, at, 7 * _DAY)
    Link.objects.filter(pk=link.pk).update(ended_at=at)
    TOTPDevice.objects.create(
        user=here.clerk, name="phone", key="00" * 20, last_used_at=at, throttling_failure_timestamp=at
    )
    new = TOTPDevice.objects.create(user=here.second, name="phone", key="11" * 20)
    TOTPDevice.objects.filter(pk=new.pk).update(created_at=None)
    RecoveryCode.objects.create(user=here.clerk, key="0" * 64)
    numbers = count()
    for user in (here.clerk, None):
        Session.objects.create(
            key=f"{next(numbers):064}", data="", user=user, began_at=at, seen_at=at, expires_at=at + _DAY
        )
    Count.objects.create(key="0" * 40, tries=3, began=0, ends=1)
    Request.objects.create(federation=here.federation, kind=Request.Kind.PASSWORD, typed={"name": "ado"}, at=at)
    club_codes.print_for(here.club, {each.pk for each in here.players[18:20]}, actor=here.clerk, at=at)


def publish_files(here: Union, at: datetime) -> None:
    """Files and lists of players, extracts, a report about a rule; a crest."""
    for moment in (at - 30 * _DAY, at):
        made = snapshot.begin(actor=None, at=moment)
        while snapshot.advance(made, moment):
            pass
        turn.begin(moment)
        while here.federation.handbook == "ebu" and turn.advance():
            pass
        turn.tell_programs(moment)
    snapshot.begin(actor=here.clerk, at=at + _DAY)
    extract.make(here.players[20], at.date() - 60 * _DAY, actor=here.clerk, at=at)
    new = NewReport("Try", "Nobody gains and nobody loses.", "a" * 64, "b" * 64, {"report.json": b"{}"})
    report = publish.publish(here.federation, new, beside=lambda _report: True, actor=here.clerk, at=at)
    publish.withdraw(report, "it was wrong", actor=here.clerk, at=at)
    Crest.objects.create(federation=here.federation, picture=b"<svg/>")
    OrganisationContact.objects.create(organisation=here.club, email="club@oakby.example", telephone="01 234")


def watch(_here: Union, at: datetime) -> None:
    """Another office signs our heads, and we sign its."""
    other = keys.SigningKey("borduria.example/book", bytes(range(32)))
    leaves = [merkle.leaf_hash(b"%d" % number) for number in range(5)]
    head = checkpoints.Checkpoint(other.name, len(leaves), merkle.tree_root(leaves)).signed(other)
    witness.sign(str(head), str(other.verifier), at)
    Cosignature.objects.create(head=Head.objects.latest("pk"), name=other.name, line="— borduria", at=at)
