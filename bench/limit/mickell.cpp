// Random play of Mickell, the recommended game: mickell_limit keeps what the rules need, mickell_engine also what an engine
// keeps (the list of legal actions, the order of rows and discards, the words claimed with their letters), mickell_engine_pick
// all of it but the list. The word graph is laid out as muckle/words/graph.py says.
#include "chance.h"
static const int CARDS = 48, ROWS = 3, MIN_WORD = 3, NONE = -1, MANY = -1, OVER = -1, ROOT = 1, NODES = 16;
static const int DISCARD = 8, TRIM = 9, CLAIM = 17, END = 25;
struct Deck {
  const int32_t *words;
  u8 low[CARDS], high[CARDS];
};
static inline int child(int edge) { return edge >> 6; }
static inline bool ends(int edge) { return edge & 32; }
static inline int edge_at(const int32_t *words, int group, u32 there, int letter) {
  return words[group + 1 + __builtin_popcount(there & ((1u << letter) - 1))];
}
static inline int points(int letters) {
  if (letters < 6) return letters > 2 ? letters - 2 : 0;
  return letters > 7 ? letters : letters - 1;
}
// What both have in common: the turn, and which actions are legal.
struct Table {
  const Deck *deck;
  Rng r;
  int turn, number, current, barred, total;
  u32 used, spelled, fresh;
  u64 undrawn;
  inline void clear(u64 rng) {
    r.s = rng;
    turn = barred = total = 0;
    number = 1;
    used = spelled = fresh = 0;
    undrawn = (1ull << CARDS) - 1;
  }
  inline void reveal() {
    current = nth(undrawn, r.below(__builtin_popcountll(undrawn)));
    undrawn ^= 1ull << current;
  }
  inline bool is_final() const { return number > CARDS; }
  inline u32 legal_set() const {
    u32 trims = used & ~fresh, claims = barred ? 0 : spelled;
    if (current == NONE) return trims << TRIM | claims << CLAIM | 1u << END;
    u32 free = ((1 << ROWS) - 1) & ~used;
    return used | (free & -free) | (u32)(number > 1) << DISCARD | trims << TRIM | claims << CLAIM;
  }
  // Return whether a card was revealed.
  inline bool end_turn() {
    if (is_final()) {
      turn = OVER;
      return false;
    }
    number++;
    fresh = barred = 0;
    if (!undrawn) return false;
    reveal();
    return true;
  }
};
// ---- an engine with state and a step function
struct Engine : Table {
  struct Row {
    int length, first, last, read, ways;
    int nodes[NODES];
  } rows[8];
  struct Claimed {
    int row, turn, length, first;
  } claims[CARDS / 2];
  int8_t beside[CARDS];
  int trash, claimed, draws, drawn, drew[2], spare[NODES];
  u64 later;
  inline void note_reveal() {
    draws++;
    drew[drawn++] = current;
  }
  inline void clear_row(int row) {
    Row &p = rows[row];
    p.length = p.read = 0;
    p.ways = 1;
    p.nodes[0] = ROOT;
    used &= ~(1u << row);
    spelled &= ~(1u << row);
  }
  void deal(u64 rng) {
    clear(rng);
    draws = drawn = claimed = 0;
    later = 0;
    trash = NONE;
    __builtin_memset(beside, 0, sizeof beside);
    __builtin_memset(claims, 0, sizeof claims);
    __builtin_memset(rows, 0, sizeof rows);
    __builtin_memset(spare, 0, sizeof spare);
    for (int row = 0; row < 8; row++) clear_row(row);
    reveal();
    note_reveal();
  }
  inline void keep_node(Row &p, int node) {
    if (!node || p.ways == MANY) return;
    for (int k = 0; k < p.ways; k++)
      if (p.nodes[k] == node) return;
    if (p.ways == NODES) p.ways = MANY;
    else p.nodes[p.ways++] = node;
  }
  bool follow(Row &p, int card) {
    int ways = p.ways;
    bool word = false;
    if (ways == MANY) return false;
    u32 letters = 1u << deck->low[card] | 1u << deck->high[card];
    for (int k = 0; k < ways; k++) spare[k] = p.nodes[k];
    p.ways = 0;
    for (int k = 0; k < ways; k++) {
      u32 there = deck->words[spare[k]];
      for (u32 left = there & letters; left; left &= left - 1) {
        int edge = edge_at(deck->words, spare[k], there, __builtin_ctz(left));
        word |= ends(edge);
        keep_node(p, child(edge));
      }
    }
    return word;
  }
  int readable(const Row &p, u64 spelling) {
    int card = p.first, group = ROOT;
    for (int read = 0; read < p.length; read++) {
      int right = p.length - 1 - read, letter = spelling >> right & 1 ? deck->high[card] : deck->low[card];
      u32 there = deck->words[group];
      int edge = there >> letter & 1 ? edge_at(deck->words, group, there, letter) : 0;
      if (!edge || (!right && !ends(edge))) return read;
      group = child(edge);
      card = beside[card];
    }
    return p.length;
  }
  // The first spelling of a listed word; 0 if there is none.
  u64 word_of(const Row &p) {
    u64 spelling = 1ull << p.length;
    while (spelling >> p.length == 1) {
      int read = readable(p, spelling);
      if (read == p.length) return spelling;
      int wrong = p.length - 1 - read;
      spelling = ((spelling >> wrong) + 1) << wrong;
    }
    return 0;
  }
  void read_row(int row) {
    Row &p = rows[row];
    bool word = false;
    int card = p.read ? p.last : p.first;
    while (p.read < p.length) {
      word = follow(p, card);
      p.last = card;
      p.read++;
      card = beside[card];
    }
    if (p.ways == MANY) word = word_of(p) != 0;
    spelled &= ~(1u << row);
    if (word && p.length >= MIN_WORD) spelled |= 1u << row;
  }
  inline void discard(int card) {
    beside[card] = trash;
    trash = card;
  }
  void place(int row) {
    Row &p = rows[row];
    if (p.length) beside[p.last] = current;
    else p.first = current;
    p.last = current;
    p.length++;
    used |= 1u << row;
    fresh = 1u << row;
    current = NONE;
    read_row(row);
  }
  void trim(int row) {
    Row &p = rows[row];
    int gone = p.last, length = p.length - 1;
    clear_row(row);
    if (length) {
      p.length = length;
      used |= 1u << row;
    }
    read_row(row);
    discard(gone);
  }
  bool claim(int row) {
    Row &p = rows[row];
    if (barred || p.length < MIN_WORD) return false;
    u64 spelling = word_of(p);
    if (!spelling) return false;
    drawn = 0;
    claims[claimed++] = {row, number, p.length, p.first};
    total += points(p.length);
    int card = p.first;
    for (int right = p.length - 1; right >= 0; right--) {
      later |= (spelling >> right & 1) << card;
      card = beside[card];
    }
    clear_row(row);
    fresh &= ~(1u << row);
    if (!is_final()) barred = 1;
    return true;
  }
  inline bool apply(int action) {
    if (action >= CLAIM && action < END) return claim(action - CLAIM);
    if (action < 0 || action > END || !(legal_set() >> action & 1)) return false;
    drawn = 0;
    if (action < DISCARD) place(action);
    else if (action == DISCARD) {
      discard(current);
      current = NONE;
    } else if (action < CLAIM) trim(action - TRIM);
    else if (end_turn()) note_reveal();
    return true;
  }
};
// ---- what the rules need: of each row where one can be in the word graph after each of its cards
struct Limit : Table {
  static const int WIDTH = 128;
  struct Row {
    int length;
    bool word[CARDS + 1];
    int ways[CARDS + 1], nodes[CARDS + 1][WIDTH];
  } rows[ROWS];
  void deal(u64 rng) {
    clear(rng);
    for (Row &p : rows) {
      p.length = 0;
      p.word[0] = false;
      p.ways[0] = 1;
      p.nodes[0][0] = ROOT;
    }
    reveal();
  }
  inline void mind(int row) {
    u32 bit = 1u << row;
    const Row &p = rows[row];
    used = p.length ? used | bit : used & ~bit;
    spelled = p.length >= MIN_WORD && p.word[p.length] ? spelled | bit : spelled & ~bit;
  }
  inline void place(int row) {
    Row &p = rows[row];
    const int *from = p.nodes[p.length], ways = p.ways[p.length++];
    int *to = p.nodes[p.length], n = 0;
    bool word = false;
    u32 letters = 1u << deck->low[current] | 1u << deck->high[current];
    for (int k = 0; k < ways; k++) {
      u32 there = deck->words[from[k]];
      for (u32 left = there & letters; left; left &= left - 1) {
        int edge = edge_at(deck->words, from[k], there, __builtin_ctz(left)), node = child(edge), at = 0;
        word |= ends(edge);
        while (at < n && to[at] != node) at++;
        if (at < n || !node) continue;
        if (n == WIDTH) __builtin_trap();
        to[n++] = node;
      }
    }
    p.ways[p.length] = n;
    p.word[p.length] = word;
    fresh = 1u << row;
    current = NONE;
    mind(row);
  }
  inline bool apply(int action) {
    if (action < DISCARD) place(action);
    else if (action == DISCARD) current = NONE;
    else if (action < CLAIM) {
      rows[action - TRIM].length--;
      mind(action - TRIM);
    } else if (action < END) {
      Row &p = rows[action - CLAIM];
      total += points(p.length);
      p.length = 0;
      fresh &= ~(1u << (action - CLAIM));
      mind(action - CLAIM);
      if (!is_final()) barred = 1;
    } else end_turn();
    return true;
  }
};
template <class Game, bool LIST>
static i64 run(u64 seed, i64 first, i64 games, i64 *sum, double *sh, const i64 *letters, const int32_t *words) {
  i64 dec = 0;
  Deck deck{words, {}, {}};
  for (int k = 0; k < CARDS; k++) {
    i64 top = letters[k], bottom = letters[CARDS + k];
    deck.low[k] = top < bottom ? top : bottom;
    deck.high[k] = top < bottom ? bottom : top;
  }
  static Game e;
  e.deck = &deck;
  int a[32];
  for (i64 g = first; g < first + games; g++) {
    e.deal(stream(seed, 2 * g));
    Rng q{stream(seed, 2 * g + 1)};
    while (e.turn != OVER) {
      u32 legal = e.legal_set();
      int n = 0, x;
      if (LIST) {
        for (u32 left = legal; left; left &= left - 1) a[n++] = __builtin_ctz(left);
        x = a[q.below(n)];
      } else x = nth(legal, q.below(__builtin_popcount(legal)));
      if (!e.apply(x)) __builtin_trap();
      dec++;
    }
    add_result(&e.total, 1, sum, sh);
  }
  return dec;
}
extern "C" i64 mickell_engine(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f, const int32_t *g) {
  return run<Engine, true>(a, b, c, d, e, f, g);
}
extern "C" i64 mickell_engine_pick(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f, const int32_t *g) {
  return run<Engine, false>(a, b, c, d, e, f, g);
}
extern "C" i64 mickell_limit(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f, const int32_t *g) {
  return run<Limit, false>(a, b, c, d, e, f, g);
}
