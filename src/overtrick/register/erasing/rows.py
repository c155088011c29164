"""Empties the rows that are about one person: details, contact, account, letters, tasks and what was said."""

from __future__ import annotations

import json
from datetime import datetime

from django.db.models import CASCADE, Model, Q

from overtrick.handbooks.applications import EVENT
from overtrick.register.accounts.models import User
from overtrick.register.applications.models import Application, Paper
from overtrick.register.audit import trail
from overtrick.register.book_check.models import BookFinding
from overtrick.register.competitions.models import FindingAnswer
from overtrick.register.corrections.models import Proposal
from overtrick.register.decisions.models import Decision
from overtrick.register.erasing.traces import Traces
from overtrick.register.extracts.models import Extract
from overtrick.register.log_ins.models import ClubCode
from overtrick.register.mail.models import Letter
from overtrick.register.messages.models import Message
from overtrick.register.moving_in.models import OldList
from overtrick.register.national_files import snapshot
from overtrick.register.papers.models import PaperFile
from overtrick.register.people.models import Contact, JoinRequest, NameWord, Player, Standing
from overtrick.register.queries.models import Query, Said
from overtrick.register.tasks.models import OPEN, Task
from overtrick.register.tokens.models import KeptAnswer, Token

#: Tables that let no row be changed otherwise.
TABLES = ("decisions_decision",)
_ERASED = "Erased."


def empty(traces: Traces, proposal: Proposal, at: datetime) -> None:
    """Empty everything that belongs to the person; what the book and the results need stays."""
    records = traces.records
    for player in Player.objects.filter(pk__in=records):
        player.given, player.born, player.anonymous, player.club_only = "", None, True, False
        player.family = traces.pseudonym
        player.save(update_fields=["given", "family", "born", "anonymous", "club_only"])
    NameWord.objects.filter(player__in=records).delete()
    Contact.objects.filter(player__in=records).delete()
    ClubCode.objects.filter(player__in=records).delete()
    Extract.objects.filter(player__in=records).delete()
    PaperFile.objects.all().delete()  # who is named in a batch nobody knows without reading it; it is made again
    KeptAnswer.objects.all().delete()  # likewise; whoever sends the same again gets another answer to the same
    snapshot.forget(records)
    Standing.objects.filter(player__in=records).update(reason="")
    requests = JoinRequest.objects.filter(player__in=records)
    requests.update(written=traces.pseudonym)
    waiting = requests.filter(status=JoinRequest.Status.WAITING)
    waiting.update(status=JoinRequest.Status.REFUSED, decided_by=proposal.proposed_by, decided_at=at)
    _applications(traces)
    _named_in_applications(traces)
    Said.objects.filter(query__player__in=records).update(text=_ERASED)
    for each in Proposal.objects.filter(player__in=records).exclude(pk=proposal.pk):
        each.reason, each.answer = _ERASED, _ERASED if each.answer else ""
        each.save(update_fields=["reason", "answer"])
    Message.objects.filter(player__in=records).delete()
    _named_in_messages(traces)
    for email in traces.emails:
        Letter.objects.filter(to__iexact=email).delete()
    _tasks(traces)
    _findings(FindingAnswer, "finding", traces)
    _findings(BookFinding, "says", traces)
    _old_lists(traces)
    if traces.account is not None:
        _account(traces.account, traces, at)


def _applications(traces: Traces) -> None:
    """Empty what the person applied for: answers, papers and the reasons of decisions. That it was decided stays."""
    own = Application.objects.filter(player__in=traces.records)
    for paper in Paper.objects.filter(application__in=own):
        paper.delete()
    for each in own:
        each.title, each.answers, each.stated, each.declared = traces.swap(each.title), {}, {}, {}
        each.save(update_fields=["title", "answers", "stated", "declared"])
        decided = Decision.objects.filter(about=trail.name(each))
        decided.update(what=each.title)
        decided.exclude(why="").update(why=_ERASED)
    for player in Player.objects.filter(pk__in=traces.records):
        Decision.objects.filter(about=trail.name(player)).exclude(why="").update(why=_ERASED)


