"""How is a ranking worked out where a file has results and no places? Exactly, by a method that is named.

Contracts become scores, scores become match points, IMPs or victory points, and these rank the pairs. Nothing here
knows a file format; every reader that finds travellers and no places comes here.
"""

from __future__ import annotations

from overtrick.engine.victory_points import VictoryPoints, victory_points
from overtrick.formats.scoring.contracts import UnreadableContract, Vulnerable, score, vulnerability
from overtrick.formats.scoring.lines import IndividualLine, TravellerLine, boards_played
from overtrick.formats.scoring.lists import Entered, RankingList, ranking_lists
from overtrick.formats.scoring.ranking import Method, rank_individuals, rank_pairs, worths
from overtrick.formats.scoring.standings import METHODS, RankedLine, standings

__all__ = [
    "METHODS",
    "Entered",
    "IndividualLine",
    "Method",
    "RankedLine",
    "RankingList",
    "TravellerLine",
    "UnreadableContract",
    "VictoryPoints",
    "Vulnerable",
    "boards_played",
    "rank_individuals",
    "rank_pairs",
    "ranking_lists",
    "score",
    "standings",
    "victory_points",
    "vulnerability",
    "worths",
]
