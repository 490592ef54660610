// What guests will see of an event that is being set up: the hall's screen and a phone, made of the very parts of those pages.

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { browser } from "../state/device";
import { type AtEvent, createEvent } from "../state/event";
import type { EventView, Face, Place, Standings } from "../types";
import { Segments } from "../view/form";
import { hue } from "../view/hue";
import { StillPiece } from "../view/piece";
import { Bar } from "./board";
import { JoinForm } from "./event";
import { lookOf, ScreenParts } from "./hall";
import { CardCalled } from "./realcards";
import { OwnStandings } from "./standings";

/** What the form says so far. */
export interface Wishes {
  title: string;
  pace: "caller" | "all" | "clock";
  seconds: number;
  rounds: number;
  open: boolean;
  real: boolean;
  names: EventView["names"];
  advice: boolean;
}

type Stage = "joining" | "playing" | "over";
const STAGES: readonly (readonly [Stage, string])[] = [
  ["joining", "Before"],
  ["playing", "A card"],
  ["over", "The end"],
];

export function Preview({ wishes }: { wishes: Wishes }): JSX.Element {
  const [stage, setStage] = useState<Stage>("joining");
  const live = useMemo(() => createEvent(browser, ""), []);
  const now = viewOf(wishes, stage);
  live.left.value = Math.ceil(now.left);
  return (
    <section class="preview" aria-label="What they will see">
      <h2>What they will see</h2>
      <Segments label="Moment" name="stage" hidden value={stage} set={(value) => setStage(value as Stage)} choices={STAGES} />
      <div class="preview-hall" inert aria-hidden="true">
        <div class={`screen ${lookOf(stage)}`} data-game="mickell" style={hue("mickell")}>
          <ScreenParts live={live} now={now} leads={false} />
        </div>
      </div>
      <p class="preview-note">The hall: any screen, big letters{wishes.open ? "" : ", no board of anyone before the end"}</p>
      <div class="preview-phone" inert aria-hidden="true">
        <div class="page event-page" data-game="mickell" style={hue("mickell")}>
          <p class="preview-top">
            <b>Muckell</b> {now.title}
          </p>
          {stage === "joining" && <JoinForm live={live} now={{ ...now, you: {} }} />}
          {stage === "playing" && (wishes.real ? <CardCalled live={live} now={now} /> : <PhoneCard live={live} now={now} />)}
          {stage === "over" && <OwnStandings live={live} now={now} />}
        </div>
      </div>
      <div class="preview-day">
        <h3>On the day</h3>
        <ul>
          <li>Guests point a camera at the square. No account.</li>
          <li>{wishes.real ? "Everybody lays a deck of their own." : "Late guests join at the card that is called."}</li>
          <li>Cards are sealed before the first guest comes.</li>
        </ul>
      </div>
    </section>
  );
}

/** Rows of a player's board, and what stands beside them. */
const ROWS: readonly (readonly [cards: string, note: string])[] = [
  ["SP TH IG EW AL ND", "5 points"],
  ["TC OH AM", "1 point"],
  ["RW IL", "needs 3"],
];

/** A player's phone with a card on call. */
function PhoneCard({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  return (
    <>
      <section class="board-bar yours">
        <Bar live={live} now={now} waits="" />
      </section>
      <div class="preview-rows">
        {ROWS.map(([cards, note]) => (
          <p key={note}>
            {cards.split(" ").map((card) => (
              <StillPiece key={card} piece={{ label: "", face: faceOf(card) }} />
            ))}
            <span class="hollow" />
            <span>{note}</span>
          </p>
        ))}
      </div>
      <div class="preview-dock">
        <StillPiece piece={{ label: "", face: CARD }} />
        <p>
          <b>Put E/K at the end of a row</b>
          <br />
          Everyone has this card.{now.seconds > 0 && " If time runs out it is discarded."}
        </p>
        <p class="actions">
          {["Discard", "Trim", "Words"].map((text) => (
            <span key={text} class="act">
              {text}
            </span>
          ))}
        </p>
      </div>
    </>
  );
}

function faceOf([text = "", second = ""]: string): Face {
  return { kind: "letters", text, second };
}

const CARD = faceOf("EK");
const LAST = ["TC", "OB", "RB", "ED", "AM", "RZ", "IL"].map(faceOf);
const LETTERS = [3, 2, 2, 3, 3, 2, 1, 2, 4, 1, 0, 2, 2, 4, 2, 0, 1, 2, 5, 2, 3, 1, 1, 0, 2, 0];
const NAMES = ["K. L.", "J. M.", "A. B.", "R. T.", "E. P.", "S. W.", "D. H.", "M. O."];
const SPREAD = [...Array<number>(9).fill(0), 1, 2, 3, 3, 5, 6, 8, 7, 9, 11, 8, 7, 5, 4, 3, 2, 1, 1, 0, 1];
const [PLAYERS, DONE, CARDS, TURN, AHEAD] = [87, 71, 48, 23, 17];
const OWN: Place = { place: 12, number: 20, name: "You", score: 22, shared: true };

/** Return the standings of an invented crowd, whose first has so many points. */
function standingsOf(best: number, names: readonly string[]): Standings {
  const places = names.map((name, index) => ({ place: index + 1, number: index + 1, name, score: best - index }));
  const words = [
    { word: "streak", points: 5, names: names.slice(2, 3), times: 1 },
    { word: "chrome", points: 5, names: names.slice(0, 1), times: 1 },
  ];
  return { places, players: PLAYERS, spread: SPREAD, words };
}

/** Return an invented event as it would look with these wishes. */
function viewOf({ title, pace, seconds, rounds, open, real, names, advice }: Wishes, stage: Stage): EventView {
  const number = (index: number): string => `Guest ${PLAYERS - index}`;
  const shown = NAMES.map((name, index) => (names === "numbers" ? number(index) : name));
  const here = Array.from({ length: 24 }, (_, index) => shown[index] ?? number(index));
  const ranked = stage === "over" ? standingsOf(28, shown) : open && stage === "playing" ? standingsOf(AHEAD, shown) : null;
  const clock = pace === "clock" ? seconds : 0;
  const playing = stage === "playing";
  return {
    type: "event",
    code: stage === "over" ? "" : "PLUME", // of an event without a code nothing is fetched
    seq: 0,
    title,
    phase: stage,
    round: 1,
    rounds,
    pace: clock ? `seconds:${clock}` : pace === "all" ? "wait_for_all" : "caller",
    dictionary: "",
    open,
    real_cards: real,
    advice,
    names,
    turn: playing ? TURN : 0,
    cards: CARDS,
    face: playing ? CARD : null,
    last: playing ? LAST : [],
    letters: LETTERS,
    players: PLAYERS,
    done: playing ? DONE : 0,
    here: PLAYERS,
    newest: here,
    seconds: clock,
    left: clock && playing ? Math.ceil(clock * 0.6) : 0,
    commitment: "",
    standings: ranked,
    you: { number: OWN.number, name: "You", ...(stage === "over" && { place: OWN }) },
  };
}
