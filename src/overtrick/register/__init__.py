"""The memory of the office: people, organisations, submissions, the ledger, ranks. Services are plain functions."""
