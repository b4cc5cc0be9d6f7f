"""What tests share: sources with marks, one way to check each kind of answer, real servers and clients."""
