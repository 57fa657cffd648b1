"""A match as data, the session that plays it, and the bots that take part; takes either executor."""
