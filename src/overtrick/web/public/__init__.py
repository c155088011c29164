"""The pages without log-in: what an event is worth, a file's awards, the handbooks."""
