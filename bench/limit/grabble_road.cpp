// Random play of Grabble Road, 2 seats, the recommended game: grabble_road_limit keeps what the rules need,
// grabble_road_engine also what an engine keeps (the list of legal actions, the plays, who drew what for the start, notes of
// draws, nothing left over from the match before), grabble_road_engine_pick all of it but the list. The word graph is laid
// out as muckle/words/graph.py says.
#include "chance.h"
static const int N = 2, RACK = 10, SIDE = 15, STRIDE = 17, SQUARES = STRIDE * STRIDE, TILES = 100, STALL = 10, OVER = -1;
static const int KINDS = 27, BLANK = 26, FACES = 52, FACE_BITS = 6, FACE_MASK = 63, WALL = -1, FREE = 0, NOWHERE = 0;
static const int CORNERS = 4, PLACES = 12, ROOT = 1, LOT = 128, SEAT_UNIT = 32;
static const int MULLIGAN = FACES * PLACES, RETURN = MULLIGAN + 1, DONE = RETURN + KINDS, PASS = DONE + 1, FAR = PASS + 1;
static const i64 LOT_UNIT = 28, MOST_LOTS = 8293509467471872;  // 28^11
static const int NEAR[PLACES] = {-34, -18, -17, -16, -2, -1, 1, 2, 16, 17, 18, 34};
static const int PASSED[PLACES] = {-17, -17, 0, -17, -1, 0, 0, 1, 17, 0, 17, 17};
static const int PASSED_TOO[PLACES] = {-17, -1, 0, 1, -1, 0, 0, 1, -1, 0, 1, 17};
// The options that the rules read, in this order.
struct Options {
  i64 counts[KINDS], numbers[FACES], letter_times[SQUARES], word_times[SQUARES], words_of_one;
};
static inline int corner(int place) { return (place >= 2 ? SIDE : 1) * STRIDE + (place % 2 ? SIDE : 1); }
template <bool KEEP> struct Game {
  const Options *o;
  const int32_t *words;
  Rng r;
  int turn, starter, bag_left, tiles, begun, left, returning, back_count, passes, idle, played, draws, drawn;
  u32 near;
  int board[SQUARES];
  u8 bag[KINDS], back[KINDS];
  u16 drew[TILES + N * RACK];
  struct {
    int square, face, under;
  } laid[TILES];
  struct {
    int seat, first, points;
  } plays[TILES];
  struct Seat {
    u8 tiles[KINDS];
    int held, head, home, score;
    i64 lots;
  } s[N];
  static int nxt(int seat) { return seat + 1 < N ? seat + 1 : 0; }
  inline void note(int outcome) {
    if (KEEP) {
      draws++;
      drew[drawn++] = outcome;
    }
  }
  inline int draw_tile() {
    int pick = r.below(bag_left), kind = 0;
    while (pick >= bag[kind]) pick -= bag[kind++];
    bag[kind]--;
    bag_left--;
    return kind;
  }
  void put_back() {
    for (int kind = 0; kind < KINDS; kind++) {
      bag[kind] += back[kind];
      back[kind] = 0;
    }
    bag_left += back_count;
    back_count = 0;
  }
  int draw_for_start() {
    u32 tied = (1 << N) - 1;
    while (tied & (tied - 1)) {
      if (bag_left < __builtin_popcount(tied)) put_back();
      int best = KINDS;
      u32 winners = 0;
      for (int seat = 0; seat < N; seat++) {
        if (!(tied >> seat & 1)) continue;
        int kind = draw_tile(), rank = kind == BLANK ? 0 : kind + 1;
        note(LOT + seat * SEAT_UNIT + kind);
        back[kind]++;
        back_count++;
        if (KEEP && s[seat].lots < MOST_LOTS) s[seat].lots = s[seat].lots * LOT_UNIT + kind + 1;
        if (rank < best) best = rank, winners = 0;
        if (rank == best) winners |= 1 << seat;
      }
      tied = winners;
    }
    put_back();
    return __builtin_ctz(tied);
  }
  void fill_rack(int seat) {
    Seat &p = s[seat];
    while (p.held < RACK && bag_left > 0) {
      int kind = draw_tile();
      note(seat * SEAT_UNIT + kind);
      p.tiles[kind]++;
      p.held++;
    }
  }
  void deal(u64 rng) {
    r.s = rng;
    draws = drawn = bag_left = 0;
    tiles = begun = left = played = returning = back_count = passes = idle = 0;
    for (int kind = 0; kind < KINDS; kind++) {
      bag[kind] = o->counts[kind];
      back[kind] = 0;
      bag_left += bag[kind];
    }
    for (int &square : board) square = WALL;
    for (int row = 1; row <= SIDE; row++)
      for (int column = 1; column <= SIDE; column++) board[row * STRIDE + column] = FREE;
    if (KEEP) {
      __builtin_memset(laid, 0, sizeof laid);
      __builtin_memset(plays, 0, sizeof plays);
    }
    __builtin_memset(s, 0, sizeof s);
    turn = starter = draw_for_start();
    for (int n = 0; n < N; n++) {
      fill_rack(turn);
      turn = nxt(turn);
    }
    find_targets();
  }
  void find_targets() {
    near = 0;
    if (turn == OVER) return;
    int head = s[turn].head;
    if (head == NOWHERE) {
      for (int place = 0; place < CORNERS; place++) near |= (u32)(board[corner(place)] == FREE) << place;
      if (!near) near = (1 << CORNERS) - 1;
      return;
    }
    for (int place = 0; place < PLACES; place++) {
      if (PASSED[place] == 0) near |= (u32)(board[head + NEAR[place]] != WALL) << place;
      else if (board[head + PASSED[place]] > FREE || board[head + PASSED_TOO[place]] > FREE)
        near |= (u32)(board[head + NEAR[place]] == FREE) << place;
    }
  }
  inline bool can_lay(int face) const {
    const Seat &p = s[turn];
    if (!p.tiles[face < BLANK ? face : BLANK]) return false;
    return left > 0 || (o->numbers[face] >= 1 && o->numbers[face] <= p.held);
  }
  // The faces that may be laid, as a set.
  inline u64 faces() const {
    u64 found = 0;
    for (int letter = 0; letter < BLANK; letter++) found |= (u64)can_lay(letter) << letter;
    return can_lay(BLANK) ? found | ((1ull << BLANK) - 1) << BLANK : found;
  }
  // The tiles that may be returned, as a set.
  inline u32 kinds() const {
    u32 found = 0;
    for (int kind = 0; kind < KINDS; kind++) found |= (u32)(s[turn].tiles[kind] > 0) << kind;
    return found;
  }
  int list(int *a) const {
    int n = 0;
    if (returning) {
      for (u32 set = kinds(); set; set &= set - 1) a[n++] = RETURN + __builtin_ctz(set);
      if (back_count) a[n++] = DONE;
      return n;
    }
    for (u64 set = faces(); set; set &= set - 1)
      for (u32 places = near; places; places &= places - 1)
        a[n++] = __builtin_ctzll(set) * PLACES + __builtin_ctz(places);
    if (left == 0) {
      if (bag_left > 0) a[n++] = MULLIGAN;
      a[n++] = PASS;
    }
    return n;
  }
  // A legal action at random: the one that would stand there in the list.
  inline int pick(Rng &q) const {
    if (returning) {
      u32 set = kinds();
      int there = __builtin_popcount(set), k = q.below(there + (back_count > 0));
      return k < there ? RETURN + nth(set, k) : DONE;
    }
    u64 set = faces();
    int each = __builtin_popcount(near), lays = __builtin_popcountll(set) * each, ends = left ? 0 : 1 + (bag_left > 0);
    int k = q.below(lays + ends);
    if (k < lays) return nth(set, k / each) * PLACES + nth(near, k % each);
    return k == lays && bag_left > 0 ? MULLIGAN : PASS;
  }
  inline bool is_legal(int action) const {
    if (turn == OVER || action < 0 || action >= FAR) return false;
    if (action < MULLIGAN) return !returning && near >> action % PLACES & 1 && can_lay(action / PLACES);
    if (action == MULLIGAN) return bag_left > 0 && !returning && left == 0;
    if (action == PASS) return !returning && left == 0;
    if (action == DONE) return returning && back_count > 0;
    return returning && s[turn].tiles[action - RETURN] > 0;
  }
  // ---- words
  inline int find(int group, int letter) const {
    u32 there = words[group];
    if (!(there >> letter & 1)) return 0;
    return words[group + 1 + __builtin_popcount(there & ((1u << letter) - 1))];
  }
  inline bool was_empty(int fresh, int square) const {
    int held = board[square];
    while (held >= fresh) held = laid[(held >> FACE_BITS) - 1].under;
    return held == FREE;
  }
  int score_from(int fresh, int start, int step) const {
    int square = start, points = 0, group = ROOT, total = 0, times = 1;
    bool any = false;
    while (board[square] > FREE) {
      int face = board[square] & FACE_MASK, edge = find(group, face < BLANK ? face : face - BLANK);
      if (!edge) break;
      int number = o->numbers[face];
      if (board[square] >= fresh) {
        any = true;
        if (was_empty(fresh, square)) {
          number *= o->letter_times[square];
          times *= o->word_times[square];
        }
      }
      total += number;
      square += step;
      if (any && square != start + step && edge & 32) points += total * times;
      group = edge >> 6;
    }
    return points;
  }
  int score_run(int fresh, int square, int step) const {
    int start = square, points = 0, last = square, ahead = square + step;
    while (board[start - step] > FREE) {
      start -= step;
      if (board[start] >= fresh) return 0;
    }
    if (start == square && board[ahead] <= FREE) return 0;
    for (; board[ahead] > FREE; ahead += step)
      if (board[ahead] >= fresh) last = ahead;
    for (; start <= last; start += step) points += score_from(fresh, start, step);
    return points;
  }
  int score_single(int fresh, int square) const {
    int face = board[square] & FACE_MASK, points = o->numbers[face];
    if (!(o->words_of_one >> (face < BLANK ? face : face - BLANK) & 1)) return 0;
    return was_empty(fresh, square) ? points * (int)(o->letter_times[square] * o->word_times[square]) : points;
  }
  int score() const {
    int fresh = (begun + 1) << FACE_BITS, points = 0;
    for (int number = begun; number < tiles; number++) {
      int square = laid[number].square;
      if (board[square] >> FACE_BITS != number + 1) continue;
      points += score_single(fresh, square) + score_run(fresh, square, 1) + score_run(fresh, square, STRIDE);
    }
    return points;
  }
  // ---- acts
  inline void put_tile(int face, int square) {
    Seat &p = s[turn];
    if (left == 0) left = o->numbers[face];
    laid[tiles] = {square, face, board[square]};
    board[square] = ++tiles << FACE_BITS | face;
    p.tiles[face < BLANK ? face : BLANK]--;
    p.held--;
    p.head = square;
    left--;
  }
  void end_turn() {
    idle++;
    if (tiles > begun) {
      Seat &p = s[turn];
      int points = score();
      if (KEEP) plays[played] = {turn, begun, points};
      p.score += points;
      p.home = p.head;
      played++;
      begun = tiles;
      passes = idle = 0;
    }
    if (passes == 0) fill_rack(turn);
    turn = passes == N || idle == STALL * N ? OVER : nxt(turn);
  }
  inline bool apply(int action) {
    if (!is_legal(action)) return false;
    drawn = 0;
    if (action < MULLIGAN) {
      int place = action % PLACES, head = s[turn].head;
      put_tile(action / PLACES, head == NOWHERE ? corner(place) : head + NEAR[place]);
    } else if (action == MULLIGAN) returning = 1;
    else if (action == DONE) {
      put_back();
      returning = passes = 0;
    } else if (action == PASS) passes++;
    else {
      int kind = action - RETURN;
      s[turn].tiles[kind]--;
      s[turn].held--;
      back[kind]++;
      back_count++;
    }
    if (left == 0 && !returning) end_turn();
    find_targets();
    return true;
  }
};
template <bool KEEP, bool LIST>
static i64 run(u64 seed, i64 first, i64 games, i64 *sum, double *sh, const i64 *options, const int32_t *words) {
  i64 dec = 0;
  static Game<KEEP> e;
  e.o = (const Options *)options;
  e.words = words;
  int a[FACES * PLACES + 2];
  for (i64 g = first; g < first + games; g++) {
    e.deal(stream(seed, 2 * g));
    Rng q{stream(seed, 2 * g + 1)};
    while (e.turn != OVER) {
      int x = LIST ? a[q.below(e.list(a))] : e.pick(q);
      if (!e.apply(x)) __builtin_trap();
      dec++;
    }
    int t[N];
    for (int p = 0; p < N; p++) t[p] = e.s[p].score;
    add_result(t, N, sum, sh);
  }
  return dec;
}
extern "C" i64 grabble_road_engine(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f, const int32_t *g) {
  return run<true, true>(a, b, c, d, e, f, g);
}
extern "C" i64 grabble_road_engine_pick(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f, const int32_t *g) {
  return run<true, false>(a, b, c, d, e, f, g);
}
extern "C" i64 grabble_road_limit(u64 a, i64 b, i64 c, i64 *d, double *e, const i64 *f, const int32_t *g) {
  return run<false, false>(a, b, c, d, e, f, g);
}
