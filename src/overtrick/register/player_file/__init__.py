"""The national player file: what it says of every player, and a log of what changed, for copies elsewhere."""
