# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Mitch and Revolution, in the order of RULES.md.

A card is a number of `muckle.kit.playing_cards`; a set of cards is an int with bit `card` set. With two packs the second
copies of cards are a set of their own, beside the first (`hand` and `twin`).

An action is `card` to discard it, `PLACE + card` to place it, or a choice where to draw from. An outcome is
`kind * 1024 + seat * 64 + card`.
"""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, chance_fields, forget, note
from muckle.engine.compiler import compiled
from muckle.engine.record import INT, record
from muckle.engine.rules import OVER
from muckle.games.mitch.options import MOST_CARDS, MOST_DRAWS
from muckle.kit.playing_cards import ACE, CARDS, LANE

MOST_SEATS, MOST_HELD, MOST_ACES = 10, 10, 8
KEPT_HANDS = 8  # whose scores the state remembers one by one
SLOT = 6  # bits for a card in `held`
EACH_SLOT = sum(1 << SLOT * place for place in range(MOST_HELD))

PLACE, DRAW_STOCK, DRAW_DISCARD = CARDS, 2 * CARDS, 2 * CARDS + 1
ACTIONS, MAX_ACTIONS = 2 * CARDS + 2, 2 * MOST_HELD

DEALER, DEALT, DRAWN = 0, 1024, 2048  # kinds of outcomes
SEAT_UNIT = 64  # outcomes, discards and shown Aces are seat * 64 + card

STOCK, STOCK_OR_DISCARD, MUST_PLACE = 0, 1, 2
NONE = -1
ALL_CARDS = (1 << CARDS) - 1
SUIT = (1 << LANE) - 1
ALL_ACES = (1 << ACE) | (1 << ACE + LANE) | (1 << ACE + 2 * LANE) | (1 << ACE + 3 * LANE)

OPTIONS = record(
    seats=INT,
    packs=INT,
    suits=INT,
    ranks=INT,  # beside the Ace, from the Deuce up
    cards=INT,  # in the packs
    pack=(INT, MOST_CARDS),  # they
    hand_size=INT,
    draw=INT,  # STOCK, STOCK_OR_DISCARD or MUST_PLACE (Mitch 11)
    trigger=INT,  # the number of the Ace that ends phase 1 (Mitch 12)
    phase2=INT,  # 0: that Ace ends the hand (Revolution 2)
    lowest_low=INT,  # 1: among equal lengths the lower last card wins (Mitch 13)
    bonus=INT,  # 1: the shortest column that won a suit counts twice (Mitch 14)
    win=INT,  # points a suit won
    loss=INT,  # points lost a card in a suit not won
    penalty=INT,  # points lost for no card placed in phase 1
    high_low=INT,  # 1: columns may rise (Mitch 17)
    hands=INT,  # in a match
    max_hands=INT,  # with extra hands; equal to `hands` without
    dead_shared=INT,  # 1: equal columns share the suit (Mitch D8)
    stall=INT,  # turns without a draw from the stock, after which one must come from there (Mitch 11c)
)

SEAT = record(
    hand=INT,  # cards held; hidden from others. Never an Ace, except while hands are dealt
    twin=INT,  # cards held twice
    count=INT,  # cards held
    held=INT,  # the same cards, longest held first, in six bits each from the lowest; 0 behind them
    known=INT,  # cards held that everybody saw taken from the discard pile (Mitch I5)
    known_twin=INT,  # such cards held twice
    tableau=INT,  # cards placed; a lane of it is a column
    room=INT,  # cards that may still be placed here: those that fit (Mitch 5)
    rising=INT,  # suits whose column rises, as bits (Mitch 17)
    had_turn=INT,  # 1: finished a turn in phase 1
    placed=INT,  # 1: placed a card in phase 1
    total=INT,  # points of the hands before
    scored=(INT, KEPT_HANDS),  # points of hand number h (from 0) at h % 8, of the last eight hands
    last=INT,  # tableau at the end of the hand before
    last_rising=INT,  # suits whose column rose then
    last_missed=INT,  # 1: paid the penalty then
)

STATE = record(
    **chance_fields(MOST_DRAWS),
    turn=INT,  # the seat to act, or OVER; also OVER while a hand is dealt
    dealer=INT,
    finished=INT,  # hands played out
    choosing=INT,  # 1: the seat to act chooses where to draw from
    taken=INT,  # the card drawn from the discard pile in this turn, or NONE
    stock_left=INT,
    stock=(INT, MOST_CARDS),  # the first stock_left cards are face down, in no order: draws pick one at random
    pile_size=INT,
    pile=(INT, MOST_CARDS),  # discards, oldest first, with who discarded them: seat * 64 + card
    aces=INT,  # Aces shown
    shown=(INT, MOST_ACES),  # they, in order, with who showed them: seat * 64 + card
    without_stock=INT,  # turns since the last draw from the stock (Mitch 11c)
    seats=(SEAT, MOST_SEATS),
)


@compiled
def deal(setup, state, rng):
    """A new match: a dealer at random (Mitch 1a), then the first hand."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    state.turn, state.finished = OVER, 0
    for place in range(MOST_CARDS):
        state.stock[place] = 0
        state.pile[place] = 0
    for number in range(MOST_SEATS):
        seat = state.seats[number]
        clear_seat(seat)
        seat.total, seat.last, seat.last_rising, seat.last_missed = 0, 0, 0, 0
        for place in range(KEPT_HANDS):
            seat.scored[place] = 0
    state.dealer = below(state, setup.options.seats)
    note(state, DEALER + state.dealer * SEAT_UNIT)
    go_on(setup, state)


