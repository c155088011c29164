"""Who may log in: one-time links, invitations, codes that clubs hand out, accounts that are locked or ended."""