def _named_in_applications(traces: Traces) -> None:
    """Write the pseudonym where clubs and others name the person: as the director of an event, for example.

    The name of the event stays: by it a licence is found for the results.
    """
    columns: dict[type[Application | Paper | Decision], tuple[str, ...]] = {
        Application: ("answers", "stated", "declared"),
        Paper: ("name",),
        Decision: ("why",),
    }
    for model, names in columns.items():
        for row in model.objects.only("pk", *names):
            now = {name: said for name in names if (said := _swapped(row, name, traces)) != getattr(row, name)}
            if now:
                model.objects.filter(pk=row.pk).update(**now)


def _swapped(row: Model, name: str, traces: Traces) -> str | dict[str, object]:
    """Write one column without the names; answers are words under the names of questions."""
    said = getattr(row, name)
    if isinstance(said, dict):
        return {
            key: traces.swap(each) if isinstance(each, str) and key != EVENT else each for key, each in said.items()
        }
    column = row._meta.get_field(name)  # noqa: SLF001 - Django's own way to a column
    return traces.swap(said)[: getattr(column, "max_length", None)]


def applications_of(traces: Traces) -> list[int]:
    """Name what the person applied for."""
    return list(Application.objects.filter(player__in=traces.records).values_list("pk", flat=True))


def queries_of(traces: Traces) -> list[int]:
    """Name the threads that the person began."""
    return list(Query.objects.filter(player__in=traces.records).values_list("pk", flat=True))


def _findings(model: type[FindingAnswer | BookFinding], sentence: str, traces: Traces) -> None:
    """Write the pseudonym in what was found in events, and in what was answered to it."""
    for column in (sentence, "answer"):
        for name in traces.names:
            for row in model.objects.filter(**{f"{column}__icontains": name}):
                setattr(row, column, traces.swap(getattr(row, column))[:500])
                row.save(update_fields=[column])


def _named_in_messages(traces: Traces) -> None:
    """Write the pseudonym in what organisations were told: the reason for which results were returned, for example."""
    for row in Message.objects.exclude(organisation=None).only("facts"):
        now = {name: traces.swap(said) if isinstance(said, str) else said for name, said in row.facts.items()}
        if now != row.facts:
            Message.objects.filter(pk=row.pk).update(facts=now)


def _tasks(traces: Traces) -> None:
    """Take out tasks that have ended and name the person; their effect is recorded elsewhere."""
    naming = Q()
    for name in traces.names | traces.emails:
        for column in ("title", "arguments", "results", "says", "trace"):
            for written in {name, json.dumps(name)[1:-1]}:
                naming |= Q(**{f"{column}__icontains": written})
    if naming:
        Task.objects.exclude(state__in=OPEN).filter(naming).delete()


def _old_lists(traces: Traces) -> None:
    """Take the examples out of what was told about lists of an old system, where they name the person."""
    for kept in OldList.objects.all():
        told = json.dumps(kept.report.get("problems", []), ensure_ascii=False).casefold()
        if any(name.casefold() in told for name in traces.names | traces.emails):
            kept.report["problems"] = [{**each, "lines": []} for each in kept.report["problems"]]
            kept.save(update_fields=["report"])


def _account(account: User, traces: Traces, at: datetime) -> None:
    """End the account and empty it. The row stays: acts in the audit name it."""
    for relation in User._meta.related_objects:  # noqa: SLF001 - Django's own way to what belongs to a row
        if relation.on_delete is CASCADE:
            relation.related_model._default_manager.filter(**{relation.field.name: account}).delete()  # noqa: SLF001
    own = Token.objects.filter(user=account)
    own.filter(ended_at=None).update(ended_at=at)
    own.update(name=_ERASED)
    account.username = f"erased-{traces.player.pk}"
    account.first_name = account.last_name = account.email = account.language = ""
    account.set_unusable_password()
    account.is_active = False
    account.ended_on = account.ended_on or at.date()
    account.epoch += 1
    account.last_login = None
    account.player = None
    account.save()
