"""When garbage is collected: in small passes while there is work, thoroughly in a pause.

While garbage is collected, nothing else runs. A pass over half a million objects takes half a second: the first
analysis of 30,000 lines must not make a completion in another file wait for that.
"""

import gc
from typing import Final

# Young objects; how often they are looked at before they are old; and after how many such passes all objects are, even
# if there is no pause. A large document is a million small objects: a pass over all of them is longer than an edit.
_THRESHOLDS: Final = (5_000, 10, 50)
# Once older objects have been looked at that many times, looking at all of them is worthwhile.
_PASSES: Final = 10


def collect_in_small_passes() -> None:
    gc.set_threshold(*_THRESHOLDS)
    gc.enable()
    gc.freeze()  # what was loaded at start lives as long as the server: collecting it is useless


def collect_in_a_pause() -> None:
    if gc.get_count()[2] >= _PASSES:
        gc.collect()
