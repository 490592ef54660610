// What this device stores about each match so that it can verify the draws later: the first commitment it saw, and its own salt.

import { bytesToHex } from "@noble/hashes/utils.js";

import { storedByMatch } from "./device";

export interface Proof {
  commitment: string;
  salt: string;
}

const PROOFS = storedByMatch<Proof>("proofs", 200);

/** Return what is stored about a match; empty if this device did not see the match before its end. */
export function proofOf(match: string): Proof {
  return PROOFS.get(match) ?? { commitment: "", salt: "" };
}

/** Store the commitment of a match, unless one is stored. */
export function storeCommitment(match: string, commitment: string): void {
  const proof = proofOf(match);
  if (match && commitment && !proof.commitment) PROOFS.set(match, { ...proof, commitment });
}

/** Return this device's salt for a match; the first call makes it. */
export function ownSalt(match: string): string {
  const proof = proofOf(match);
  const salt = proof.salt || bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  if (!proof.salt) PROOFS.set(match, { ...proof, salt });
  return salt;
}
