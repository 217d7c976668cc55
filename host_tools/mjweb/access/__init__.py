"""Who may see and do what: hosts, origins, links with a token, what a page may load."""
