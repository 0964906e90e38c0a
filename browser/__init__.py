"""The store as a person sees it: the machine's own Chromium against a real bed. Only tests import this package."""
