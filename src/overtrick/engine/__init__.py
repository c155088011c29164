"""What every handbook shares: events as played, places and ties, exact numbers, scales, the working.

Standard library only. No federation, no database, no clock, no files.
"""
