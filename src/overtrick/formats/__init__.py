"""The files that events come in: one module or folder per format, each recognises, reads, reports and writes."""