@compiled
def deal_hand(setup, state):
    """Deal a hand; the dealer's left is to act first (Mitch 1, 2)."""
    clear_table(setup, state)
    state.turn = after(setup, state.dealer)
    number = state.turn
    for _ in range(setup.options.seats * setup.options.hand_size):
        card = draw_card(state)
        note(state, DEALT + number * SEAT_UNIT + card)
        take(state.seats[number], card)
        number = after(setup, number)
    for _ in range(setup.options.seats):
        replace_aces(setup, state, number)
        number = after(setup, number)


@compiled
def after(setup, number):
    """The seat to the left (General 1)."""
    return number + 1 if number + 1 < setup.options.seats else 0


@compiled
def clear_table(setup, state):
    """Gather all cards into the stock."""
    for place in range(setup.options.cards):
        state.stock[place] = setup.options.pack[place]
    state.stock_left = setup.options.cards
    state.choosing, state.without_stock = 0, 0
    state.pile_size, state.aces = 0, 0
    for place in range(MOST_ACES):
        state.shown[place] = 0
    for number in range(setup.options.seats):
        clear_seat(state.seats[number])


@compiled
def clear_seat(seat):
    """Nothing held, nothing placed."""
    seat.hand, seat.twin, seat.count, seat.held, seat.known, seat.known_twin = 0, 0, 0, 0, 0, 0
    seat.tableau, seat.room, seat.rising = 0, ALL_CARDS, 0
    seat.had_turn, seat.placed = 0, 0


@compiled
def replace_aces(setup, state, number):
    """A player shows the Aces dealt and draws as many cards (Mitch 1b), unless the hand has ended (Revolution 3)."""
    seat = state.seats[number]
    while seat.hand & ALL_ACES:
        ace = lowest(seat.hand & ALL_ACES)
        drop(seat, ace)
        show_ace(state, number, ace)
    while seat.count < setup.options.hand_size and not hand_ended(setup, state):
        draw_from_stock(state, number)


@compiled
def draw_card(state):
    """Take a card at random out of the stock (General 2)."""
    place = below(state, state.stock_left)
    card = state.stock[place]
    state.stock_left -= 1
    state.stock[place] = state.stock[state.stock_left]
    return card


@compiled
def draw_from_stock(state, number):
    """A player draws a card, and shows it if it is an Ace (Mitch 3, 3a)."""
    card = draw_card(state)
    note(state, DRAWN + number * SEAT_UNIT + card)
    if ALL_ACES >> card & 1:
        show_ace(state, number, card)
    else:
        take(state.seats[number], card)


@compiled
def show_ace(state, number, ace):
    """An Ace goes into the display (Mitch 1c)."""
    state.shown[state.aces] = number * SEAT_UNIT + ace
    state.aces += 1


@compiled
def take(seat, card):
    """A card comes into a hand."""
    bit = 1 << card
    seat.twin |= seat.hand & bit
    seat.hand |= bit
    seat.held |= card << SLOT * seat.count
    seat.count += 1


