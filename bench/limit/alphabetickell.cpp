// Random play of Alphabetickell, 3 seats, the recommended game: alphabetickell_limit keeps what the rules need,
// alphabetickell_engine also what an engine keeps (the list of legal actions, letters of lines, discards and points of rounds
// before, notes of draws), alphabetickell_engine_pick all of it but the list.
#include "chance.h"
static const int N = 3, DEALT = 3, CAP = 11, TARGET = 30, ROUNDS = 60, CARDS = 48, NONE = -1, OVER = -1;
static const int PASS = 0, TAKE = 1, PAIR = 27, KEEP_CARD = 31;
static const u64 DECK = (1ull << CARDS) - 1;
static const u32 ALL = (1 << 26) - 1;
template <bool KEEP, bool LIST> struct Eng {
  const u32 *letters;
  Rng r;
  int turn, rounds, dealer, offer, draws, drawn, discards, last_discards;
  u64 undrawn;
  u8 stands[CARDS], discard[CARDS], last_discard[CARDS];
  u16 past[ROUNDS], drew[96];
  struct Seat {
    int total, kept, length, left, right, last_kept;
    u8 hand[DEALT];
    u32 letters, open, last;
    u64 cards;
  } s[N];
  static int nxt(int x) { return x + 1 < N ? x + 1 : 0; }
  inline void note(int outcome) {
    if (KEEP) {
      draws++;
      drew[drawn++] = outcome;
    }
  }
  inline int draw() {
    int card = nth(undrawn, r.below(__builtin_popcountll(undrawn)));
    undrawn ^= 1ull << card;
    return card;
  }
  void begin_round() {
    rounds++;
    turn = dealer;
    offer = NONE;
    discards = 0;
    undrawn = DECK;
    if (KEEP)
      for (int k = 0; k < CARDS; k++) {
        discard[k] = 0;
        stands[k] = 0xff;
      }
    for (auto &p : s) {
      p.kept = p.left = p.right = NONE;
      p.length = 0;
      p.open = ALL;
      if (KEEP) p.letters = p.cards = 0;
    }
    int n = dealer;
    for (int k = 0; k < DEALT; k++)
      for (int i = 0; i < N; i++) {
        n = nxt(n);
        s[n].hand[k] = draw();
        note(2 * CARDS + n * CARDS + s[n].hand[k]);
      }
  }
  void deal(u64 rng) {
    r.s = rng;
    draws = drawn = rounds = last_discards = 0;
    if (KEEP) {
      __builtin_memset(past, 0, sizeof past);
      __builtin_memset(last_discard, 0, sizeof last_discard);
    }
    for (auto &p : s) {
      p.total = 0;
      if (KEEP) p.last = 0, p.last_kept = NONE;
    }
    dealer = r.below(N);
    note(CARDS + dealer);
    begin_round();
  }
  inline int letter(int card, int later) {
    u32 x = letters[card];
    return __builtin_ctz(later ? x & (x - 1) : x);
  }
  inline u64 legal_set() {
    const Seat &p = s[turn];
    if (offer == NONE) {
      u64 places = (1 << DEALT) - 1;
      if (KEEP)  // equal cards are one choice; there are none in this deck
        for (int k = 1; k < DEALT; k++)
          for (int e = 0; e < k; e++)
            if (letters[p.hand[e]] == letters[p.hand[k]]) places &= ~(1ull << k);
      return places << KEEP_CARD;
    }
    if (p.length == 1) {
      u64 pairs = 0;
      for (int pair = 0; pair < 4; pair++) pairs |= (u64)(letter(p.kept, pair >> 1) != letter(offer, pair & 1)) << pair;
      return 1 << PASS | pairs << PAIR;
    }
    return 1 << PASS | (u64)(p.open & letters[offer]) << TAKE;
  }
  inline void turn_up() {
    offer = draw();
    note(offer);
  }
  inline void fix(Seat &p, int card, int letter) {
    if (KEEP) {
      stands[card] = letter;
      p.cards |= 1ull << card;
      p.letters |= 1u << letter;
    }
    p.left = p.left == NONE || letter < p.left ? letter : p.left;
    p.right = letter > p.right ? letter : p.right;
    p.open = ALL & ~((2u << p.right) - (1u << p.left));
  }
  // Take the offer; return whether the line is full.
  inline bool take(int action) {
    Seat &p = s[turn];
    int now = action - TAKE;
    if (action >= PAIR) {
      now = letter(offer, (action - PAIR) & 1);
      fix(p, p.kept, letter(p.kept, (action - PAIR) >> 1));
    }
    fix(p, offer, now);
    p.length++;
    offer = NONE;
    if (p.length == CAP) {
      dealer = turn;
      return true;
    }
    if (undrawn) dealer = nxt(turn);
    return false;
  }
  inline bool ask_next(int answered) {
    int n = dealer + answered;
    if (n >= N) n -= N;
    for (int place = answered; place < N; place++) {
      if (s[n].open & letters[offer]) {
        turn = n;
        return true;
      }
      n = nxt(n);
    }
    return false;
  }
  // Offer on until a seat can answer; return whether the round is over.
  inline bool offer_on(int answered) {
    for (;;) {
      if (offer != NONE) {
        if (ask_next(answered)) return false;
        if (KEEP) discard[discards++] = offer;
        offer = NONE;
      }
      if (!undrawn) return true;
      turn_up();
      answered = 0;
    }
  }
  void end_round() {
    int best = 0, points = 0;
    for (int n = 0; n < N; n++) {
      s[n].total += s[n].length;
      if (s[n].total > best) best = s[n].total;
      points |= s[n].length << 5 * n;
      if (KEEP) s[n].last = s[n].letters, s[n].last_kept = s[n].kept;
    }
    if (KEEP) {
      past[rounds - 1] = points;
      last_discards = discards;
      __builtin_memcpy(last_discard, discard, CARDS);
    }
    turn = OVER;
    if (rounds < ROUNDS && best < TARGET) begin_round();
  }
  inline bool apply(int action) {
    if (turn == OVER || action < 0 || action > 33 || !(legal_set() >> action & 1)) return false;
    drawn = 0;
    if (action >= KEEP_CARD) {
      Seat &p = s[turn];
      p.kept = p.hand[action - KEEP_CARD];
      p.cards = 1ull << p.kept;
      p.length = 1;
      turn = nxt(turn);
    } else {
      int answered = turn - dealer + 1;
      if (answered <= 0) answered += N;
      if ((action != PASS && take(action)) || offer_on(action == PASS ? answered : 0)) end_round();
    }
    if (turn != OVER && offer == NONE && s[turn].kept != NONE) {
      undrawn = DECK;
      for (auto &p : s) undrawn &= ~(1ull << p.kept);
      turn_up();
    }
    return true;
  }
};
template <bool KEEP, bool LIST> static i64 run(u64 seed, i64 first, i64 games, i64 *sum, double *sh, const i64 *deck) {
  i64 dec = 0;
  u32 letters[CARDS];
  for (int k = 0; k < CARDS; k++) letters[k] = 1u << deck[k] | 1u << deck[CARDS + k];
  Eng<KEEP, LIST> e;
  e.letters = letters;
  int a[64];
  for (i64 g = first; g < first + games; g++) {
    e.deal(stream(seed, 2 * g));
    Rng q{stream(seed, 2 * g + 1)};
    while (e.turn != OVER) {
      u64 legal = e.legal_set();
      int n = 0, x;
      if (LIST) {
        for (u64 left = legal; left; left &= left - 1) a[n++] = __builtin_ctzll(left);
        x = a[q.below(n)];
      } else x = nth(legal, q.below(__builtin_popcountll(legal)));
      if (!e.apply(x)) __builtin_trap();
      dec++;
    }
    int t[N];
    for (int p = 0; p < N; p++) t[p] = e.s[p].total;
    add_result(t, N, sum, sh);
  }
  return dec;
}
extern "C" i64 alphabetickell_engine(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f) {
  return run<true, true>(a, b, c, d, e, f);
}
extern "C" i64 alphabetickell_engine_pick(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f) {
  return run<true, false>(a, b, c, d, e, f);
}
extern "C" i64 alphabetickell_limit(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f) {
  return run<false, false>(a, b, c, d, e, f);
}
