"""Messages: what changed for a person or an organisation, on their pages and by mail as each reader wants."""