@compiled
def drop(seat, card):
    """A card leaves a hand; of two equal ones the one held longer.

    Subtracting 1 from every slot of `differs` sets the top bit of those that are 0; the lowest such slot is the card's.
    """
    bit = 1 << card
    if seat.twin & bit:
        seat.twin ^= bit
    else:
        seat.hand ^= bit
    differs = seat.held ^ card * EACH_SLOT
    found = lowest((differs - EACH_SLOT) & ~differs & EACH_SLOT << SLOT - 1) - (SLOT - 1)
    before = (1 << found) - 1
    seat.held = seat.held & before | seat.held >> SLOT & ~before
    seat.count -= 1


@compiled
def hand_ended(setup, state):
    """Whether the trigger Ace was shown where there is no phase 2 (Revolution 2)."""
    return setup.options.phase2 == 0 and state.aces >= setup.options.trigger


@compiled
def begin_turn(setup, state):
    """Draw for the seat to act (Mitch 3, 3a, 3b), or let it choose from where (Mitch 11), unless it has just done so."""
    state.taken = NONE
    state.choosing = state.choosing == 0 and may_draw_discard(setup, state)
    seat, held = state.turn, state.seats[state.turn].count
    while state.choosing == 0 and state.aces < setup.options.trigger and state.seats[seat].count == held:
        state.without_stock = 0
        draw_from_stock(state, seat)


@compiled
def has_turn(setup, state):
    """Whether the seat to act has anything to do; else the hand is over (Mitch 6, Revolution 2)."""
    return state.choosing or (state.seats[state.turn].count > 0 and not hand_ended(setup, state))


@compiled
def may_draw_discard(setup, state):
    """Whether the top of the discard pile may be drawn (Mitch 11 to 11d)."""
    if setup.options.draw == STOCK or state.pile_size == 0 or state.aces >= setup.options.trigger:
        return False
    fits = state.seats[state.turn].room >> (state.pile[state.pile_size - 1] % SEAT_UNIT) & 1 == 1
    if setup.options.draw == MUST_PLACE:
        return fits
    return state.without_stock < setup.options.stall and (fits or setup.options.hand_size > 0)


@compiled
def draw_from_pile(state):
    """Take the top discard; everybody knows it from now on (Mitch 11, I5)."""
    seat = state.seats[state.turn]
    state.pile_size -= 1
    card = state.pile[state.pile_size] % SEAT_UNIT
    state.choosing, state.taken = 0, card
    state.without_stock += 1
    seat.known_twin |= seat.known & (1 << card)
    seat.known |= 1 << card
    take(seat, card)


@compiled
def may_discard(setup, state):
    """The cards the seat to act may discard: any, but not the one just taken from the pile (Mitch 4a, 11a, 11b)."""
    seat = state.seats[state.turn]
    if state.taken == NONE:
        return seat.hand
    if setup.options.draw == MUST_PLACE:
        return 0
    return seat.hand & ~(1 << state.taken) | seat.twin


@compiled
def may_place(setup, state):
    """The cards the seat to act may place: those that fit (Mitch 5, 11b)."""
    seat = state.seats[state.turn]
    if state.taken != NONE and setup.options.draw == MUST_PLACE:
        return 1 << state.taken
    return seat.hand & seat.room


@compiled
def legal(setup, state, actions):
    """Discards first, then placings, each in card order (Mitch 4, 5); or where to draw from (Mitch 11)."""
    if state.turn == OVER:
        return 0
    if state.choosing:
        actions[0], actions[1] = DRAW_STOCK, DRAW_DISCARD
        return 2
    count = 0
    cards = may_discard(setup, state)
    while cards:
        actions[count] = lowest(cards)
        count += 1
        cards &= cards - 1
    cards = may_place(setup, state)
    while cards:
        actions[count] = PLACE + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


@compiled
def is_legal(setup, state, action):
    """Whether an action is among the legal ones."""
    if state.turn == OVER or action < 0 or action >= ACTIONS:
        return False
    if state.choosing or action >= DRAW_STOCK:
        return state.choosing == 1 and action >= DRAW_STOCK
    if action >= PLACE:
        return may_place(setup, state) >> (action - PLACE) & 1 == 1
    return may_discard(setup, state) >> action & 1 == 1


@compiled
def apply(setup, state, action):
    """Take an action; then draw for the next turn, or score the hand and deal the next one."""
    if not is_legal(setup, state, action):
        raise ValueError("this action is not legal here")
    state.drawn = 0
    if action == DRAW_DISCARD:
        draw_from_pile(state)
        return
    if action != DRAW_STOCK:
        use_card(setup, state, action)
        state.turn = after(setup, state.turn)
    go_on(setup, state)


