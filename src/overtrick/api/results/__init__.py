"""The operations by which results are sent, looked at, submitted and followed."""
