"""Why a token is refused, each with the code that the API gives it."""

from __future__ import annotations

from datetime import datetime

from overtrick.register.errors import Refused


class TokenUnknown(Refused):
    """It is no token, or none of this federation."""

    def __init__(self) -> None:
        """Say the same in each case."""
        super().__init__(
            "We do not know this token.", "Check that you copied all of it, or make a new one.", code="token-missing"
        )


class TokenExpired(Refused):
    """Its time is over."""

    def __init__(self, at: datetime) -> None:
        """Say since when."""
        super().__init__(
            f"This token expired on {at.date()}.", "Make a new one on the pages of its owner.", code="token-expired"
        )


class TokenRevoked(Refused):
    """Somebody ended it, or the role or account by which it acts."""

    def __init__(self) -> None:
        """Say the same in each case."""
        super().__init__(
            "This token has been ended.", "Make a new one on the pages of its owner.", code="token-revoked"
        )
