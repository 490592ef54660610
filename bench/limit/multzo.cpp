// Random play of Multzo, 3 seats, the recommended game: multzo_limit keeps what the rules need, multzo_engine also what an
// engine keeps (the list of legal actions, the order of hands, what is known, notes of draws), multzo_engine_pick all of it but
// the list.
#include "chance.h"
static inline int pc(u32 x) { return __builtin_popcount(x); }
static const u32 L1 = 1 | 1 << 6 | 1 << 12 | 1 << 18, FROM2 = 0xffffff & ~L1, RK = 63;
static inline int total(u32 x) {
  return pc(x & (L1 << 2 | L1 << 4)) + 2 * pc(x & (L1 << 1 | L1 << 2 | L1 << 5)) + 4 * pc(x & (L1 << 3 | L1 << 4 | L1 << 5));
}
static const int NONE = -1;
template <bool KEEP, bool LIST, int N> struct Eng {
  Rng r;
  int turn, phase, rounds, starter, idle, remaining, declarer, down, number, draws, drawn;
  u32 open, coins, paid, unsure;
  u8 unpaid, choosers, taken;
  unsigned left, laid;
  u8 stack[32];
  u16 row[32];
  u16 drew[32];
  struct Seat {
    u32 hand, coins, shown, known;
    u8 won;
    u8 held[8];
  } s[N];
  static int nxt(int x) { return x + 1 < N ? x + 1 : 0; }
  inline void take(Seat &p, int t) {
    if (KEEP) p.held[pc(p.hand)] = t;
    p.hand |= 1u << t;
  }
  inline void draw_stack(int seat, int kind) {
    unsigned k = r.below(left);
    int t = stack[k];
    stack[k] = stack[--left];
    if (KEEP) {
      draws++;
      drew[drawn++] = kind + seat * 32 + t;
    }
    take(s[seat], t);
  }
  inline void drop(Seat &p, int t) {
    p.hand ^= 1u << t;
    if (KEEP) {
      p.known &= ~(1u << t);
      u64 v;
      __builtin_memcpy(&v, p.held, 8);
      u64 x = v ^ (0x0101010101010101ull * t);
      u64 z = (x - 0x0101010101010101ull) & ~x & 0x8080808080808080ull;
      unsigned at = __builtin_ctzll(z) - 7;
      u64 bel = (1ull << at) - 1;
      v = (v & bel) | ((v >> 8) & ~bel);
      v |= 0xff00000000000000ull;
      __builtin_memcpy(p.held, &v, 8);
    }
  }
  void deal_round() {
    for (int i = 0; i < 24; i++) stack[i] = i;
    left = 24;
    open = 0;
    laid = 0;
    taken = 0;
    remaining = NONE;
    declarer = NONE;
    down = NONE;
    unsure = 0;
    idle = 0;
    rounds++;
    for (auto &p : s) {
      p.hand = 0;
      if (KEEP) {
        p.known = 0;
        __builtin_memset(p.held, 0xff, 8);
      }
    }
    turn = starter;
    number = 0;
    for (int i = 0; i < 4 * N; i++) {
      draw_stack(turn, 256);
      turn = nxt(turn);
    }
    number = 1;
  }
  void deal(u64 rng) {
    r.s = rng;
    draws = drawn = 0;
    coins = 0xffffff;
    paid = 0;
    rounds = 0;
    unpaid = choosers = 0;
    for (auto &p : s) {
      p.coins = 0;
      p.shown = 0;
      p.won = 0;
    }
    starter = r.below(N);
    if (KEEP) drew[drawn++] = starter * 32;
    deal_round();
    draw_stack(turn, 512);
    phase = 1;
  }
  inline u32 stackof(int c) { return coins & FROM2 & RK << (6 * c); }
  inline int nulls(int seat) {
    int w = s[seat].won, f = 0;
    if (pc(w) != 2) return 0;
    for (int c = 0; c < 4; c++) f |= ((w >> c) & (coins >> (6 * c)) & 1) << c;
    return f;
  }
  inline void take_coin(int seat, int c) {
    u32 b = 1u << c;
    coins ^= b;
    paid |= b;
    s[seat].coins |= b;
  }
  void strengths(u32 h, int *o) {
    u32 c = h & RK, a = h >> 6 & RK, u = h >> 12 & RK, m = h >> 18;
    u32 ranks = c | a | u | m;
    int w = total(h);
    bool alone = c == ranks || a == ranks || u == ranks || m == ranks;
    o[0] = alone && pc(ranks) == 4 ? w : NONE;
    o[1] = c && a && u && m ? w : NONE;
    u32 two = c & a, ot = u & m, three = two & (u | m) | ot & (c | a), four = two & ot;
    o[2] = four ? 100 + w : three ? w : NONE;
    three = ranks & ranks >> 1 & ranks >> 2;
    four = three & ranks >> 3;
    o[3] = four ? 100 + w : three ? w : NONE;
  }
  void show() {
    phase = 2;
    unsure = 0;
    unpaid = 0;
    paid = 0;
    int st[N][4];
    for (int p = 0; p < N; p++) {
      s[p].shown = s[p].hand;
      if (KEEP) s[p].known = s[p].hand;
      s[p].won = 0;
      strengths(s[p].hand, st[p]);
    }
    for (int c = 0; c < 4; c++) {
      int best = NONE, w = NONE;
      for (int p = 0; p < N; p++) {
        if (st[p][c] > best) {
          best = st[p][c];
          w = p;
        } else if (st[p][c] == best) w = NONE;
      }
      if (w != NONE) {
        s[w].won |= 1 << c;
        unpaid |= 1 << w;
        if (nulls(w)) choosers |= 1 << w;
      }
    }
  }
  void pay(int seat) {
    for (int w = s[seat].won; w; w &= w - 1) {
      int c = __builtin_ctz(w);
      int n = 1 + (c == 0);
      if (paid >> (6 * c) & 1) n--;
      while (n && stackof(c)) {
        take_coin(seat, __builtin_ctz(stackof(c)));
        n--;
      }
    }
  }
  inline int score(int p) { return total(s[p].coins) * (1 + pc(s[p].coins & L1)); }
  bool settle() {
    for (int p = 0; p < N; p++)
      if ((unpaid & ~choosers) >> p & 1) pay(p);
    unpaid = choosers;
    if (choosers) {
      turn = starter;
      while (!(choosers >> turn & 1)) turn = nxt(turn);
      return false;
    }
    bool e = rounds >= 50;
    for (int c = 0; c < 4; c++) e |= stackof(c) == 0;
    if (e) {
      turn = NONE;
      return false;
    }
    int best = 0, lead = 0;
    for (int p = 0; p < N; p++) {
      int x = score(p);
      if (x > best) {
        best = x;
        lead = 0;
      }
      if (x == best) lead |= 1 << p;
    }
    starter = nxt(starter);
    while (!(lead >> starter & 1)) starter = nxt(starter);
    deal_round();
    return true;
  }
  inline bool pass() {
    if (remaining != NONE) remaining--;
    else idle = taken ? idle + 1 : 0;
    if (remaining == 0 || (remaining == NONE && idle == 3 * N)) {
      show();
      return false;
    }
    turn = nxt(turn);
    number++;
    return true;
  }
  inline int put(int *a, int n, u32 m, int base) {
    for (; m; m &= m - 1) a[n++] = base + __builtin_ctz(m);
    return n;
  }
  inline int legal(int *a) {
    int n = 0;
    if (phase == 0) {
      if (left) a[n++] = 0;
      return put(a, n, open, 1);
    }
    if (phase == 1) {
      u32 h = s[turn].hand;
      n = put(a, n, h, 25);
      return remaining == NONE ? put(a, n, h, 49) : n;
    }
    n = put(a, n, nulls(turn), 73);
    a[n++] = 77;
    return n;
  }
  inline int pick(Rng &q) {
    if (phase == 0) {
      unsigned d = left > 0, k = q.below(d + pc(open));
      return k < d ? 0 : 1 + nth(open, k - d);
    }
    if (phase == 1) {
      u32 h = s[turn].hand;
      unsigned k = q.below(remaining == NONE ? 10 : 5);
      return k < 5 ? 25 + nth(h, k) : 49 + nth(h, k - 5);
    }
    int f = nulls(turn);
    unsigned n = pc(f), k = q.below(n + 1);
    return k < n ? 73 + nth(f, k) : 77;
  }
  inline bool is_legal(int a) {
    if (turn < 0 || a < 0 || a > 77) return false;
    if (a == 0) return phase == 0 && left;
    if (a < 25) return phase == 0 && open >> (a - 1) & 1;
    if (a < 49) return phase == 1 && s[turn].hand >> (a - 25) & 1;
    if (a < 73) return phase == 1 && remaining == NONE && s[turn].hand >> (a - 49) & 1;
    if (a < 77) return phase == 2 && nulls(turn) >> (a - 73) & 1;
    return phase == 2;
  }
  inline bool apply(int a) {
    if (!is_legal(a)) return false;
    drawn = 0;
    bool draws_ = a == 0, begins = false;
    if (a >= 73) {
      choosers ^= 1 << turn;
      if (a < 77) take_coin(turn, (a - 73) * 6);
    } else if (a >= 25) {
      Seat &p = s[turn];
      int t;
      if (a >= 49) {
        t = a - 49;
        declarer = turn;
        down = t;
        remaining = N;
        if (KEEP) {
          unsure = p.known;
          p.known = 0;
        }
      } else {
        t = a - 25;
        if (KEEP) row[laid] = number * 256 + turn * 32 + t;
        laid++;
        open |= 1u << t;
      }
      drop(p, t);
      begins = pass();
    } else if (a) {
      int t = a - 1;
      open ^= 1u << t;
      laid--;
      if (KEEP) {
        int g = 0;
        for (unsigned i = 0; i < laid; i++) {
          g |= (row[i] & 31) == t;
          row[i] = row[i + g];
        }
        s[turn].known |= 1u << t;
      }
      take(s[turn], t);
      taken = 1;
      phase = 1;
    }
    if (phase == 2) begins = settle();
    if (begins) {
      phase = 0;
      taken = 0;
      draws_ = open == 0;
    }
    if (draws_) {
      draw_stack(turn, 512);
      phase = 1;
    }
    return true;
  }
};
template <bool KEEP, bool LIST> static i64 run(u64 seed, i64 first, i64 games, i64 *sum, double *sh) {
  const int N = 3;
  i64 dec = 0;
  Eng<KEEP, LIST, N> e;
  int a[32];
  for (i64 g = first; g < first + games; g++) {
    e.deal(stream(seed, 2 * g));
    Rng q{stream(seed, 2 * g + 1)};
    while (e.turn >= 0) {
      int x;
      if (LIST) {
        int n = e.legal(a);
        x = a[q.below(n)];
      } else x = e.pick(q);
      if (!e.apply(x)) __builtin_trap();
      dec++;
    }
    int t[N];
    for (int p = 0; p < N; p++) t[p] = e.score(p);
    add_result(t, N, sum, sh);
  }
  return dec;
}
extern "C" i64 multzo_engine(u64 a, i64 b, i64 c, i64 *d, double *e) { return run<true, true>(a, b, c, d, e); }
extern "C" i64 multzo_engine_pick(u64 a, i64 b, i64 c, i64 *d, double *e) { return run<true, false>(a, b, c, d, e); }
extern "C" i64 multzo_limit(u64 a, i64 b, i64 c, i64 *d, double *e) { return run<false, false>(a, b, c, d, e); }
