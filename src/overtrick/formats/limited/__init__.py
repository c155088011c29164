"""How is a stranger's file read? In a process of its own, with limits of memory, time and number at once."""

#: The exit code of such a process when it asked for more memory than it may have.
OUT_OF_MEMORY = 3
