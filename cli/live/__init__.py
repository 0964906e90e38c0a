"""A page that shows an experiment while it runs (`petlab run --live`).

`LiveCampaign` hears what the lab tells anyhow: its progress, and the samples of each second. Once a second it asks the
store for two metrics, reads on in the logs of the garbage collectors, and gives `PageServer` one snapshot for all who
look on. Whatever goes wrong here, the experiment goes on without it.
"""
