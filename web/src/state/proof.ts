// What this device keeps of each match to check its chance by: the commitment as it was first seen, and its own salt.

import { storage } from "./device";

export interface Proof {
  commitment: string;
  salt: string;
}

/** Matches that are remembered, the newest ones. */
const MOST = 200;

/** The same for as long as the page is open, where nothing can be stored. */
let proofs: Record<string, Proof> = {};

function all(): Record<string, Proof> {
  const stored = storage.get("proofs");
  return stored ? (JSON.parse(stored) as Record<string, Proof>) : proofs;
}

/** What is kept of a match; empty where this device has not seen it before its end. */
export function proofOf(match: string): Proof {
  return all()[match] ?? { commitment: "", salt: "" };
}

/** The room showed a commitment: the first one counts. */
export function sealed(match: string, commitment: string): void {
  if (match && commitment && !proofOf(match).commitment) keep(match, { ...proofOf(match), commitment });
}

/** What this device adds to the chance of a match, always the same: 16 random bytes as hexadecimal digits. */
export function mySalt(match: string): string {
  const known = proofOf(match).salt;
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const salt = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(match, { ...proofOf(match), salt });
  return salt;
}

function keep(match: string, proof: Proof): void {
  const rest = Object.entries(all()).filter(([known]) => known !== match);
  proofs = Object.fromEntries([...rest, [match, proof]].slice(-MOST));
  storage.set("proofs", JSON.stringify(proofs));
}
