"""What does the club say that its file does not? Answers to open questions, typed or kept beside it.

An answer is a word of the event file with its value, and always knows where it was given: nothing is changed in an
event without saying by whom.
"""

from __future__ import annotations

from overtrick.formats.answers.applying import apply
from overtrick.formats.answers.given import TOLD, TYPED, WORDS, Answer, Answers, together
from overtrick.formats.answers.reading import read, typed
from overtrick.formats.answers.writing import update

__all__ = ["TOLD", "TYPED", "WORDS", "Answer", "Answers", "apply", "read", "together", "typed", "update"]
