"""The one command: what a person types, and what they see while it works.

`app` gathers the commands, each group of them in a file of its own; `progress_display` draws the progress;
`interruption` turns Ctrl-C and SIGTERM into an orderly end; `failures` says what went wrong where nobody
foresaw it. No command does any work itself: experiments are conducted by `loadscripts`, beds started by `deploy`,
reports written by `analysis`.
"""
