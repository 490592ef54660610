// Opening tables and sitting down. Whoever sits down sends a fresh salt, after the room has committed to its own part. The device
// stores both, so that the finished match can be verified.

import type { Arrange, Catalogue, ForkFrom, GameInfo, Join, Joined, NewMatch, NextGame, Rename } from "../types";
import { request } from "./api";
import { type Device, storage } from "./device";
import { storeSharedSeats } from "./hands";
import { rememberOffer } from "./offer";
import { ownSalt, storeCommitment } from "./proof";
import { ownWords } from "./wordlist";

/** Return the recommended setup of a game against the usual bots. */
export function quickMatch(game: GameInfo, { usual }: Catalogue): NewMatch {
  return { ...ownTable(game), seats: Array<string>(usualSeats(game) - 1).fill(usual) };
}

/** Return the recommended setup of a game with the fewest seats, the others open for friends. */
export function friendMatch(game: GameInfo): NewMatch {
  return { ...ownTable(game), seats: Array<string>(game.seats[0] - 1).fill("open") };
}

function ownTable(game: GameInfo): NewMatch {
  return { game: game.name, options: ownWords(game), name: storage.get("name") };
}

/** Return the number of seats of the recommended setup. */
export function usualSeats(game: GameInfo): number {
  const given = game.presets[0]?.values.seats ?? game.options.find(({ name }) => name === "seats")?.default ?? game.seats[0];
  return Math.min(Math.max(Number(given), game.seats[0]), game.seats[1]);
}

/** Open a table, take a seat and show it. */
export async function openTable(device: Device, wanted: NewMatch): Promise<void> {
  rememberOffer();
  const joined = await request<Joined>("/api/matches", wanted);
  const here = (wanted.seats ?? []).flatMap((who, index) => (who.startsWith("here") ? [index + 1] : []));
  storeSharedSeats(joined.match, [0, ...here]);
  await enterNew(device, joined);
}

/** Open or join the next game of the people of a match ("": the same game once more), take a seat and show it. */
export async function openNext(device: Device, match: string, game = ""): Promise<void> {
  const joined = await request<Joined>(`/api/matches/${match}/again`, { game } satisfies NextGame);
  storeSharedSeats(joined.match, joined.seats ?? []);
  await enterNew(device, joined);
}

/** Open a new table that continues from a step of a finished match, and show it. */
export async function forkFrom(device: Device, match: string, wish: ForkFrom): Promise<void> {
  device.go((await request<Joined>(`/api/matches/${match}/fork`, wish)).link);
}

/** Change the seats and options of a table. */
export async function arrange(match: string, wish: Arrange): Promise<void> {
  const joined = await request<Joined>(`/api/matches/${match}/arrange`, wish);
  storeSharedSeats(match, joined.seats ?? []);
}

/** Take another name at a table. */
export async function rename(match: string, wish: Rename): Promise<void> {
  storage.set("name", wish.name);
  await request<Joined>(`/api/matches/${match}/name`, wish);
}

/** Take a seat at a table whose commitment this device has stored. */
export async function sitDown(match: string, name: string): Promise<void> {
  const join: Join = { name, salt: ownSalt(match) };
  await request<Joined>(`/api/matches/${match}/join`, join);
}

async function enterNew(device: Device, { match, link, commitment }: Joined): Promise<void> {
  storeCommitment(match, commitment);
  await sitDown(match, "");
  device.go(link);
}
