"""Which fields the form by hand shows for a stage and for a list, and in which order."""

from __future__ import annotations

from overtrick.web.club.by_hand.sheet import HandStage, list_field, start
from overtrick.web.club.by_hand.words import CUP_BOARDS, LIST, STAGE, HandField

#: What a list says of itself, by how the lists of a stage go together.
_OWN_WORDS = {"divisions": ("division",), "sections": ("division",), "flights": ("division",)}


def stage_fields(at: int, stage: HandStage) -> list[HandField]:
    """List what a stage is asked, then what may be told of it."""
    begin = start(at)
    asked = [_stage_field(stage, word)._replace(start=begin) for word in stage.asks]
    return asked + [_stage_field(stage, word)._replace(start=begin, optional=True) for word in stage.options]


def _stage_field(stage: HandStage, word: str) -> HandField:
    return CUP_BOARDS if word == "boards" and stage.cup else STAGE[word]


def list_fields(stage_at: int, stage: HandStage, at: int) -> list[HandField]:
    """List what one list is asked, then what may be told of it."""
    texts, mode = stage.lists[at].texts, stage.form.lists
    words = list(_OWN_WORDS.get(mode, ()))
    if mode == "sessions" and at >= len(stage.directions):
        words += ["session", "list"]
    words += [word for word in stage.form.list_options if word not in words]
    words += [word for word, said in texts.items() if said and word not in words]
    needed = (*_OWN_WORDS.get(mode, ()), *(("entered",) if stage.form.few else ()))
    begin = list_field(stage_at, at, "")
    return [LIST[word]._replace(start=begin, optional=word not in needed or stage.form.few) for word in words]
