"""Why a word is reported, which configuration holds, and every value with its origin."""
