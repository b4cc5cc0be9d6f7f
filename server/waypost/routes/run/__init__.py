"""The machine: it runs operations over values, follows calls, and keeps what they leave."""
