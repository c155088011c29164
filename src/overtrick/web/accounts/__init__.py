"""Logging in by number or e-mail address, with a second factor for those who want one."""
