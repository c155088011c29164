"""``overtrick office doctor``: has this machine what the other machines of the office have?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import answered

if TYPE_CHECKING:
    from pathlib import Path

    from overtrick.register.tasks.hosts import Finding


@answered
def doctor(*, forget: bool) -> int:
    """Say what this machine must have in common with the others, and what to do where it has not."""
    context.open_office()
    from overtrick.register.heads import signing_key
    from overtrick.register.tasks import hosts

    if forget:
        hosts.forget()
    found = [*hosts.findings(), _signing(signing_key.file())]
    output.table(("What", "Where", "Is it right?"), [(each.what, each.where, each.wrong or "yes") for each in found])
    for each in found:
        if each.wrong:
            output.complain(f"{each.wrong} {each.remedy}")
    return output.PROBLEMS if any(each.wrong for each in found) else output.GOOD


def _signing(place: Path) -> Finding:
    """Look for the signing key: a machine without it can serve, but months that it closes are not signed."""
    from overtrick.register.tasks.hosts import Finding

    if place.is_file():
        return Finding("signing key", str(place))
    wrong = "This machine has no signing key: what it closes is not signed."
    return Finding("signing key", str(place), wrong, f"Copy signing-key from the first machine to {place}.")
