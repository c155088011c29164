"""The rules laboratory on the office's pages: proposals, a season worked out by the queue, the result and why."""
