// Letters as people count them: an emoji of a family is one, and so is a letter with its marks.

const LETTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Return the letters of a text. */
export function lettersOf(text: string): string[] {
  return Array.from(LETTERS.segment(text), ({ segment }) => segment);
}

/** Have an input with more letters than its `data-most` hold its form back; `maxlength` counts UTF-16 and may cut a letter in two. */
export function limitLetters({ target }: { target: EventTarget | null }): void {
  const input = target as HTMLInputElement;
  const { most } = input.dataset;
  const count = most ? lettersOf(input.value).length : 0;
  if (most) input.setCustomValidity(count > Number(most) ? `At most ${most} letters, please: this has ${count}.` : "");
}
