// The order in which the cards of a real deck were called, as it is typed in at the desk.

/** What has been typed in so far. */
export interface TypedOrder {
  /** The cards of the deck that were read, in order. */
  readonly cards: readonly string[];
  /** What is wrong with what comes next; empty if nothing is. */
  readonly fault: string;
}

/** Letters of a card. */
const LETTERS = 2;

/** Read typed cards, from either end each, until one of them is none of the deck or comes twice. */
export function readOrder(text: string, deck: readonly string[]): TypedOrder {
  const cards: string[] = [];
  for (const typed of text
    .toUpperCase()
    .match(/\p{L}+/gu)
    ?.flatMap(inPairs) ?? []) {
    const turned = [...typed].reverse().join("");
    const card = [typed, turned].find((each) => deck.includes(each));
    const number = cards.length + 1;
    if (!card) {
      return { cards, fault: typed.length < LETTERS ? "" : `Card ${number}, ${typed}: the deck has no such card.` };
    }
    const before = cards.indexOf(card) + 1;
    if (before) return { cards, fault: `Card ${number}, ${card}: it came already, as card ${before}.` };
    cards.push(card);
  }
  return { cards, fault: "" };
}

function inPairs(letters: string): string[] {
  return letters.match(/.{1,2}/gu) ?? [];
}
