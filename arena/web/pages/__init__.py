"""Pages: what people see in a browser, and the JSON interface for programs."""
