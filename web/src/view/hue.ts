// The hue of a game's cloth and cards: those of the house were chosen, any other game gets one by its name.

const CHOSEN: Readonly<Record<string, number>> = { mitch: 162, mickell: 325, alphabetickell: 252, multzo: 48, grabble_road: 215 };

/** The style of an element with `data-game`. */
export function hue(game: string): { "--hue": number } {
  const named = [...game].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return { "--hue": CHOSEN[game] ?? named };
}
