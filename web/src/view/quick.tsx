// A button that opens a usual table of a game, against birds or alone, and goes there.

import type { JSX } from "preact";
import { browser } from "../state/device";
import { openTable, quickMatch } from "../state/sit";
import type { Catalogue } from "../types";
import { Refusal } from "./cite";
import { useAsking } from "./request";

interface Quick {
  /** The catalogue of games; the button does nothing until it is there. */
  catalogue: Catalogue | null;
  game: string;
  text: string;
  main?: boolean;
}

export function QuickPlay({ catalogue, game, text, main }: Quick): JSX.Element {
  const found = catalogue?.games.find(({ name }) => name === game);
  const { busy, problem, run } = useAsking();
  const play = (): void => {
    if (found && catalogue) run(() => openTable(browser, quickMatch(found, catalogue)));
  };
  return (
    <>
      {problem && <Refusal problem={problem} game={game} />}
      <button type="button" class={main ? "act main" : "act"} data-act="play-now" aria-busy={busy} aria-disabled={!found} onClick={play}>
        {text}
      </button>
    </>
  );
}
