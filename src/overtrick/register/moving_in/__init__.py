"""Moving in: a guided import for an office that leaves an old system.

One step after the other takes a list: ``lists`` keeps the file, ``columns`` and ``words`` say what it means, ``check``
tells what it would do and ``enter`` does it. ``report`` adds up what was taken over, and when two people have signed it
(``sign_off``) the credits, balances and ranks go into the book, and the doors are shut.
"""
