"""What tests share: marked sources, one way to check each kind of answer, real servers and clients."""
