"""A series of events, as stored: how it was opened, who takes part, who organises it, and its log.

The table of results is stored nowhere: it follows from the logs of the events and of the series. A correction is an entry of
its own, so that history stays. What people send is what is stored, without names, codes and passwords.
"""

from __future__ import annotations

from msgspec import Struct


class Series(Struct, frozen=True):
    """A series as it was opened."""

    code: str  # people enter it to get to the series
    title: str
    tie: str  # the tiebreak for equal points, as the option of that name at events: shared, longest_word
    pays: tuple[int, ...]  # points for each place of an event, from the first on; empty: scores add up
    word: str  # the first password by which somebody may become an organiser
    key: str  # the secret from which the passwords follow by which the series is handed over


class Member(Struct, frozen=True):
    """Somebody who takes part."""

    number: int  # from 1 in the order they entered
    name: str
    owner: str = ""  # a person's identity; empty until they come with their code
    code: str = ""  # the personal code by which another device is recognised; empty: none is good


class Organiser(Struct, frozen=True):
    """Somebody who organises a series, or did."""

    number: int  # from 1 in the order they came; number 1 opened the series
    name: str
    owner: str = ""  # empty for an organiser who was forgotten


class OpenedEvent(Struct, frozen=True):
    """An event of a series."""

    code: str
    opened: float  # seconds since 1970
    length: int  # entries of its log and players: with another number its results may be others
    title: str


class Message(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="decision"):
    """A message to a series, and the entry of its log."""

    by: int = 0  # the organiser who decides it, by number, as the room knows; 0: the member does
    why: str = ""  # the reason, which everybody can read
    cid: str = ""  # the command's id, chosen by the client; sent again with the same id it is carried out only once


class MemberMessage(Message, frozen=True, kw_only=True):
    """A message about a member."""

    member: int = 0


class TakePart(MemberMessage, frozen=True, kw_only=True, tag="take_part"):
    """Somebody takes part from now on."""

    name: str = ""


class Claim(MemberMessage, frozen=True, kw_only=True, tag="claim"):
    """A device is recognised as a member's: by the personal code, or as a member who has no device."""

    code: str = ""


class Organise(Message, frozen=True, kw_only=True, tag="organise"):
    """Somebody organises the series from now on, too."""

    word: str = ""  # the organisers' password, or the one by which the series is handed over
    name: str = ""


class HandOver(Message, frozen=True, kw_only=True, tag="hand_over"):
    """Another organiser leads the series from now on."""


class Enter(MemberMessage, frozen=True, kw_only=True, tag="enter"):
    """An organiser, or a caller of an event, adds a member by name."""

    name: str = ""


class Withdraw(MemberMessage, frozen=True, kw_only=True, tag="withdraw"):
    """A member stops."""


class Rejoin(MemberMessage, frozen=True, kw_only=True, tag="return"):
    """A member who had withdrawn is back."""


class Correct(MemberMessage, frozen=True, kw_only=True, tag="correct"):
    """A member's score at an event is corrected."""

    event: str = ""
    score: int | None = None  # the score that counts from now on; None: none does
    longest: int = 0  # letters of the longest word, where it breaks ties
    was: int | None = None  # the score that counted until then; None: none did


class LeaveOut(Message, frozen=True, kw_only=True, tag="leave_out"):
    """An event does not count any more."""

    event: str = ""


class TakeIn(Message, frozen=True, kw_only=True, tag="take_in"):
    """An event that was left out counts again."""

    event: str = ""


class RenameMember(MemberMessage, frozen=True, kw_only=True, tag="rename"):
    """A member has another name."""

    name: str = ""


class Merge(MemberMessage, frozen=True, kw_only=True, tag="merge"):
    """Two members are one person, who goes on as `into` with the results of both."""

    into: int = 0


class Renew(MemberMessage, frozen=True, kw_only=True, tag="renew"):
    """A member gets another personal code; the device that came by the former one is no longer theirs."""


class Close(Message, frozen=True, kw_only=True, tag="close"):
    """Only organisers may add members."""


class Reopen(Message, frozen=True, kw_only=True, tag="reopen"):
    """Anybody may take part again."""


class Relieve(Message, frozen=True, kw_only=True, tag="relieve"):
    """Only the organiser who leads the series organises it any more, and the organisers' password is another."""

    word: str = ""  # the new password, as the room chose it


Rule = Enter | Withdraw | Rejoin | Correct | LeaveOut | TakeIn | RenameMember | Merge | Renew | Close | Reopen | Relieve
"""What organisers decide, and members about themselves."""
Ruling = TakePart | Claim | Organise | HandOver | Rule
"""An entry of a series' log."""
