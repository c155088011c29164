"""How far players have come: ranks, promotions, ranking lists, races."""
