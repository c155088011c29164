"""The REST API, thin: typed parameters, one service, a typed record. Nothing else imports ninja or pydantic."""
