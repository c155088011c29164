"""Results from upload to the book: read, draft, preview, submit, post, reconcile."""
