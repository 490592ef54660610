// Opening a table and sitting down at one. Who sits down adds a salt to the chance of the match, made here and now, after
// the room has committed to its own part; both are kept on this device to check the match by when it is over.

import { kept, request } from "./api";
import { mySalt, sealed } from "./proof";
import { go } from "./route";
import type { Catalogue, GameInfo, Join, Joined, NewMatch } from "./types";

/** The recommended game against the usual bots. */
export function quickMatch(game: GameInfo, { usual }: Catalogue): NewMatch {
  return { game: game.name, seats: Array<string>(usualSeats(game) - 1).fill(usual), name: kept.get("name") };
}

/** How many sit at the recommended table. */
export function usualSeats(game: GameInfo): number {
  const given = game.presets[0]?.values.seats ?? game.options.find(({ name }) => name === "seats")?.default ?? game.seats[0];
  return Math.min(Math.max(Number(given), game.seats[0]), game.seats[1]);
}

/** Open a table, sit down and go there. */
export async function open(wanted: NewMatch): Promise<void> {
  await enterNew(await request<Joined>("/api/matches", wanted));
}

/** Open the rematch of a match or find it open, sit down and go there. */
export async function again(match: string): Promise<void> {
  await enterNew(await request<Joined>(`/api/matches/${match}/again`, {}));
}

/** Sit down at a table whose commitment has been seen. */
export async function sitDown(match: string, name: string): Promise<void> {
  const join: Join = { name, salt: mySalt(match) };
  await request<Joined>(`/api/matches/${match}/join`, join);
}

async function enterNew({ match, link, commitment }: Joined): Promise<void> {
  sealed(match, commitment);
  await sitDown(match, "");
  go(link);
}
