"""What only the spell checker knows does not delay an answer, and is shown once it is known."""

from tests.support.editor import editor
from tests.support.typos import TYPOS


async def test_a_bad_correction_is_told_when_the_checker_has_answered(tmp_path) -> None:
    async with editor("visual_studio_code", tmp_path, settings={"typosPath": str(TYPOS)}) as user:
        user.open("typos.toml", '[default.extend-words]\nfoo = "teh"\n')
        await user.diagnostics_until("typos.toml", ["bad-correction"])
        user.change("typos.toml", '[default.extend-words]\nfoo = "the"\n')
        await user.diagnostics_until("typos.toml", [])
