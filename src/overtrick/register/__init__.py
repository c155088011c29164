"""The register of the office: people, organisations, submissions, the book, ranks. Services are plain functions."""
