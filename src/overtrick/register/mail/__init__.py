"""Mail: letters wait in an outbox until the worker has sent them."""
