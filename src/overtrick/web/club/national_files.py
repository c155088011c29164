"""Files for scoring programs, for whoever acts for an organisation: all players, or what changed since a day."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import BinaryIO, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.register.national_files import files, snapshot
from overtrick.register.national_files.files import Published
from overtrick.register.organisations.roles import roles
from overtrick.register.people.models import Player
from overtrick.web import access
from overtrick.web.design.downloads import KINDS, safe_name
from overtrick.web.design.forms import Day, Plain

#: All files in one archive.
EVERYTHING = "national-files.zip"
#: A file up to this size is made in memory, a larger one on disk.
_IN_MEMORY = 2_000_000
#: After so many days without a snapshot something is wrong with the worker.
_OLD = 2

View = Callable[..., HttpResponseBase]


class Since(Plain):
    """Which players."""

    since = Day(
        label=gettext_lazy("Only what changed since"),
        help_text=gettext_lazy("The day of the files you have, for example 1 November 2026. Leave it empty for all"),
        error_messages={"invalid": gettext_lazy("Enter a day, for example 1 November 2026")},
        required=False,
    )

    def clean_since(self) -> object:
        """Refuse a day that has not come."""
        found = self.cleaned_data["since"]
        if found is not None and found > access.today():
            raise forms.ValidationError(_("Enter a day that is not in the future"))
        return found


def _for_officers(view: View) -> View:
    """Let everybody in who acts for an organisation of the federation."""

    @wraps(view)
    def shown(request: HttpRequest, **rest: object) -> HttpResponseBase:
        access.federation(request)
        if not roles(access.actor(request), access.today()):
            raise PermissionDenied
        return view(request, **rest)

    return login_required(never_cache(shown))


@require_http_methods(["GET", "HEAD", "POST"])
@_for_officers
def downloads(request: HttpRequest) -> HttpResponse:
    """List the files with the day they are of; the office can begin a snapshot."""
    if request.method == "POST":
        access.needs_office(request)
        snapshot.begin(actor=access.actor(request), at=access.now())
        messages.success(request, _("A snapshot has begun. The files will be of today when it is done."))
        return redirect("downloads")
    form = Since(request.GET if "since" in request.GET else None)
    since = form.cleaned_data["since"] if form.is_bound and form.is_valid() else None
    last = snapshot.latest()
    asked = Published(last, since) if last else None
    shown = {
        "form": form,
        "since": since,
        "last": last,
        "files": [
            (file, _address(file.name, None if file.rows in files.ALWAYS_WHOLE else since))
            for file in (asked.edition_files.values() if asked else ())
        ],
        "whole": files.ALWAYS_WHOLE,
        "everything": _address(EVERYTHING, since),
        "days": (access.today() - last.day).days if last else 0,
        "old": last is not None and (access.today() - last.day).days >= _OLD,
        "under_way": snapshot.under_way(),
        "every": Player.objects.count(),
        "is_office": access.is_office(request),
    }
    return render(request, "club/national_files.html", shown, status=422 if form.errors else 200)


def _address(name: str, since: date | None) -> str:
    """Give the address of a file, with the day since when changes are asked for."""
    asked = f"?since={since.isoformat()}" if since else ""
    return f"{reverse('download', args=[name])}{asked}"


@require_safe
@_for_officers
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send one of the files, or all of them in an archive. It is made on disk, row by row, before it is sent."""
    form = Since(request.GET)
    if not form.is_valid():
        return downloads(request)
    asked = files.published(form.cleaned_data["since"])
    file = asked.edition_files.get(name)
    if file is None and name != EVERYTHING:
        raise Http404
    opened = cast("BinaryIO", tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 - closed when it is sent
    if file is None:
        files.write_zip(asked, opened)
    else:
        files.write(file, asked, opened)
    opened.seek(0)
    stem, ending = name.rsplit(".", 1)
    part = f"-since-{asked.since}" if asked.since and (file is None or file.rows not in files.ALWAYS_WHOLE) else ""
    answer = FileResponse(opened, content_type=KINDS.get(f".{ending}", "application/octet-stream"))
    answer.headers["Content-Disposition"] = f'attachment; filename="{safe_name(f"{stem}{part}.{ending}")}"'
    answer.headers["Last-Modified"] = http_date((asked.of.done_at or asked.of.begun_at).timestamp())
    return answer
