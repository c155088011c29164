"""``overtrick office mail``: how mail is set up, what waits in the outbox; with ``--test`` a mail is sent now.

``overtrick office monday-mail`` shows what the Monday mail of the week would say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import Unclear, answered, looking

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation


@answered
def mail(test: str, federation: str) -> int:
    """Say how mail is set up, or send a test mail and tell what the server answered."""
    with looking(federation) as there:
        from overtrick.register.mail import outbox

        server = outbox.server()
        if not server.is_set_up:
            said = "No mail is set up: links are shown to whoever asks for them, to hand over."
            output.say(f"{said} Set OVERTRICK_MAIL and OVERTRICK_MAIL_FROM.")
            return output.PROBLEMS if test else output.GOOD
        if test:
            return _test(test, there.federation)
        states = list(outbox.unsent().values_list("state", flat=True))
        failed = states.count(outbox.State.FAILED)
        output.say(f"Mail goes through {server}, from {server.sender}.")
        output.say(f"{output.counted(len(states) - failed, 'letter')} to be sent, {failed} failed.")
    return output.GOOD


def _test(to: str, federation: Federation) -> int:
    import secrets

    from overtrick.register.mail import outbox, send, wording

    if "@" not in to:
        raise Unclear(f"{to!r} is not an e-mail address")
    server, at = outbox.server(), context.now()
    subject, text = wording.write("test", next(iter(federation.languages), "en"), federation=federation.name)
    letter = send.message(server, to, subject, text, name=f"test.{secrets.token_hex(8)}", at=at)
    try:
        with send.connected(server) as give:
            output.say(f"A test mail to {to} was sent. {give(letter)}")
    except send.NotSent as error:
        output.complain(f"Error: The test mail to {to} was not sent. {error}")
        return output.PROBLEMS
    return output.GOOD


@answered
def monday_mail(federation: str, *, letters: bool) -> int:
    """Say who would get the Monday mail of this week, and what it says."""
    with looking(federation):
        from overtrick.web.mailings import monday

        found = list(monday.planned(context.now()))
        for reader, letter in found:
            output.say(f"{reader.email}: {letter.facts['organisation']}")
            if letters:
                for line in letter.lines:
                    output.say(f"    {line}" if line else "")
        output.say(f"{output.counted(len(found), 'letter')} would go. Whoever got this week’s is not in the list.")
    return output.GOOD
