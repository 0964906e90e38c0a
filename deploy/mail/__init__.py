"""The mail sink and the mailbox in which its mails can be read."""
