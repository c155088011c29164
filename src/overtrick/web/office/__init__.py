"""The office of the federation: what came in, who is who, the months, and who did what."""
