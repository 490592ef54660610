// Random play of Mitch, 3 seats, the recommended game: mitch_limit keeps what the rules need, mitch_engine also what an engine
// keeps (the list of legal actions, the order of hands, pile, shown Aces, notes of draws), mitch_engine_pick all of it but the
// list.
#include "chance.h"
static const u64 ACES = (1ull << 12) | (1ull << 25) | (1ull << 38) | (1ull << 51), ALL = (1ull << 52) - 1, SUIT = (1 << 13) - 1;
struct PackT {
  u8 c[64];
  PackT() {
    for (int i = 0; i < 64; i++) c[i] = i < 52 ? i : 0;
  }
};
static const PackT PACK;
template <int N> static inline void score(const u64 *tab, const u8 *missed, int *tot) {
  int lose[N] = {0}, win[N] = {0};
  for (int s = 0; s < 4; s++) {
    unsigned best = 0;
    int bi = -1;
    unsigned n[N];
    for (int p = 0; p < N; p++) {
      u64 c = tab[p] >> (13 * s) & SUIT;
      n[p] = __builtin_popcountll(c);
      unsigned st = c ? (n[p] << 8 | __builtin_ctzll(c)) : 0;
      if (st > best) {
        best = st;
        bi = p;
      }
      lose[p] += n[p];
    }
    if (bi >= 0) {
      win[bi] += 4;
      lose[bi] -= n[bi];
    }
  }
  for (int p = 0; p < N; p++) tot[p] += win[p] - lose[p] - (missed[p] ? 10 : 0);
}
extern "C" i64 mitch_limit(u64 seed, i64 first, i64 games, i64 *sum, double *sh) {
  const int N = 3;
  i64 dec = 0;
  for (i64 g = first; g < first + games; g++) {
    Rng r{stream(seed, 2 * g)}, q{stream(seed, 2 * g + 1)};
    int tot[N] = {0};
    int dealer = r.below(N);
    for (int hand = 0; hand < 4; hand++) {
      u8 st[64];
      __builtin_memcpy(st, PACK.c, 64);
      unsigned left = 52;
      int aces = 0;
      u64 H[N] = {0}, T[N] = {0}, R[N];
      u8 had[N] = {0}, placed[N] = {0};
      for (int p = 0; p < N; p++) R[p] = ALL;
      auto draw = [&] {
        unsigned k = r.below(left);
        unsigned c = st[k];
        st[k] = st[--left];
        return c;
      };
      int turn = dealer + 1 < N ? dealer + 1 : 0, s = turn;
      for (int i = 0; i < 5; i++)
        for (int j = 0; j < N; j++) {
          H[s] |= 1ull << draw();
          s = s + 1 < N ? s + 1 : 0;
        }
      for (int j = 0; j < N; j++) {
        int a = __builtin_popcountll(H[s] & ACES);
        aces += a;
        H[s] &= ~ACES;
        while (a) {
          u64 b = 1ull << draw();
          if (b & ACES) aces++;
          else {
            H[s] |= b;
            a--;
          }
        }
        s = s + 1 < N ? s + 1 : 0;
      }
      // phase 1
      for (;;) {
        if (aces < 3) {
          u64 b;
          do {
            b = 1ull << draw();
            if (b & ACES) aces++;
            else break;
          } while (aces < 3);
          if (!(b & ACES)) H[turn] |= b;
        }
        if (aces >= 3) break;
        u64 h = H[turn], f = h & R[turn];
        unsigned nf = __builtin_popcountll(f);
        unsigned k = q.below(6 + nf);
        dec++;
        had[turn] = 1;
        bool pl = k >= 6;
        int c = nth(pl ? f : h, pl ? k - 6 : k);
        u64 b = 1ull << c;
        H[turn] = h ^ b;
        if (pl) {
          placed[turn] = 1;
          T[turn] |= b;
          u64 lane = SUIT << (c / 13 * 13);
          R[turn] &= ~lane | (b - 1);
        }
        turn = turn + 1 < N ? turn + 1 : 0;
      }
      for (unsigned left2 = 5; left2; left2--)
        for (int j = 0; j < N; j++) {
          u64 h = H[turn], f = h & R[turn];
          unsigned nf = __builtin_popcountll(f);
          unsigned k = q.below(left2 + nf);
          bool pl = k >= left2;
          int c = nth(pl ? f : h, pl ? k - left2 : k);
          u64 b = 1ull << c;
          H[turn] = h ^ b;
          if (pl) {
            T[turn] |= b;
            u64 lane = SUIT << (c / 13 * 13);
            R[turn] &= ~lane | (b - 1);
          }
          turn = turn + 1 < N ? turn + 1 : 0;
        }
      dec += 15;
      u8 miss[N];
      for (int p = 0; p < N; p++) miss[p] = had[p] & !placed[p];
      score<N>(T, miss, tot);
      dealer = dealer + 1 < N ? dealer + 1 : 0;
    }
    add_result(tot, N, sum, sh);
  }
  return dec;
}
// ---- the same as an engine with state and a step function: legal list, order of the hand, pile with owners, shown Aces, notes
// of draws
struct Seat {
  u64 hand, tableau, room;
  u64 last;
  int total;
  int scored[8];
  u8 held[8];
  u8 holds, had, placed, last_missed;
};
struct State {
  Rng r;
  unsigned draws, drawn;
  u16 drew[64];
  int turn, dealer, finished, aces;
  unsigned left, pile_n;
  u8 stock[64];
  u16 pile[64];
  u16 shown[8];
  Seat s[3];
};
struct Eng {
  State S;
  static const int N = 3;
  static int nxt(int x) { return x + 1 < N ? x + 1 : 0; }
  inline unsigned draw() {
    unsigned k = S.r.below(S.left);
    S.draws++;
    unsigned c = S.stock[k];
    S.stock[k] = S.stock[--S.left];
    return c;
  }
  inline void note(unsigned o) { S.drew[S.drawn++] = o; }
  inline void take(Seat &p, unsigned c) {
    p.hand |= 1ull << c;
    p.held[p.holds++] = c;
  }
  inline void drop(Seat &p, unsigned c) {
    p.hand ^= 1ull << c;
    u64 v;
    __builtin_memcpy(&v, p.held, 8);
    u64 x = v ^ (0x0101010101010101ull * c);
    u64 z = (x - 0x0101010101010101ull) & ~x & 0x8080808080808080ull;
    // holds <= 6, slots behind are 0xff
    unsigned at = __builtin_ctzll(z) - 7;
    u64 bel = (1ull << at) - 1;
    v = (v & bel) | ((v >> 8) & ~bel);
    v |= 0xff00000000000000ull;
    __builtin_memcpy(p.held, &v, 8);
    p.holds--;
  }
  inline void show(int seat, unsigned c) { S.shown[S.aces++] = seat * 64 + c; }
  inline void drawn_by(int seat) {
    unsigned c = draw();
    note(2048 + seat * 64 + c);
    if (ACES >> c & 1) show(seat, c);
    else take(S.s[seat], c);
  }
  void deal_hand() {
    __builtin_memcpy(S.stock, PACK.c, 64);
    S.left = 52;
    S.pile_n = 0;
    S.aces = 0;
    for (int p = 0; p < N; p++) {
      Seat &x = S.s[p];
      x.hand = x.tableau = 0;
      x.room = ALL;
      x.holds = x.had = x.placed = 0;
      __builtin_memset(x.held, 0xff, 8);
    }
    S.turn = nxt(S.dealer);
    int s = S.turn;
    for (int i = 0; i < 15; i++) {
      unsigned c = draw();
      note(1024 + s * 64 + c);
      take(S.s[s], c);
      s = nxt(s);
    }
    for (int i = 0; i < N; i++) {
      Seat &p = S.s[s];
      while (p.hand & ACES) {
        unsigned a = __builtin_ctzll(p.hand & ACES);
        drop(p, a);
        show(s, a);
      }
      while (p.holds < 5) drawn_by(s);
      s = nxt(s);
    }
    begin();
  }
  inline void begin() {
    Seat &p = S.s[S.turn];
    unsigned h = p.holds;
    while (S.aces < 3 && p.holds == h) drawn_by(S.turn);
  }
  void go_on() {
    while (S.s[S.turn].holds == 0) {
      u64 t[N];
      u8 m[N];
      int tot[N] = {0};
      for (int p = 0; p < N; p++) {
        t[p] = S.s[p].tableau;
        m[p] = S.s[p].had & !S.s[p].placed;
      }
      score<N>(t, m, tot);
      for (int p = 0; p < N; p++) {
        Seat &x = S.s[p];
        x.total += tot[p];
        x.scored[S.finished & 7] = tot[p];
        x.last = x.tableau;
        x.last_missed = m[p];
      }
      if (++S.finished >= 4) {
        S.turn = -1;
        return;
      }
      S.dealer = nxt(S.dealer);
      deal_hand();
    }
  }
  void deal(u64 rng) {
    S.r.s = rng;
    S.draws = S.drawn = 0;
    S.finished = 0;
    for (int p = 0; p < N; p++) {
      S.s[p].total = 0;
      S.s[p].last = 0;
      S.s[p].last_missed = 0;
      for (int k = 0; k < 8; k++) S.s[p].scored[k] = 0;
    }
    S.dealer = S.r.below(N);
    note(S.dealer * 64);
    deal_hand();
    go_on();
  }
  inline int legal(int *a) {
    if (S.turn < 0) return 0;
    Seat &p = S.s[S.turn];
    int n = 0;
    for (u64 h = p.hand; h; h &= h - 1) a[n++] = __builtin_ctzll(h);
    for (u64 h = p.hand & p.room; h; h &= h - 1) a[n++] = 52 + __builtin_ctzll(h);
    return n;
  }
  inline bool is_legal(int a) {
    if (S.turn < 0 || a < 0 || a >= 104) return false;
    Seat &p = S.s[S.turn];
    return a >= 52 ? (p.hand & p.room) >> (a - 52) & 1 : p.hand >> a & 1;
  }
  inline bool apply(int a) {
    if (!is_legal(a)) return false;
    S.drawn = 0;
    Seat &p = S.s[S.turn];
    bool ph1 = S.aces < 3;
    int c = a >= 52 ? a - 52 : a;
    drop(p, c);
    if (a >= 52) {
      u64 b = 1ull << c;
      p.tableau |= b;
      u64 lane = SUIT << (c / 13 * 13);
      p.room &= ~lane | (b - 1);
      if (ph1) p.placed = 1;
    } else S.pile[S.pile_n++] = S.turn * 64 + c;
    if (ph1) p.had = 1;
    S.turn = nxt(S.turn);
    begin();
    go_on();
    return true;
  }
};
extern "C" i64 mitch_engine(u64 seed, i64 first, i64 games, i64 *sum, double *sh) {
  i64 dec = 0;
  Eng e;
  int a[24];
  for (i64 g = first; g < first + games; g++) {
    e.deal(stream(seed, 2 * g));
    Rng q{stream(seed, 2 * g + 1)};
    while (e.S.turn >= 0) {
      if (!e.apply(a[q.below(e.legal(a))])) __builtin_trap();
      dec++;
    }
    int t[3];
    for (int p = 0; p < 3; p++) t[p] = e.S.s[p].total;
    add_result(t, 3, sum, sh);
  }
  return dec;
}
extern "C" i64 mitch_engine_pick(u64 seed, i64 first, i64 games, i64 *sum, double *sh) {
  i64 dec = 0;
  Eng e;
  for (i64 g = first; g < first + games; g++) {
    e.deal(stream(seed, 2 * g));
    Rng q{stream(seed, 2 * g + 1)};
    while (e.S.turn >= 0) {
      Seat &p = e.S.s[e.S.turn];
      u64 h = p.hand, f = h & p.room;
      unsigned n = p.holds, k = q.below(n + __builtin_popcountll(f));
      int a = k < n ? nth(h, k) : 52 + nth(f, k - n);
      if (!e.apply(a)) __builtin_trap();
      dec++;
    }
    int t[3];
    for (int p = 0; p < 3; p++) t[p] = e.S.s[p].total;
    add_result(t, 3, sum, sh);
  }
  return dec;
}
