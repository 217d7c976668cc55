"""What the project needs to be made and checked; nothing here is installed."""
