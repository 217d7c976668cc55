"""The table as it is now: followed over its link, kept as one object, sent to every page."""
