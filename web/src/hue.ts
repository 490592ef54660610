// The hue of a game's cloth. The style sheet knows those of the house; any other game gets one by its name.

const HOUSE = ["mitch", "mickell", "alphabetickell", "multzo", "grabble_road"];

/** The style of an element with `data-game`. */
export function hue(game: string): Record<string, number> {
  if (HOUSE.includes(game)) return {};
  const sum = [...game].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return { "--hue": sum };
}
