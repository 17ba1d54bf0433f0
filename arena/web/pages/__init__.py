"""What people and programs are shown: the pages of an event, their parts, and the interface for programs."""
