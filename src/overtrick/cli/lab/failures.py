"""Turns what the laboratory refuses into a sentence and an exit code."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ParamSpec

from overtrick.cli import output

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")


def answered(command: Callable[P, int]) -> Callable[P, int]:
    """Answer whatever prevents a command with what was found and what to do."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            import numpy as np
            import pyarrow as pa
        except ModuleNotFoundError:
            output.complain(
                "Error: The laboratory is not installed. Install it with pip install -r dist/lab.txt (README, Install)."
            )
            return output.USAGE
        del np, pa
        from overtrick.handbooks.tables import BadTable
        from overtrick.lab import compare, executors, explain, proposal, results, season

        known = (BadTable, compare.Differs, executors.Died, explain.NoEvent, results.NoRun, season.BadSeason, OSError)
        try:
            return command(*args, **kwargs)
        except proposal.BadProposal as error:
            output.tell_problems(error.problems)
            return output.PROBLEMS
        except BrokenPipeError:
            raise  # whoever reads has seen enough
        except known as error:
            output.complain(f"Error: {error}")
            return output.PROBLEMS

    return run
