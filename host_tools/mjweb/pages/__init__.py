"""The rooms of the dashboard: each module has its addresses in `ROUTES`."""
