// A button that opens a usual table of a game, against birds or alone, and goes there.

import type { JSX } from "preact";
import { browser } from "../state/device";
import { openTable, quickMatch } from "../state/sit";
import type { Catalogue } from "../types";
import { Refusal } from "./cite";
import { useAnswer, useAsking } from "./request";

export function QuickPlay({ game, text, main }: { game: string; text: string; main?: boolean }): JSX.Element {
  const catalogue = useAnswer<Catalogue>("/api/games").found;
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
