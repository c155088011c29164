"""What does a program need to talk to an office? One class, its errors, and the types of what it answers."""

from overtrick.client.errors import Incomplete, Problem, Unreachable, WrongSignature
from overtrick.client.office import Office
from overtrick.client.player_file import PlayerFile
from overtrick.client.submitting import Seen
from overtrick.client.webhooks import WebhookEvent

__all__ = ["Incomplete", "Office", "PlayerFile", "Problem", "Seen", "Unreachable", "WebhookEvent", "WrongSignature"]
