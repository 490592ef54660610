// What could be made of the cards of a round that is over: par, and the best by somebody who had known them.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { capital } from "../rules/cite";
import type { RoundBest, RoundPar } from "../types";
import { against } from "../you/dailytext";
import { useAsked } from "./asked";

/** Milliseconds until it is asked again what is still worked out. */
const ASK_AGAIN = 10_000;

interface Props {
  code: string;
  round: number;
  /** One's own score of that round. */
  own?: number;
  /** Whether there is one line to say it in. */
  brief?: boolean;
}

/** Both, as they become known; nothing where the cards may not be played again. */
export function Yardsticks({ code, round, own, brief = false }: Props): JSX.Element | null {
  const [asked, setAsked] = useState(0);
  const { found: par } = useAsked<RoundPar>(code, `par?round=${round}`, String(asked));
  const known = par?.score != null && par.best != null;
  useEffect(() => {
    if (!par || known) return;
    const timer = setTimeout(() => setAsked(asked + 1), ASK_AGAIN);
    return () => clearTimeout(timer);
  }, [par, known, asked]);
  if (!par) return null;
  if (par.score === null) return <p role="status">Par is still being played: what the strongest bot makes of these cards.</p>;
  if (brief) return <p class="yardsticks">{[`Par is ${par.score}`, par.best && possible(par.best)].filter(Boolean).join("; ")}.</p>;
  return (
    <p class="yardsticks" role="status">
      Par is {par.score}
      {own !== undefined && `; you are ${against(own - par.score)}`}. <a href={`/replay/${par.match}`}>How par was made</a>
      <br />
      {par.best ? <Possible best={par.best} /> : "The best that was possible is still being sought."}
    </p>
  );
}

function possible({ score, proven }: RoundBest): string {
  return `who had known the cards could have made ${score}${proven ? "" : " at least"}`;
}

function Possible({ best }: { best: RoundBest }): JSX.Element {
  return (
    <>
      {`${capital(possible(best))}${best.proven ? ", and no more" : ""}. `}
      <a href={`/replay/${best.match}`}>How</a>
    </>
  );
}
