"""Work behind the pages: worker processes and their queue, checks, matches and casual games."""
