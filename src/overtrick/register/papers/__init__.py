"""Papers as PDF: what people print or keep. A template draws what is given as data; batches are kept for a week."""
