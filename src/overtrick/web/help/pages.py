"""Shows the help, from the Markdown files of this package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from overtrick.web.help.topics import KNOWN, TOPICS


@cache
def _html(topic: str) -> SafeString:
    """Turn a page of ours into HTML; what is in the package needs no suspicion, and HTML in it is not let through."""
    text = files("overtrick.web.help").joinpath("pages", f"{topic}.md").read_text("utf-8")
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return SafeString(html)


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """List every topic, by whom it is for."""
    groups = [(name, list(topics)) for name, topics in groupby(TOPICS, key=lambda topic: topic.group)]
    return render(request, "help/contents.html", {"groups": groups})


@require_safe
def page(request: HttpRequest, topic: str) -> HttpResponse:
    """Show one topic."""
    found = KNOWN.get(topic)
    if found is None:
        raise Http404
    beside = [each for each in TOPICS if each.group == found.group and each != found]
    return render(request, "help/page.html", {"topic": found, "text": _html(topic), "beside": beside})
