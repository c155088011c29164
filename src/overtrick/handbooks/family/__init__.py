"""The British family: rules that the handbooks of England, Wales, Scotland and Singapore have in common.

Nothing here knows a federation. Every figure is read from the tables of the book at hand, every clause it cites from
the edition's ``family.toml``; so an edition says by data where it differs, and leaves out what it does not have.
"""
