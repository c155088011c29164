"""Who logs in?"""
