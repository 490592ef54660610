// The hall's screen: how to join, the current card, the standings. It can be read from ten metres, and shows nothing that is for
// callers only. A caller who has one screen may lead from it; without a caller's buttons anybody may show it.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { AtEvent } from "../state/event";

import { linkOf } from "../state/event";
import { meantKey } from "../state/press";
import type { EventView, Face, Place } from "../types";
import { AS_DRAWN } from "../view/face";
import { hue } from "../view/hue";
import { StillPiece } from "../view/piece";
import { NameMarker } from "../view/seat";
import { alone, QrCode } from "../view/share";
import { Mark } from "../view/top";
import { Between } from "./between";
import { LeadButton, MainButton, Refused, useNext } from "./lead";
import { canSpeak, speak, toggleSpeech } from "./speech";
import { HallStandings } from "./standings";

interface ScreenProps extends AtEvent {
  now: EventView;
  /** Whether it has the buttons of a caller. */
  leads: boolean;
}

export function Screen({ live, now, leads }: ScreenProps): JSX.Element {
  useEffect(() => speak(live), [live]);
  useEffect(listen, []);
  useNext(now);
  return (
    <main
      class={`screen ${lookOf(now.phase)}${isBetween(now) ? " between" : ""}`}
      id="main"
      data-game="mickell"
      data-turn={now.turn}
      style={hue("mickell")}
    >
      <ScreenParts live={live} now={now} leads={leads} />
    </main>
  );
}

/** Return the class of a screen in a phase; "over" is how a match's end looks. */
export function lookOf(phase: EventView["phase"]): string {
  return phase === "over" ? "ended" : phase;
}

/** Everything on the hall's screen. */
export function ScreenParts({ live, now, leads }: ScreenProps): JSX.Element {
  return (
    <>
      <Head now={now} />
      {now.phase === "joining" ? (
        <Joining live={live} now={now} leads={leads} />
      ) : now.phase === "over" ? (
        <HallStandings live={live} now={now}>
          {leads && (
            <>
              <DeskLink code={now.code} />
              <MainButton live={live} now={now} />
            </>
          )}
        </HallStandings>
      ) : (
        <Calling live={live} now={now} leads={leads} />
      )}
    </>
  );
}

/** The way to what only callers see, which opens on a page of its own. */
function DeskLink({ code }: { code: string }): JSX.Element {
  return (
    <a class="act" href={`/e/${code}?desk`} target="_blank" rel="noopener" data-act="desk" data-key="m">
      Desk <kbd data-text="M" />
    </a>
  );
}

function Head({ now }: { now: EventView }): JSX.Element {
  const { phase, turn, cards, players, round, rounds, title } = now;
  const of = rounds > 1 ? `Round ${round} of ${rounds}` : "";
  return (
    <header class="hall-head">
      <a href="/" aria-label="Muckell: all games" class="hall-mark">
        <Mark />
        <b>Muckell</b>
      </a>
      <h1>{title}</h1>
      <p>
        {phase === "joining" && (of || "about to begin")}
        {phase === "over" && `${players} players, ${cards} cards`}
        {(phase === "playing" || phase === "paused") && (
          <>
            {of && `${of} · `}
            {turn > cards ? (
              <b>Final phase</b>
            ) : (
              <>
                <b>Card {turn}</b> of {cards}
                {isBetween(now) && " is done"}
              </>
            )}
          </>
        )}
      </p>
    </header>
  );
}

/** Before the first card: how to join, the game in three pictures, and who is here. */
function Joining({ live, now, leads }: ScreenProps): JSX.Element {
  return (
    <>
      <div class="hall-join">
        <QrCode text={linkOf(now.code)} />
        <section class="hall-way">
          <h2>Play along</h2>
          <p>
            Point a camera at the square, or open <b translate={false}>{shortLink(now.code)}</b>
          </p>
          <p class="hall-code" translate={false} style={{ "--letters": now.code.length }}>
            {now.code}
          </p>
          <p>
            {now.real_cards
              ? "Everybody lays a deck of their own; who comes here types in the score on a phone."
              : "No account, any phone will do."}{" "}
            {now.cards} cards, {paceOf(now)}.
          </p>
          {alone && (
            <p class="hall-alone">
              This address is known to this computer only: open the room with <code>muckle --host 0.0.0.0</code> and come by its address.
            </p>
          )}
        </section>
        <HowTo />
      </div>
      <div class="hall-foot">
        <p class="hall-count">
          <b>{now.here}</b> {now.here === 1 ? "is here" : "are here"}
        </p>
        <Names names={now.newest} />
        <div class="hall-acts">
          {leads && (
            <>
              <MainButton live={live} now={now} />
              <div class="actions">
                <DeskLink code={now.code} />
              </div>
              <Refused live={live} />
            </>
          )}
          <p class="hall-seal">Nobody can see the cards ahead, not even the caller.</p>
        </div>
      </div>
    </>
  );
}

