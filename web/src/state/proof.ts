// What this device stores about each match so that it can verify the draws later: the first commitment it saw, its own salts, and the
// seals it saw before it revealed a salt.

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

/** Salts in a chain; a table reveals salts at most once more often than it has people. */
const CHAIN = 16;

const PROOFS = storedByMatch<Proof>("proofs", 200);

/** Return what is stored about a match; empty if this device did not see the match before its end. */
export function proofOf(match: string): Proof {
  return PROOFS.get(match) ?? { commitment: "", last: "", seals: [] };
}

/**
 * Store the commitment of a match, unless one is stored.
 *
 * @param open whether the table may still be changed: then a newer commitment counts, as nobody has revealed a salt
 */
export function storeCommitment(match: string, commitment: string, open = false): void {
  const proof = proofOf(match);
  const counts = !proof.commitment || (open && proof.commitment !== commitment && !proof.seals.length);
  if (match && commitment && counts) PROOFS.set(match, { ...proof, commitment });
}

/** The seal of a salt at one table: BLAKE2b (32 bytes) of the salt's bytes, followed by the match id. */
export function sealOfSalt(salt: string, match: string): string {
  return salt && bytesToHex(blake2b(new Uint8Array([...hexToBytes(salt), ...utf8ToBytes(match)]), { dkLen: 32 }));
}

/** Return this device's salts for a match in the order of their reveal. Each is the seal of the next; the first call makes them. */
export function ownSalts(match: string): readonly string[] {
  const known = proofOf(match).last;
  const last = known || bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  if (!known) PROOFS.set(match, { ...proofOf(match), last });
  const chain = [last];
  while (chain.length < CHAIN) chain.unshift(sealOfSalt(chain[0] ?? "", match));
  return chain;
}

/** Store everybody's seals and return the salt to reveal; "" if none of the seals is this device's. */
export function saltFor(match: string, seals: readonly string[]): string {
  const proof = proofOf(match);
  const salt = proof.last ? ownSalts(match).find((each) => seals.includes(sealOfSalt(each, match))) : "";
  if (!salt) return "";
  if (!proof.seals.some((list) => sameTexts(list, seals))) PROOFS.set(match, { ...proof, seals: [...proof.seals, seals] });
  return salt;
}

/** Return whether two lists hold the same texts in the same order. */
export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, place) => each === other[place]);
}
