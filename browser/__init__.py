"""The store as a person sees it: the machine's own Chromium against a real bed: tests, and where that Chromium is."""
