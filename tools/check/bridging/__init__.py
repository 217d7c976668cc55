"""A genuine mosquitto, somebody who listens to it, and the long run of `make soak PART=bridge`."""
