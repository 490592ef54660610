// A QR code of a short text (bytes, error correction M, versions 1 to 6, mask 0), after ISO/IEC 18004.

/** By version from 1: data bytes in a block, correction bytes in a block, blocks. */
const BLOCKS = [
  [16, 10, 1],
  [28, 16, 1],
  [44, 26, 1],
  [32, 18, 2],
  [43, 24, 2],
  [27, 16, 4],
] as const;
/** The fifteen format bits of correction level M with mask 0. */
const FORMAT = 0b101010000010010;

type Grid = (boolean | undefined)[][];

/** Rows of dark squares, or null where the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(([data, , blocks]) => data * blocks - 2 >= bytes.length) + 1;
  if (!version) return null;
  const grid = patterns(version);
  fill(grid, codewords(bytes, version));
  return grid.map((row) => row.map(Boolean));
}

/** Data and correction bytes, blocks interleaved. */
function codewords(bytes: readonly number[], version: number): number[] {
  const [data, correction, blocks] = BLOCKS[version - 1] as (typeof BLOCKS)[number];
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const packed = Array.from({ length: nibbles.length / 2 }, (_, at) => (nibbles[2 * at]! << 4) | nibbles[2 * at + 1]!);
  for (let pad = 0xec; packed.length < data * blocks; pad ^= 0xec ^ 0x11) packed.push(pad);
  const parts = Array.from({ length: blocks }, (_, at) => packed.slice(at * data, (at + 1) * data));
  return [...interleaved(parts), ...interleaved(parts.map((part) => remainder(part, correction)))];
}

function interleaved(parts: readonly (readonly number[])[]): number[] {
  return (parts[0] ?? []).flatMap((_, at) => parts.map((part) => part[at] ?? 0));
}

/** The Reed-Solomon remainder of a block over GF(256) with polynomial 0x11d. */
function remainder(block: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let power = 0, root = 1; power < count; power++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((term, at) => term ^ times(divisor[at - 1] ?? 0, root));
  }
  const rest = [...block, ...Array<number>(count).fill(0)];
  block.forEach((_, at) => {
    const factor = rest[at]!;
    divisor.forEach((term, step) => (rest[at + step]! ^= times(term, factor)));
  });
  return rest.slice(block.length);
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** Finders, timing, alignment and format; undefined where data goes. */
function patterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const rings = (row: number, column: number, radius: number, light: readonly number[]): void => {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        const line = grid[row + y];
        if (line && column + x in line) line[column + x] = !light.includes(Math.max(Math.abs(x), Math.abs(y)));
      }
    }
  };
  for (let at = 0; at < size; at++) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  rings(3, 3, 4, [2, 4]);
  rings(3, size - 4, 4, [2, 4]);
  rings(size - 4, 3, 4, [2, 4]);
  if (version > 1) rings(size - 7, size - 7, 2, [1]);
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((FORMAT >> bit) & 1) === 1;
    grid[bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit]![8] = dark;
    grid[8]![bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit] = dark;
  }
  grid[size - 8]![8] = true;
  return grid;
}

/** Lay the bits in two-wide columns, up and down from the right, turned over where row + column is even (mask 0). */
function fill(grid: Grid, bytes: readonly number[]): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = grid[upward ? size - 1 - step : step]!;
      for (const column of [right, right - 1]) {
        if (row[column] !== undefined) continue;
        const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        row[column] = dark !== ((grid.indexOf(row) + column) % 2 === 0);
        bit++;
      }
    }
  }
}