/** Return the address to type. */
function shortLink(code: string): string {
  return linkOf(code).replace(/^https?:\/\//, "");
}

function paceOf({ seconds, pace }: EventView): string {
  if (seconds) return `${seconds} seconds each`;
  return pace === "caller" ? "at the caller's pace" : "the next one when all are ready";
}

/** The game in three pictures. */
const STEPS: readonly (readonly [cards: string, what: string, how: string])[] = [
  ["TH", "All get the same card", "at the same moment"],
  ["SP TC OH +", "Lay it at the end of a row", "three rows; either letter counts"],
  ["CS HT AP RB MA", "Claim a row that is a word", "long words score more"],
];

export function HowTo(): JSX.Element {
  return (
    <ol class="how-to">
      {STEPS.map(([cards, what, how], step) => (
        <li key={what}>
          <span class="how-cards" aria-hidden="true">
            {cards
              .split(" ")
              .map((card) =>
                card === "+" ? (
                  <span key={card} class="hollow" />
                ) : (
                  <StillPiece key={card} piece={{ label: "", face: faceOf(card, step === 2) }} />
                ),
              )}
          </span>
          <span>
            <b>{what}</b>
            <br />
            {how}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Return a card of the pictures; in a claimed row its first letter counts. */
function faceOf(card: string, claimed: boolean): Face {
  const [text = "", second = ""] = card;
  return { kind: "letters", text, second, ...(claimed && { on: text }) };
}

function Names({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <ul class="hall-names" aria-label="Who came last">
      {names.map((name, index) => (
        <li key={`${name} ${index}`}>
          <NameMarker name={name} /> <span translate={false}>{name}</span>
        </li>
      ))}
    </ul>
  );
}

/** While cards are called: the card, the clock, who is done, and the letters to come. */
function Calling({ live, now, leads }: ScreenProps): JSX.Element {
  if (isBetween(now)) {
    return (
      <Between now={now}>
        {now.seconds > 0 && (
          <p class="between-left">
            <b>{live.left.value}</b> seconds to the next card
          </p>
        )}
        {leads && <CallersButtons live={live} now={now} />}
      </Between>
    );
  }
  return (
    <>
      <section class="hall-side" aria-label="Play along">
        <h2>Play along</h2>
        <QrCode text={linkOf(now.code)} />
        {!now.standings && (
          <p>
            Point a camera here, or open <b translate={false}>{shortLink(now.code)}</b>
          </p>
        )}
        <p class="hall-code" translate={false}>
          {now.code}
        </p>
        {now.standings && <Ahead places={now.standings.places} />}
      </section>
      <BigCard face={now.face} />
      <section class="hall-clock" aria-label="Time and players">
        <Rings live={live} now={now} />
        {!now.real_cards && (
          <p class="hall-done">
            <b>
              {now.done} of {now.players}
            </b>
            <span>{now.face ? "are done with this card" : "are done"}</span>
          </p>
        )}
        {now.message && <p class="hall-message">{now.message}</p>}
        {leads && <CallersButtons live={live} now={now} />}
      </section>
      <Letters now={now} />
      <section class="hall-last" aria-label="Last cards">
        <h2>Last cards</h2>
        <div>
          {now.last.map((face, index) => (
            <StillPiece key={index} piece={{ label: `${face.text} or ${face.second}`, face }} />
          ))}
        </div>
      </section>
    </>
  );
}

/** Whether a card is done whose claims everybody may see. */
function isBetween({ open, all_done = false, phase, face }: EventView): boolean {
  return open && all_done && phase === "playing" && face !== null;
}

/** Places that stand on the screen beside a card. */
const AHEAD = 5;

/** Who is ahead, where boards are open. */
function Ahead({ places }: { places: readonly Place[] }): JSX.Element {
  return (
    <ol class="hall-ahead" aria-label="Who is ahead">
      {places.slice(0, AHEAD).map(({ place, number, name, score }) => (
        <li key={number}>
          <span>{place}</span>
          <b translate={false}>{name}</b>
          <b>{score}</b>
        </li>
      ))}
    </ol>
  );
}

/** The buttons of a caller who leads from the hall's screen. */
function CallersButtons({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  return (
    <>
      <div class="actions">
        <MainButton live={live} now={now} />
        {now.phase === "playing" && <LeadButton live={live} type="pause" letter="P" text="Pause" />}
      </div>
      <div class="actions small-acts">
        <LeadButton live={live} type="uncall" letter="U" text="Undo" label="Undo the call" />
        {now.seconds > 0 && (
          <LeadButton live={live} type="extend" letter="T" text="+30 s" label="+30 s: 30 seconds more for this card" seconds={30} />
        )}
        {canSpeak && (
          <button
            type="button"
            class="act"
            data-act="speak"
            data-key="s"
            aria-pressed={live.aloud.value}
            onClick={() => toggleSpeech(live)}
          >
            {live.aloud.value ? "Speaks" : "Speak"} <kbd data-text="S" />
          </button>
        )}
        <DeskLink code={now.code} />
      </div>
      <Refused live={live} />
    </>
  );
}

/** The current card; each letter is a fifth of the screen. */
function BigCard({ face }: { face: Face | null }): JSX.Element {
  if (!face) {
    return (
      <div class="big-card last-phase">
        <p>Last words</p>
        <span>Trim rows and claim a word from each.</span>
      </div>
    );
  }
  return (
    <svg
      {...AS_DRAWN}
      key={`${face.text}${face.second}`}
      class="big-card letters-art"
      viewBox="0 0 125 200"
      role="img"
      aria-label={`${face.text} or ${face.second}`}
    >
      <path class="upper" d="M0 0h125v100H0Z" />
      <path class="lower" d="M0 100h125v100H0Z" />
      <text x="62.5" y="88" text-anchor="middle">
        {face.text}
      </text>
      <text class="low" x="62.5" y="188" text-anchor="middle">
        {face.second}
      </text>
    </svg>
  );
}

/** Two rings: the time left, and inside it the share of players who are done. */
function Rings({ live, now: { seconds, players, done, phase, real_cards, turn, cards } }: { now: EventView } & AtEvent): JSX.Element {
  const [number, word] =
    phase === "paused"
      ? ["Ⅱ", "paused"]
      : seconds
        ? [live.left.value, live.left.value === 1 ? "second" : "seconds"]
        : real_cards
          ? [turn, "called"]
          : [done, "done"];
  return (
    <div class="rings">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {seconds > 0 && <Ring radius={46} share={live.left.value / seconds} look="time" />}
        <Ring radius={38} share={real_cards ? turn / cards : players ? done / players : 0} look="done" />
      </svg>
      <p>
        <b>{number}</b>
        <span>{word}</span>
      </p>
    </div>
  );
}

function Ring({ radius, share, look }: { radius: number; share: number; look: string }): JSX.Element {
  const round = 2 * Math.PI * radius;
  const part = Math.min(1, share) * round;
  return (
    <>
      <circle class="track" cx="50" cy="50" r={radius} />
      {part > 0 && <circle class={look} cx="50" cy="50" r={radius} stroke-dasharray={`${part} ${round}`} transform="rotate(-90 50 50)" />}
    </>
  );
}

/** The number of cards to come by letter. */
function Letters({ now: { letters, cards, turn } }: { now: EventView }): JSX.Element {
  const most = Math.max(1, ...letters);
  const rest = Math.max(0, cards - turn);
  return (
    <section class="hall-letters" aria-label="Letters still to come">
      <h2>Letters still to come, {rest === 1 ? "1 card" : `${rest} cards`}</h2>
      <ol translate={false}>
        {letters.map((count, index) => {
          const letter = String.fromCharCode(65 + index);
          return (
            <li key={letter} class={count ? "" : "none"} aria-label={`${letter}: ${count}`}>
              <svg viewBox="0 0 10 30" preserveAspectRatio="none" aria-hidden="true">
                <rect y={30 - (30 * count) / most} width="10" height={(30 * count) / most} rx="1.5" />
              </svg>
              <b aria-hidden="true">{letter}</b>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Listen to the keys shown on the buttons. Return a function that stops it. */
function listen(): () => void {
  const press = (event: KeyboardEvent): void => {
    const at = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, dialog")) return;
    if (event.key === " " && at.closest("button, summary")) return; // it presses what has the focus
    const button = document.querySelector<HTMLElement>(`.screen [data-key="${CSS.escape(meantKey(event))}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
