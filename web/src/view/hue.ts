// The hue of a game's cloth and cards. Our own games have chosen hues; any other game gets one from its name.

const CHOSEN: Readonly<Record<string, number>> = { mitch: 162, mickell: 325, alphabetickell: 252, multzo: 48, grabble_road: 215 };

/** Return the style for an element with `data-game`. */
export function hue(game: string): { "--hue": number } {
  const named = [...game].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return { "--hue": CHOSEN[game] ?? named };
}
