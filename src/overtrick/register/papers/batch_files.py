"""Keeps the parts of a batch, and gives them as one file: a PDF where there is one part, else an archive of them."""

from __future__ import annotations

import zipfile
from datetime import datetime, timedelta
from typing import BinaryIO, NamedTuple

from django.db.models import QuerySet, Sum

from overtrick.register.papers.models import PaperFile
from overtrick.register.tasks.models import Task

#: So long a batch can be fetched; then it is made again.
KEPT = timedelta(days=7)


class Part(NamedTuple):
    """A part of a batch that was drawn."""

    name: str
    papers: int
    content: bytes


class Kept(NamedTuple):
    """What there is of a batch."""

    files: int
    papers: int


def keep(task: int, first: int, parts: list[Part], at: datetime) -> int:
    """Keep parts of a batch from a number on; how many papers are in them."""
    for number, part in enumerate(parts, first):
        PaperFile.objects.create(
            task_id=task, number=number, name=part.name, papers=part.papers, content=part.content, made_at=at
        )
    return sum(part.papers for part in parts)


def parts_of(task: Task) -> QuerySet[PaperFile]:
    """Give the parts of a batch in their order, without what is in them."""
    return PaperFile.objects.filter(task=task).defer("content").order_by("number")


def kept(task: Task) -> Kept:
    """Say how much of a batch is there."""
    found = parts_of(task).order_by()
    return Kept(found.count(), found.aggregate(sum=Sum("papers"))["sum"] or 0)


def write(task: Task, into: BinaryIO) -> str:
    """Write a batch into a file, one part after the other; gives the ending of its name."""
    parts = list(parts_of(task))
    if len(parts) == 1:
        into.write(bytes(parts[0].content))
        return "pdf"
    with zipfile.ZipFile(into, "w", zipfile.ZIP_STORED) as archive:
        for part in parts:
            # Of each only its content is read, and it is let go before the next one.
            inside = zipfile.ZipInfo(part.name, part.made_at.timetuple()[:6])
            archive.writestr(inside, bytes(part.content))
            del part.content
    return "zip"
