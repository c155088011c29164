"""Names of audit actions in common words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

#: What acts are called; others are shown as they are kept.
ACTS = {
    "account.code": gettext_lazy("Printed a code for a member"),
    "account.email": gettext_lazy("Changed an account’s e-mail address"),
    "account.end": gettext_lazy("Ended an account"),
    "account.invite": gettext_lazy("Invited a member"),
    "account.link": gettext_lazy("Made a link for choosing a password"),
    "account.lock": gettext_lazy("Locked an account"),
    "account.open": gettext_lazy("Opened an account"),
    "account.password": gettext_lazy("Chose a new password"),
    "account.reopen": gettext_lazy("Opened an account again"),
    "account.unlock": gettext_lazy("Unlocked an account"),
    "correction.confirm": gettext_lazy("Confirmed an entry by hand"),
    "correction.propose": gettext_lazy("Proposed an entry by hand"),
    "correction.refuse": gettext_lazy("Refused an entry by hand"),
    "facts.begin": gettext_lazy("Took the register into the audit"),
    "federation.change": gettext_lazy("Changed the federation’s settings"),
    "federation.found": gettext_lazy("Set up the federation"),
    "federation.plan": gettext_lazy("Changed the federation’s settings from a given day"),
    "federation.withdraw": gettext_lazy("Withdrew a change of the federation’s settings"),
    "held.assign": gettext_lazy("Said whose points these are"),
    "held.drop": gettext_lazy("Gave up points"),
    "held.release": gettext_lazy("Released held points"),
    "history.enter": gettext_lazy("Entered opening balances"),
    "licence.end": gettext_lazy("Changed the last day of a licence"),
    "licence.grant": gettext_lazy("Granted a licence"),
    "month.close": gettext_lazy("Closed a month"),
    "officer.appoint": gettext_lazy("Appointed an officer"),
    "officer.dismiss": gettext_lazy("Ended an officer’s role"),
    "organisation.add": gettext_lazy("Added an organisation"),
    "organisation.affiliate": gettext_lazy("Affiliated an organisation"),
    "organisation.leave": gettext_lazy("Ended an affiliation"),
    "organisation.move": gettext_lazy("Moved an organisation"),
    "organisation.rename": gettext_lazy("Renamed an organisation"),
    "player.alive": gettext_lazy("Withdrew a death"),
    "player.contact": gettext_lazy("Changed a player’s e-mail address"),
    "player.correct": gettext_lazy("Corrected a player’s details"),
    "player.county": gettext_lazy("Changed a county"),
    "player.join": gettext_lazy("Entered a player in a club"),
    "player.leave": gettext_lazy("Took a player off a club’s list"),
    "player.merge": gettext_lazy("Merged two records"),
    "player.register": gettext_lazy("Registered a player"),
    "player.standing": gettext_lazy("Changed a standing"),
    "player.suspend": gettext_lazy("Suspended a player"),
    "player.suspension.lift": gettext_lazy("Ended a suspension"),
    "player.transfer": gettext_lazy("Transferred a player"),
    "player.unmerge": gettext_lazy("Undid a merge"),
    "points.convert": gettext_lazy("Converted points for a rank"),
    "query.answer": gettext_lazy("Answered a question about an award"),
    "query.ask": gettext_lazy("Asked about an award"),
    "query.close": gettext_lazy("Closed a question about an award"),
    "row.change": gettext_lazy("Changed the register"),
    "seat.choose": gettext_lazy("Said who somebody in the results is"),
    "submission.approve": gettext_lazy("Approved a submission"),
    "submission.discard": gettext_lazy("Deleted a draft"),
    "submission.draft": gettext_lazy("Read results"),
    "submission.reopen": gettext_lazy("Opened a new version"),
    "submission.return": gettext_lazy("Returned a submission"),
    "submission.submit": gettext_lazy("Submitted results"),
    "upload.receive": gettext_lazy("Sent a file"),
}


def act_words(action: str) -> str:
    """Say what was done."""
    return str(ACTS.get(action, action))
