// What this device keeps of each match to check its chance by: the commitment as it was first seen, the last of its own salts,
// and everybody's seals as they were shown before it revealed a salt.

import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { storedByMatch } from "./device";

export interface Proof {
  commitment: string;
  /** The last salt of this device's chain; all others follow from it. */
  last: string;
  /** Each list of seals, in seat order, for which this device revealed a salt. */
  seals: readonly (readonly string[])[];
}

/** Salts in a chain: a table reveals at most once more than it has people. */
const CHAIN = 16;

const PROOFS = storedByMatch<Proof>("proofs", 200);

/** What is kept of a match; empty where this device has not seen it before its end. */
export function proofOf(match: string): Proof {
  return PROOFS.get(match) ?? { commitment: "", last: "", seals: [] };
}

/** The room showed a commitment: the first one counts. */
export function sealed(match: string, commitment: string): void {
  if (match && commitment && !proofOf(match).commitment) PROOFS.set(match, { ...proofOf(match), commitment });
}

/** The seal of a salt at one table: BLAKE2b (32 bytes) of the salt's bytes, followed by the match id. */
export function sealOfSalt(salt: string, match: string): string {
  return salt && bytesToHex(blake2b(new Uint8Array([...hexToBytes(salt), ...utf8ToBytes(match)]), { dkLen: 32 }));
}

/** This device's salts for a match in the order in which they are revealed, made at the first call; each is the next one's seal. */
export function mySalts(match: string): readonly string[] {
  const known = proofOf(match).last;
  const last = known || bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  if (!known) PROOFS.set(match, { ...proofOf(match), last });
  const chain = [last];
  while (chain.length < CHAIN) chain.unshift(sealOfSalt(chain[0] ?? "", match));
  return chain;
}

/** Everybody's seals are shown: note them, and return the salt to reveal; "" if none of the seals is this device's. */
export function saltFor(match: string, seals: readonly string[]): string {
  const proof = proofOf(match);
  const salt = proof.last ? mySalts(match).find((each) => seals.includes(sealOfSalt(each, match))) : "";
  if (!salt) return "";
  if (!proof.seals.some((list) => same(list, seals))) PROOFS.set(match, { ...proof, seals: [...proof.seals, seals] });
  return salt;
}

/** Whether two lists hold the same texts. */
export function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, place) => each === other[place]);
}
