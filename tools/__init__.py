"""What the project needs to be made (`make`) and checked (`check`); nothing here is installed."""
