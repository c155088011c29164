"""How much, how long and how many at once: the limits of what a browser may send."""

from __future__ import annotations

#: Bytes of one results file. A whole congress with every traveller is smaller.
LARGEST_FILE = 20_000_000
#: Bytes of everything that one form sends.
LARGEST_BODY = 40_000_000
#: Files in one form.
MOST_FILES = 40

#: Seconds for the first lines of a request, and between two requests on one connection.
SECONDS_FOR_HEADERS = 10
#: Seconds in which a piece of a body must come, and all of it.
SECONDS_FOR_A_PIECE, SECONDS_FOR_A_BODY = 15, 600
#: After so many seconds a body must have come at this many bytes a second: a poor telephone line is faster.
SECONDS_BEFORE_SPEED, SLOWEST = 30, 2_000
#: So many bodies may be coming in at once in each process of the web server, with so many bytes together.
MOST_BODIES, MOST_BYTES = 1_000, 400_000_000
#: A body up to so many bytes is kept in memory, a larger one in a file until the page is made.
KEPT_IN_MEMORY = 100_000

#: In each process of the web server: threads for pages, and threads for forms with files, so that pages never wait.
PAGE_THREADS, FILE_THREADS = 4, 2
#: Connections that each process holds at once.
MOST_CONNECTIONS = 2_000

#: Where the web server notes why it took no body: a status. ``LimitedBodies`` answers with a sentence.
REFUSED_BODY = "overtrick.refused_body"