@compiled
def use_card(setup, state, action):
    """Place or discard a card (Mitch 4), and mind who had a turn in phase 1 and who placed in it (Mitch 8b, 8c)."""
    seat = state.seats[state.turn]
    phase1 = state.aces < setup.options.trigger
    card = action - PLACE if action >= PLACE else action
    if action >= PLACE or card != state.taken:
        make_unknown(seat, card)
    drop(seat, card)
    if action >= PLACE:
        place_card(setup, seat, card)
        if phase1:
            seat.placed = 1
    else:
        state.pile[state.pile_size] = state.turn * SEAT_UNIT + card
        state.pile_size += 1
    if phase1:
        seat.had_turn = 1


@compiled
def make_unknown(seat, card):
    """A card is used: one copy fewer is known to lie in the hand (Mitch I5)."""
    bit = 1 << card
    if seat.known_twin & bit:
        seat.known_twin ^= bit
    elif seat.known & bit:
        seat.known ^= bit


@compiled
def place_card(setup, seat, card):
    """Put a card at the end of its column; what fits there from now on (Mitch 5, 16, 17)."""
    bit = 1 << card
    lane = SUIT << card // LANE * LANE
    column = seat.tableau & lane
    seat.tableau |= bit
    if setup.options.high_low == 0 or bit < column:
        seat.room &= ~lane | (bit - 1)
    elif column == 0:
        seat.room &= ~bit
    else:
        seat.rising |= 1 << card // LANE
        seat.room &= ~lane | ~(2 * bit - 1)


@compiled
def column_of(seat, suit):
    """A column as a set of ranks."""
    return seat.tableau >> suit * LANE & SUIT


@compiled
def winners(setup, state):
    """Who would win each suit as it lies: a set of seats for each suit, suit s shifted by s * 10."""
    result = 0
    for suit in range(setup.options.suits):
        result |= suit_winners(setup, state, suit) << suit * MOST_SEATS
    return result


@compiled
def won(won_by, suit, number):
    """1 if a seat is among the winners of a suit, else 0."""
    return won_by >> suit * MOST_SEATS + number & 1


@compiled
def suit_winners(setup, state, suit):
    """The set of seats with the longest column of a suit, ties decided (Mitch 7, 7a, 13, 16a, 16b, 17a)."""
    best, seats = 0, 0
    for number in range(setup.options.seats):
        strength = strength_of(setup, state.seats[number], suit)
        if strength > best:
            best, seats = strength, 0
        if strength == best and strength > 0:
            seats |= 1 << number
    if seats & (seats - 1) and setup.options.dead_shared == 0:
        return 0
    return seats


@compiled
def strength_of(setup, seat, suit):
    """A number for a column: the higher one wins the suit, equal ones mean equal cards; 0 without a column.

    From its highest digits: the length; with high/low the distance of the last card from its end and whether it falls;
    then all cards, the last first (Mitch 7, 7a, 13, 16a, 17a, 17b).
    """
    column, rising = column_of(seat, suit), seat.rising >> suit & 1
    if column == 0:
        return 0
    first_high, last_high = column, mirrored(setup, column)
    if rising:
        first_high, last_high = last_high, first_high
    tie = last_high if setup.options.lowest_low else SUIT - last_high
    if setup.options.high_low:
        tie += (2 * lowest(first_high) + 1 - rising) << LANE
    return (size(column) << LANE + 5) + tie


@compiled
def mirrored(setup, column):
    """A column with its ranks counted from the other end."""
    image = 0
    while column:
        image |= 1 << (setup.options.ranks - 1 - lowest(column))
        column &= column - 1
    return image


@compiled
def points(setup, state, number, won_by, twice):
    """What a seat's hand is worth as it lies (Mitch 8 to 8d); `twice`: the suits that count double."""
    result = -setup.options.penalty * missed(state.seats[number])
    for suit in range(setup.options.suits):
        result += suit_points(setup, state, number, suit, won_by, twice)
    return result


@compiled
def suit_points(setup, state, number, suit, won_by, twice):
    """What a seat gets for a suit won, or loses for its cards there (Mitch 8, 8a, 14, 15)."""
    if won(won_by, suit, number):
        return setup.options.win << (twice >> suit & 1)
    return -setup.options.loss * size(column_of(state.seats[number], suit))


@compiled
def missed(seat):
    """1 if a player had a turn in phase 1 and placed nothing in it (Mitch 8b), else 0."""
    return seat.had_turn & (1 - seat.placed)


