"""What simulator and `mjtool` draw alike: the table in a terminal. It knows neither of them."""
