"""What a run leaves of interest: finished calls that may be requests."""

from collections.abc import Callable
from typing import Final, NamedTuple

from waypost.routes.domain.places import Block, Place
from waypost.routes.domain.values import ANY, Arguments, Arms, Value

# The name of a method that is given as a value: `getattr(session, verb)`.
ANY_METHOD: Final = "?"
# Among the uses of a result: it decorates something; or a method that has no body of its own.
DECORATES: Final = "@"
DECLARES: Final = "@..."


class Guard(NamedTuple):
    """A condition that stayed open, and how it was taken."""

    condition: Value
    holds: bool


class Step(NamedTuple):
    """A call on the way from an entry to what makes the request: where it is, and the function that it enters."""

    place: Place | None
    function: str
    # The body of that function.
    block: Block | None = None
    # If calls have made that function, the first of these: there it is listed what the function sends.
    made_at: Place | None = None


class Event:
    """A finished call of something that is not seen: of a client, or of what may be one."""

    __slots__ = (
        "arguments",
        "arms",
        "call_stack",
        "called",
        "callee",
        "guards",
        "is_cut",
        "is_open",
        "is_outer",
        "is_partial",
        "likely",
        "place",
        "receiver",
        "root",
        "sends",
        "settle",
        "url",
        "uses",
        "verb",
    )

    def __init__(  # noqa: PLR0917 - what a call is, in order
        self,
        callee: str,
        receiver: Value | None,
        arguments: Arguments,
        place: Place | None,
        call_stack: tuple[Step, ...] = (),
        guards: tuple[Guard, ...] = (),
    ) -> None:
        # The dotted name of what is called, `requests.Session.get`; of an unknown receiver, `client.get`.
        self.callee = callee
        # What is called, where a symbol hides how that is named.
        self.called: Value | None = None
        # The object that it is called on, as it was then.
        self.receiver = receiver
        # As they were then.
        self.arguments = arguments
        # The verb and the URL, where what made the event knows them; who binds it to a client reads them from the
        # arguments.
        self.verb: Value | None = None
        self.url: Value | None = None
        # The call itself.
        self.place = place
        # The calls that led to it, the outermost first: the first one's place is that of the entry.
        self.call_stack = call_stack
        self.guards = guards
        # The paths that led to it: where a choice was taken to be one of its alternatives.
        self.arms: Arms = ANY
        # Why it is likely and not known: a few words for people; empty if it is sent whenever its call is reached.
        self.likely = ""
        # Whether it may be a request depends on what a symbol in it stands for.
        self.is_open = False
        # It enters a function of the program: it is listed if of what that sends nothing is known, or if not all of
        # what that does was followed.
        self.is_outer = False
        self.is_cut = False
        # The attributes that are read of its result.
        self.uses: set[str] = set()
        # Of a call that makes a request object: what it does where its run ends, and the calls that send the object.
        # A call without anything that is its own is dropped: its callee is empty then.
        self.settle: Callable[[], None] | None = None
        self.sends: list[Event] = []
        # The function, or module, from which the run began: `file:name`.
        self.root = ""
        # That it is made in fewer ways than the calls on the way to it says nothing: that function is one that another
        # has made, and others may be made; or it was not run to its end.
        self.is_partial = False

    @property
    def entry(self) -> Place | None:
        """Where it is listed: the outermost call."""
        return self.call_stack[0].place if self.call_stack else self.place

    @property
    def on_the_way(self) -> list[Place]:
        """Where it may be listed as well: the calls between the entry and the call itself."""
        if not self.call_stack:
            return []
        found = [*(step.place for step in self.call_stack[1:]), *(step.made_at for step in self.call_stack), self.place]
        return [place for place in found if place is not None and place != self.entry]
