// Verifies the draws of a finished match on this device, from the transcript and from what the device stored. docs/chance.md explains
// seals and draws; this file must agree with it.

import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { requestText } from "./api";
import { ownSalts, type Proof, proofOf, sameTexts, sealOfSalt } from "./proof";

/** The outcome of one check: it holds, it fails, or this device cannot tell (null). */
export interface Finding {
  holds: boolean | null;
  text: string;
}

/** A recorded draw: the number that came up, and among how many. */
type Pick = readonly [number, number];

/** One reveal: everybody's seals and the salts that were shown after them. */
interface Reveal {
  seals: readonly string[];
  salts: readonly string[];
}

interface RecordedHeader {
  match: string;
  commitment: string;
  secret: string | null;
  salts: readonly string[];
  seals?: readonly string[];
  redraws?: readonly Reveal[];
  picks?: readonly Pick[];
  [field: string]: unknown;
}

interface RecordedLine {
  picks?: readonly Pick[];
}

/** Fields of the header that the commitment covers besides the secret. */
const COVERED = ["match", "game", "version", "seats", "options", "cards", "words"];

export async function checkMatch(match: string): Promise<readonly Finding[]> {
  const text = await requestText(`/api/matches/${encodeURIComponent(match)}/transcript`);
  const [header, ...lines] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  return findings(header as RecordedHeader, lines as readonly RecordedLine[], proofOf(match));
}

export function findings(header: RecordedHeader, lines: readonly RecordedLine[], kept: Proof): readonly Finding[] {
  const { secret } = header;
  if (!secret) return [{ holds: null, text: "The room hasn’t shown its part, so nothing can be checked." }];
  return [
    sameSeal(header, kept),
    { holds: sealOf(secret, header) === header.commitment, text: "The room’s part and what was fixed at the table give that seal." },
    sameSeals(header, kept),
    everySeal(header),
    ownPart(header, kept),
    everyDraw(
      secret,
      header.salts,
      [header, ...lines].map(({ picks }) => picks),
    ),
  ];
}

function sameSeal({ commitment }: RecordedHeader, kept: Proof): Finding {
  if (!kept.commitment)
    return { holds: null, text: "This device had not seen the room’s seal before, so it cannot tell whether it was changed." };
  return { holds: kept.commitment === commitment, text: "The room’s seal is the one that this device saw first." };
}

/** Return every reveal of a match. The last one counts. */
function reveals({ seals = [], salts, redraws = [] }: RecordedHeader): readonly Reveal[] {
  return [...redraws, { seals, salts }];
}

function sameSeals(header: RecordedHeader, { seals }: Proof): Finding {
  if (!seals.length) return { holds: null, text: "This device saw no seals of others before it showed a part of its own." };
  const holds = seals.every((list) => reveals(header).some((each) => sameTexts(each.seals, list)));
  return { holds, text: "Everybody’s seals are those that this device saw before it showed its own part." };
}

function everySeal(header: RecordedHeader): Finding {
  if (!header.seals) return { holds: null, text: "The parts were not sealed before they were shown." };
  const all = reveals(header);
  const fits = ({ seals, salts }: Reveal, last: boolean): boolean =>
    seals.every((seal, seat) => (salts[seat] ? sealOfSalt(salts[seat], header.match) === seal : !seal || !last));
  const follows = all.slice(1).every((each, number) => sameTexts(each.seals, all[number]?.salts ?? []));
  const holds = follows && all.every((each, number) => fits(each, number === all.length - 1));
  return { holds, text: "Everybody’s part is the one whose seal was shown before any part was." };
}

function ownPart({ match, salts }: RecordedHeader, kept: Proof): Finding {
  if (!kept.last) return { holds: null, text: "This device added no part of its own." };
  const holds = ownSalts(match).some((salt) => salts.includes(salt));
  return { holds, text: "The part that this device added is among those the draws come from." };
}

/** Recompute every draw in order; draws are numbered over the whole match. */
function everyDraw(secret: string, salts: readonly string[], recorded: readonly (readonly Pick[] | undefined)[]): Finding {
  if (recorded.slice(0, -1).some((picks) => !picks)) return { holds: null, text: "The record doesn’t say how many each draw was among." };
  const key = blake2b(utf8ToBytes(salts.join("\n")), { dkLen: 32, key: hexToBytes(secret) });
  const picks = recorded.flatMap((each) => each ?? []);
  const wrong = picks.findIndex(([pick, among], number) => drawn(key, number, among) !== pick);
  if (wrong < 0) return { holds: true, text: `All ${picks.length} draws follow from the room’s part and everybody’s parts.` };
  return { holds: false, text: `Draw ${wrong + 1} of ${picks.length} does not follow from the room’s part and everybody’s parts.` };
}

/** Return the commitment that belongs to a secret and a header. */
function sealOf(secret: string, header: RecordedHeader): string {
  const fixed = Object.fromEntries(COVERED.map((name) => [name, header[name] ?? null]));
  return bytesToHex(blake2b(new Uint8Array([...hexToBytes(secret), ...utf8ToBytes(canonical(fixed))]), { dkLen: 32 }));
}

/** Return the result of a draw; draws count from 0. */
function drawn(key: Uint8Array, number: number, among: number): number {
  const place = new DataView(new ArrayBuffer(8));
  place.setBigUint64(0, BigInt(number));
  const bits = bytesToHex(blake2b(new Uint8Array(place.buffer), { dkLen: 4, key }));
  return Number((BigInt(`0x${bits}`) * BigInt(among)) >> 32n);
}

/** Return canonical JSON: sorted keys, no spaces. */
function canonical(thing: unknown): string {
  if (Array.isArray(thing)) return `[${thing.map(canonical).join(",")}]`;
  if (typeof thing !== "object" || thing === null) return JSON.stringify(thing);
  const fields = Object.entries(thing).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(",")}}`;
}
