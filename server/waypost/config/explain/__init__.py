"""Why a word is reported, which configuration applies, and every value with its origin."""
