"""Conducts experiments: experiments and scenarios as files, a schedule, one trial, its folder.

The way of a trial: `experiment` is read, `schedule` puts its trials in an order, `trial_sequence` sees
that the bed is as each trial needs it, `conduct` warms up, measures and drains, `collect`
brings everything home into the trial's folder. Siege is met in `siege`, flight recordings in
`flight_recording`.

May use `deploy`; knows nothing of `analysis` and `cli`.
"""
