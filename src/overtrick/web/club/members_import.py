"""Import of a list of members: compared line by line, shown, then entered all at once."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.members_list import club_rules, compare, parse
from overtrick.register.people.members_list.compare import ComparedLine, LineKind, Preview
from overtrick.register.people.tasks import enter_members
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design import file_in_form
from overtrick.web.design.mistakes import Mistake

_TOO_LARGE = 3_000_000


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def bring(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Take a list, show what it would do, and do it when that is confirmed."""
    if request.method != "POST":
        return base.show(request, where, "members_list")
    name, content, error = _sent(request)
    if error:
        return base.show(
            request, where, "members_list", {"error": error, "mistakes": [Mistake("list", error)]}, status=422
        )
    chosen = {key.removeprefix("line-"): str(value) for key, value in request.POST.items() if key.startswith("line-")}
    lines = {parameters.whole(line): value for line, value in chosen.items() if value}
    decisions = {line: value for line, value in lines.items() if line is not None}
    read = parse.read(where.federation, name, content)
    preview = club_rules.compare_for_club(where, read, access.today(), decisions)
    if "enter" in request.POST:
        title = _("Enter the members in %(file)s") % {"file": name}
        at = access.now()
        order = Order(where.federation, access.actor(request), at, title, files=((name, content),))
        decided = {str(line): said for line, said in decisions.items()}
        row = enter_members.add(order, organisation=where.pk, at=at.isoformat(), decisions=decided)
        return redirect("task", row.pk)
    shown = {
        "preview": preview,
        "name": name,
        "packed": file_in_form.pack(content),
        "decisions": {str(line): value for line, value in decisions.items()},
        **_parts(preview),
    }
    return base.show(request, where, "members_list", shown)


def _parts(preview: Preview) -> dict[str, object]:
    by_kind = {kind: [line for line in preview.lines if line.kind is kind] for kind in LineKind}
    return {
        "new": by_kind[LineKind.NEW],
        "changed": [(line, _changes(line)) for line in by_kind[LineKind.CHANGED]],
        "doubtful": by_kind[LineKind.DOUBTFUL],
        "unchanged": len(by_kind[LineKind.UNCHANGED]),
        "left_out": len(by_kind[LineKind.PROBLEM]),
        "does_something": bool(by_kind[LineKind.NEW] or by_kind[LineKind.CHANGED]),
        "somebody_new": compare.NEW,
    }


def _changes(line: ComparedLine) -> str:
    return "; ".join(f"{each.field}: {each.was or '–'} → {each.becomes}" for each in line.differences)


def _sent(request: HttpRequest) -> tuple[str, bytes, str]:
    """Give the list that was sent now, or with the page before; otherwise what is wrong."""
    upload = request.FILES.get("list")
    if upload is not None and (upload.size or 0) > _TOO_LARGE:
        return "", b"", _("The list is larger than 3 MB. Leave out what is not needed, or ask the office to enter it")
    if upload is not None:
        return upload.name or _("list"), upload.read(), ""
    content = file_in_form.unpack(request.POST.get("packed", ""), _TOO_LARGE)
    if content is None:
        return "", b"", _("Choose a list of members, for example a CSV file or a spreadsheet")
    return request.POST.get("name", ""), content, ""
