"""An event as one reader may see it, for its page and its papers."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString

from overtrick.engine.event import Event
from overtrick.register.papers.layout import Lines
from overtrick.register.records.played_event import EventVersion, PlayedEvent
from overtrick.web.public.event_lists import ShownStage
from overtrick.web.public.event_names import EventNames, ShownName


class ShownEvent(NamedTuple):
    """An event as one reader may see it."""

    played: PlayedEvent
    version: EventVersion  #: the one that is shown
    event: Event | None
    names: EventNames
    stages: tuple[ShownStage, ...]


class PointsLine(NamedTuple):
    """Points that were sent without results."""

    name: ShownName
    points: str
    colour: str


class Decision(NamedTuple):
    """Why some players of a contestant have these points, or none."""

    names: str
    points: str
    colour: str
    working: SafeString
    lines: Lines  #: the same for a paper
