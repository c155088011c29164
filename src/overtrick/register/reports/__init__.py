"""Reports of a month, a quarter or a year for clubs, counties and States: events, members' credits, promotions."""
