"""The programme of an organisation: events that it plans, and the general meetings that part its years."""
