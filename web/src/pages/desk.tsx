// The desk: what the callers of an event hold in their hands. It shows names, the callers' link and who is missing, so it is a
// page of its own, and nothing of it stands on the hall's screen.

import type { JSX } from "preact";
import type { AtEvent } from "../state/event";
import { linkOf, pathOf, recordScore, sendLead } from "../state/event";
import type { EventView, Named, Players as Playing } from "../types";
import { Refusal } from "../view/cite";
import { Field, SureButton, submitted } from "../view/form";
import { hue } from "../view/hue";
import { StillPiece } from "../view/piece";
import { useAnswer } from "../view/request";
import { NameMarker } from "../view/seat";
import { Share } from "../view/share";
import { TopBar } from "../view/top";
import { Course } from "./course";
import { LeadButton, MainButton, Refused, useNext } from "./lead";
import { NamesToLookAt, Players } from "./players";
import { OrderForm, ScoreForm } from "./realcards";

const LONGEST_MESSAGE = 80;

export function DeskPage({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { found, problem } = useAnswer<Playing>(`${pathOf(now.code)}/players`, now.seq);
  const players = found?.players ?? [];
  useNext(now);
  return (
    <>
      <TopBar title={`Desk: ${now.title || now.code}`} />
      <main class="page event-page desk" id="main" data-game="mickell" style={hue("mickell")}>
        <div class="desk-side">
          <Lead live={live} now={now} />
          {now.phase === "over" && now.real_cards && (
            <>
              <Claims live={live} players={players} />
              <ScoreForm live={live} now={now} />
              {(now.you.deck ?? []).length > 0 && <OrderForm key={now.round} live={live} now={now} />}
            </>
          )}
          {problem && <Refusal problem={problem} game="mickell" />}
          {waitsForPlayers(now) && <Missing players={players} />}
          {now.names !== "numbers" && <NamesToLookAt live={live} players={players} all={now.names === "after_approval"} />}
          <Course key={now.pace} live={live} now={now} />
          <section class="paper" aria-label="Screens">
            <h2>Screens</h2>
            <div class="actions">
              <a class="act" href={`/e/${now.code}?hall`} target="_blank" rel="noopener" data-act="hall">
                The hall, without buttons
              </a>
              <a class="act" href={`/e/${now.code}?play`} target="_blank" rel="noopener" data-act="play">
                Play along yourself
              </a>
            </div>
            {now.you.word && <Share text="whoever opens this link calls with you." link={`${linkOf(now.code)}?call=${now.you.word}`} />}
            <div class="actions">
              <SureButton
                label="Let nobody else call"
                yes="Yes, and change the link"
                act="relieve"
                onSure={() => void sendLead(live, "relieve")}
              />
            </div>
          </section>
        </div>
        <Players live={live} players={players} keptOut={found?.kept_out ?? 0} />
      </main>
    </>
  );
}

/** Scores that players typed in: each counts once it is confirmed here, or another one is typed in for its player. */
function Claims({ live, players }: { players: readonly Named[] } & AtEvent): JSX.Element | null {
  const claims = players.flatMap(({ number, name, claim }) => (claim ? [{ number, name, ...claim }] : []));
  if (!claims.length) return null;
  return (
    <section class="paper" aria-label="Scores to look at">
      <h2>{claims.length === 1 ? "One score to look at" : `${claims.length} scores to look at`}</h2>
      <ol class="comers">
        {claims.map(({ number, name, score, longest = 0 }) => (
          <li class="comer" key={number}>
            <NameMarker name={name} />
            <b translate={false}>{name}</b>
            <span class="comer-state">{longest ? `${score}, longest word ${longest}` : score}</span>
            <button type="button" class="act" onClick={() => void recordScore(live, score, name, longest)}>
              It counts
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether players' turns can be missing: a round is played, and on boards in the room. */
function waitsForPlayers({ phase, real_cards }: EventView): boolean {
  return (phase === "playing" || phase === "paused") && !real_cards;
}

/** The card on call, and the buttons that lead. */
function Lead({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { face, turn, phase, seconds } = now;
  const playing = phase === "playing" || phase === "paused";
  return (
    <section class="coming desk-lead" aria-label="Lead the event">
      <div class="desk-card">
        {playing && face && <StillPiece key={turn} piece={{ label: `${face.text} or ${face.second}`, face }} />}
        <p role="status">
          <b>{stageText(now)}</b>
          <span>{countText(now)}</span>
        </p>
        {playing && seconds > 0 && <b class="desk-left">{phase === "paused" ? "Ⅱ" : live.left.value}</b>}
      </div>
      <div class="actions">
        <MainButton live={live} now={now} />
        {turn > 1 && playing && <LeadButton live={live} type="uncall" text="Undo the call" />}
        {phase === "joining" && now.real_cards && (
          <SureButton
            label="The cards were called from a real deck"
            yes="Yes, the round is over"
            act="own-deck"
            onSure={() => void sendLead(live, "own_deck")}
          />
        )}
        {phase === "over" && now.real_cards && <LeadButton live={live} type="tell" text="Tell the result in the hall" />}
        {playing && seconds > 0 && <LeadButton live={live} type="extend" text="30 seconds more" seconds={30} />}
      </div>
      {playing && <Pause live={live} now={now} />}
      <Refused live={live} />
    </section>
  );
}

function stageText({ phase, turn, cards, round, rounds }: EventView): string {
  const part = rounds > 1 ? `Round ${round} of ${rounds}, ` : "";
  if (phase === "joining") return rounds > 1 ? `Round ${round} of ${rounds} gathers` : "People gather";
  if (phase === "over") return rounds > 1 ? `Round ${round} of ${rounds} is over` : "The round is over";
  return `${part}${turn > cards ? "final phase" : `card ${turn} of ${cards}`}`;
}

function countText({ phase, players, here, done, real_cards }: EventView): string {
  const there = `${here} of ${players} are here`;
  return (phase === "playing" || phase === "paused") && !real_cards ? `${done} of ${players} are done, ${there}` : there;
}

/** A pause with a message that everybody reads; during one the message can be changed. */
function Pause({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const paused = now.phase === "paused";
  const submit = submitted(({ message = "" }) => void sendLead(live, "pause", { message }));
  return (
    <form class="desk-pause" onSubmit={submit}>
      <Field
        key={now.message}
        label="Message"
        name="message"
        data-most={LONGEST_MESSAGE}
        placeholder="Back at 20:15"
        defaultValue={now.message ?? ""}
      />
      <button type="submit" class="act" data-act="pause">
        {paused ? "Change the message" : "Pause"}
      </button>
    </form>
  );
}

/** Who has not ended the turn. */
function Missing({ players }: { players: readonly Named[] }): JSX.Element {
  const missing = players.filter(({ done }) => !done);
  const here = missing.filter(({ here }) => here);
  const away = missing.filter(({ here }) => !here);
  return (
    <section class="paper missing" aria-label="Who is missing">
      <h2>{missing.length ? `${missing.length} to wait for` : "All are done"}</h2>
      {here.length > 0 && <p>Still at it: {namesOf(here)}.</p>}
      {away.length > 0 && <p>Not here: {namesOf(away)}.</p>}
      {missing.length > 0 && <p class="small">The next card may be called without them: whoever is late discards this one.</p>}
    </section>
  );
}

/** Names in a sentence before the rest are counted. */
const NAMES = 12;

function namesOf(players: readonly Named[]): string {
  const rest = players.length - NAMES;
  const names = players.slice(0, NAMES).map(({ name }) => name);
  return names.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
