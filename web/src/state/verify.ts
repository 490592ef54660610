// Verifies the draws of a finished match on this device, from the transcript and from what the device stored. docs/chance.md explains
// seal and draws; this file must agree with it.

import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { requestText } from "./api";
import { type Proof, proofOf } from "./proof";

/** The outcome of one check: it holds, it fails, or this device cannot tell (null). */
export interface Finding {
  holds: boolean | null;
  text: string;
}

/** A recorded draw: the number that came up, and among how many. */
type Pick = readonly [number, number];

interface RecordedHeader {
  match: string;
  commitment: string;
  secret: string | null;
  salts: readonly string[];
  picks?: readonly Pick[];
  [field: string]: unknown;
}

interface RecordedLine {
  picks?: readonly Pick[];
}

/** Fields of the header that the draws depend on besides the secret. */
const MIXED = ["game", "version", "seats", "options", "cards", "words", "salts"];

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
    { holds: sealOf(secret, header) === header.commitment, text: "The room’s part gives that seal." },
    ownPart(header, kept),
    everyDraw(header, secret, lines),
  ];
}

function sameSeal({ commitment }: RecordedHeader, kept: Proof): Finding {
  if (!kept.commitment)
    return { holds: null, text: "This device had not seen the room’s seal before, so it cannot tell whether it was changed." };
  return { holds: kept.commitment === commitment, text: "The room’s seal is the one that this device saw first." };
}

function ownPart({ salts }: RecordedHeader, { salt }: Proof): Finding {
  if (!salt) return { holds: null, text: "This device added no part of its own." };
  return { holds: salts.includes(salt), text: "The part that this device added is among those the draws come from." };
}

/** Recompute every draw in order; draws are numbered over the whole match. */
function everyDraw(header: RecordedHeader, secret: string, lines: readonly RecordedLine[]): Finding {
  const recorded = [header, ...lines].map(({ picks }) => picks);
  if (recorded.slice(0, -1).some((picks) => !picks)) return { holds: null, text: "The record doesn’t say how many each draw was among." };
  const mixed = Object.fromEntries(MIXED.map((name) => [name, header[name] ?? null]));
  const key = blake2b(utf8ToBytes(canonical(mixed)), { dkLen: 32, key: hexToBytes(secret) });
  const picks = recorded.flatMap((each) => each ?? []);
  const wrong = picks.findIndex(([pick, among], number) => drawn(key, number, among) !== pick);
  if (wrong < 0) return { holds: true, text: `All ${picks.length} draws follow from the parts and what was agreed at the table.` };
  return { holds: false, text: `Draw ${wrong + 1} of ${picks.length} does not follow from the parts and what was agreed at the table.` };
}

/** Return the commitment that belongs to a secret. */
function sealOf(secret: string, { match }: RecordedHeader): string {
  return bytesToHex(blake2b(new Uint8Array([...hexToBytes(secret), ...utf8ToBytes(match)]), { dkLen: 32 }));
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
