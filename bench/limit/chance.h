// Chance as muckle/engine/chance.py draws it, for the C++ twins of random play: the same seeds give the same draws.
#pragma once
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif
typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

static const u64 LOW = 0xffffffffull, MULTIPLIER = 2147483085ull;

// The start of stream `number` of a seed.
static inline u64 stream(u64 seed, u64 number) {
  u64 x = (seed ^ (number * 7046029254386353ull) ^ 0x1E3779B97F4A7C15ull) & 0x3FFFFFFFFFFFFFFFull;
  for (int i = 0; i < 4; i++) {
    x = (x & LOW) * MULTIPLIER + (x >> 32);
    x ^= (x >> 29) ^ ((x & LOW) << 17);
    x &= 0x3FFFFFFFFFFFFFFFull;
  }
  return x | 1;
}

struct Rng {
  u64 s;
  inline unsigned below(unsigned n) {
    s = (s & LOW) * MULTIPLIER + (s >> 32);
    return ((s & LOW) * n) >> 32;
  }
};

// The member of a set that has k smaller ones in it.
static inline int nth(u64 set, unsigned k) {
#ifdef __BMI2__
  return __builtin_ctzll(_pdep_u64(1ull << k, set));
#else
  while (k--) set &= set - 1;
  return __builtin_ctzll(set);
#endif
}

// Add the points of a match, and each seat's share of the win.
static inline void add_result(const int *points, int seats, i64 *sums, double *shares) {
  int best = points[0], winners = 0;
  for (int i = 1; i < seats; i++)
    if (points[i] > best) best = points[i];
  for (int i = 0; i < seats; i++) winners += points[i] == best;
  for (int i = 0; i < seats; i++) {
    sums[i] += points[i];
    if (points[i] == best) shares[i] += 1.0 / winners;
  }
}
