"""What is done behind the pages: worker processes, the queue of their work, checks, matches and casual games."""