@compiled
def doubled(setup, state, won_by):
    """The set of suits whose winning column is the shortest, between equal lengths the lowest (Mitch 14, 14a)."""
    best, suits = 1 << 2 * LANE, 0
    for suit in range(setup.options.suits * setup.options.bonus):
        seats = won_by >> suit * MOST_SEATS & (1 << MOST_SEATS) - 1
        if seats == 0:
            continue
        column = column_of(state.seats[lowest(seats)], suit)
        order = (size(column) << LANE) - mirrored(setup, column)
        if order < best:
            best, suits = order, 0
        if order == best:
            suits |= 1 << suit
    return suits


@compiled
def go_on(setup, state):
    """Begin the turn; while nobody has one, score the hand and deal the next, or end the match (Mitch 9, 1a)."""
    while True:
        if state.turn == OVER:
            deal_hand(setup, state)
        begin_turn(setup, state)
        if has_turn(setup, state):
            return
        score_hand(setup, state)
        state.turn = OVER
        if match_ended(setup, state):
            return
        state.dealer = after(setup, state.dealer)


@compiled
def score_hand(setup, state):
    """Add a finished hand to the totals, and keep how it lay."""
    won_by = winners(setup, state)
    twice = doubled(setup, state, won_by)
    for number in range(setup.options.seats):
        seat = state.seats[number]
        scored = points(setup, state, number, won_by, twice)
        seat.scored[state.finished % KEPT_HANDS] = scored
        seat.total += scored
        seat.last, seat.last_rising, seat.last_missed = seat.tableau, seat.rising, missed(seat)
    state.finished += 1


@compiled
def match_ended(setup, state):
    """Whether all hands are played; equal totals at the top may want another one (Mitch 9, D2, D12)."""
    if state.finished < setup.options.hands:
        return False
    if state.finished >= setup.options.max_hands:
        return True
    best, leaders = state.seats[0].total, 0
    for number in range(setup.options.seats):
        if state.seats[number].total > best:
            best, leaders = state.seats[number].total, 0
        if state.seats[number].total == best:
            leaders += 1
    return leaders == 1


@compiled
def returns(setup, state, scores):
    """Each seat's total of the hands finished (Mitch 9)."""
    for number in range(setup.options.seats):
        scores[number] = state.seats[number].total


@compiled
def resample(setup, state, seat):
    """Re-deal what a seat cannot know: the stock, and the cards of others that did not come from the pile (Mitch I1-I5).

    What comes out depends on nothing but what the seat knows and the stream of chance.
    """
    forget(state)
    draws = state.draws
    unseen, twins = unseen_cards(setup, state, seat)
    state.stock_left = 0
    put_back(state, unseen & ~ALL_ACES)
    put_back(state, twins & ~ALL_ACES)
    for number in range(setup.options.seats):
        if number != seat:
            redeal(state, state.seats[number])
    put_back(state, unseen & ALL_ACES)
    put_back(state, twins & ALL_ACES)
    for place in range(state.stock_left, MOST_CARDS):
        state.stock[place] = 0
    state.draws = draws


@compiled
def unseen_cards(setup, state, seat):
    """What a seat has not seen (Mitch I11): the stock and the hidden cards of others; and those of it there are twice."""
    unseen, twins = 0, 0
    for place in range(state.stock_left):
        bit = 1 << state.stock[place]
        twins |= unseen & bit
        unseen |= bit
    for number in range(setup.options.seats):
        if number != seat:
            other = state.seats[number]
            first, second = other.hand & ~other.known, other.twin & ~other.known_twin
            twins |= unseen & (first | second) | first & second
            unseen |= first | second
    return unseen, twins


@compiled
def put_back(state, cards):
    """A set of cards goes into the stock."""
    while cards:
        state.stock[state.stock_left] = lowest(cards)
        state.stock_left += 1
        cards &= cards - 1


@compiled
def redeal(state, other):
    """Another player keeps the known cards, each in its place among those held, and gets random ones for the hidden ones.

    No Ace lies in the stock now.
    """
    count, held, known, twins = other.count, other.held, other.known, other.known_twin
    other.hand, other.twin, other.count, other.held = 0, 0, 0, 0
    while other.count < count:
        card = held & (1 << SLOT) - 1
        held >>= SLOT
        if twins >> card & 1:
            twins ^= 1 << card
        elif known >> card & 1:
            known ^= 1 << card
        else:
            card = draw_card(state)
        take(other, card)
