"""What gold points does a player have on a day? As in the family: every green award counts (2.7.3)"""

from __future__ import annotations

from overtrick.handbooks.family.gold import counts_for_rank, held, on_day, original

__all__ = ["counts_for_rank", "held", "on_day", "original"]
