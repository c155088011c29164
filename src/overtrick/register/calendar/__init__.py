"""What falls due: every app says it in its own ``due_items`` module, and pages, command and file show one list."""
