"""The services of a programme: plan, change, cancel, copy, and attach results."""
