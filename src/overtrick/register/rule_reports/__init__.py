"""Reports about proposed rules that the office has published: kept as they were, each under an address of its own."""
