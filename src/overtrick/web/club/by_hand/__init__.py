"""Events entered by hand: the form that a handbook describes, and the event file that it becomes."""
