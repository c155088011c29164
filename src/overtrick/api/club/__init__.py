"""What an organisation's token is for: its year, account, members, webhooks, and its copy of the player file."""
