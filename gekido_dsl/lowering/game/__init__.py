"""What is known of a game before anything is written: its memory, its sites, and what its rules never do."""
