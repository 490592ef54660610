// The page of an event, by who looks: a caller's screen for the hall, or a player's own page.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { kept } from "../line/api";
import { APART } from "../line/line";
import { Missing } from "../page/missing";
import { go } from "../page/route";
import { TopBar } from "../page/top";
import { hue } from "../pieces/hue";
import { capital, Refusal } from "../rules/cite";
import type { EventView } from "../types";
import { announced, assist, attend, join, line, missing, refused, view } from "./event";
import { HowTo, Screen } from "./hall";
import { CardCalled } from "./realcards";
import { OwnStandings } from "./standings";

export function EventPage({ code }: { code: string }): JSX.Element {
  useEffect(() => attend(code), [code]);
  useEffect(() => becomeCaller(code), [code]);
  const now = view.value;
  document.title = [now?.title || `Muckell ${code}`, "muckle"].join(" – ");
  if (missing.value) return <Missing title="There is no such event" message={capital(missing.value.message)} />;
  if (!now) return <p class="waiting page">Coming to the event …</p>;
  const plays = !now.you.caller || new URLSearchParams(location.search).has("play");
  return (
    <>
      {plays ? <PlayerPage now={now} /> : <Screen now={now} />}
      {line.value === "lost" && (
        <p class="banner" role="status">
          No connection to the game room. It comes back by itself; the event goes on.
        </p>
      )}
      <p class="heard" aria-live="polite">
        {announced.value}
      </p>
    </>
  );
}

/** Who came by the callers' link becomes a caller; the word does not stay in the address. */
function becomeCaller(code: string): void {
  const word = new URLSearchParams(location.search).get("call");
  if (!word) return;
  history.replaceState(null, "", location.pathname);
  void assist(code, word);
}

function PlayerPage({ now }: { now: EventView }): JSX.Element {
  const { you, phase } = now;
  const playing = phase === "playing" || phase === "paused";
  useEffect(() => {
    if (!playing || !you.board) return;
    const wait = now.turn === 1 ? Math.random() * now.players * APART : 0;
    const timer = setTimeout(() => go(`/m/${you.board}`), wait);
    return () => clearTimeout(timer);
  }, [playing, you.board]);
  return (
    <>
      <TopBar title={`Muckell ${now.title}`} />
      <main class="page event-page" id="main" data-game="mickell" style={hue("mickell")}>
        {!you.number && phase !== "over" ? <JoinForm now={now} /> : phase === "over" ? <OwnStandings now={now} /> : playing && now.real_cards ? <CardCalled now={now} /> : <Ready now={now} />}
      </main>
    </>
  );
}

/** A name and one button. */
function JoinForm({ now }: { now: EventView }): JSX.Element {
  const [name, setName] = useState(kept.get("name"));
  const [busy, setBusy] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (busy) return;
    kept.set("name", name);
    setBusy(true);
    void join(now.code, name).finally(() => setBusy(false));
  };
  return (
    <>
      <form class="paper join-form" aria-label="Play along" onSubmit={submit}>
        <h2>Play along</h2>
        <label for="nickname">Your name, as all will see it</label>
        <input id="nickname" value={name} onInput={(event) => setName(event.currentTarget.value)} maxLength={24} autocomplete="nickname" enterkeyhint="go" />
        {refused.value && <Refusal problem={refused.value} game="mickell" />}
        <button type="submit" class="act main" aria-busy={busy}>
          Play along
        </button>
        {!now.real_cards && <p class="small">{now.advice ? "You may ask for hints while you play." : "There are no hints during a round: scores are compared."}</p>}
        <p class="small">{here(now)} No account; nothing but this name is kept.</p>
        {now.series && (
          <p class="small">
            This event counts in a series. Whoever took part before comes in by <a href={`/s/${now.series}`}>a personal code</a>.
          </p>
        )}
      </form>
      <section class="coming" aria-label="The game">
        <HowTo />
      </section>
    </>
  );
}

/** In, and waiting for the caller. */
function Ready({ now }: { now: EventView }): JSX.Element {
  const begun = now.phase !== "gathering";
  return (
    <>
      <section class="coming ready" aria-label="You are in">
        <p>You are in,</p>
        <h2>{now.you.name}</h2>
        <p role="status">{begun ? (now.you.board ? "The first card is called; your board comes." : "The caller has taken you out of this event.") : `${here(now)} The first card comes when the caller calls it.`}</p>
        {now.rounds > 1 && (
          <p>
            Round {now.round} of {now.rounds}
          </p>
        )}
        {now.series && (
          <p>
            <a href={`/s/${now.series}`}>The series, and your personal code</a>
          </p>
        )}
        <HowTo />
      </section>
    </>
  );
}

function here({ players }: EventView): string {
  return players === 1 ? "One is here." : `${players} are here.`;
}
