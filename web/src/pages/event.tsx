// The page of an event: the hall's screen for callers, or a player's own page.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { pathOf } from "../state/code";
import { browser, storage } from "../state/device";
import type { AtEvent, EventState } from "../state/event";
import { becomeCaller, comeBack, createEvent, followEvent, joinEvent } from "../state/event";
import { APART } from "../state/line";
import type { EventView } from "../types";
import { type Alert, canBuzz, keepAwake, setAlert, wants } from "../view/attention";
import { capital, Refusal } from "../view/cite";
import { Field, NameInput, SearchPicker, submitted } from "../view/form";
import { hue } from "../view/hue";
import { useAsking } from "../view/request";
import { Missing, TopBar } from "../view/top";
import { DeskPage } from "./desk";
import { HowTo, Screen } from "./hall";
import { ListPage } from "./list";
import { CardCalled, useMembers } from "./realcards";
import { OwnStandings } from "./standings";

export function EventPage({ code }: { code: string }): JSX.Element {
  const live = useMemo(() => createEvent(browser, code), [code]);
  useEffect(() => followEvent(live), [live]);
  useEffect(() => enterAsCaller(live), [live]);
  const now = live.view.value;
  document.title = [now?.title || `Muckell ${code}`, "muckle"].join(" – ");
  if (live.missing.value) return <Missing title="There is no such event" message={capital(live.missing.value.message)} />;
  if (!now) return <p class="waiting page">Joining the event …</p>;
  return (
    <>
      <EventPart live={live} now={now} />
      {live.line.value === "lost" && (
        <p class="banner" role="status">
          No connection to the game room. It reconnects by itself; the event goes on.
        </p>
      )}
      <p class="heard" aria-live="polite">
        {live.announced.value}
      </p>
    </>
  );
}

/** The hall for whoever shows it, the desk and the hall with buttons for callers, and a player's own page. */
function EventPart({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const asked = new URLSearchParams(location.search);
  if (asked.has("list")) return <ListPage live={live} now={now} />;
  if (asked.has("hall")) return <Screen live={live} now={now} leads={false} />;
  if (!now.you.caller || asked.has("play")) return <PlayerPage live={live} now={now} />;
  return asked.has("desk") ? <DeskPage live={live} now={now} /> : <Screen live={live} now={now} leads />;
}

/** Make a visitor with the callers' link a caller, and remove the secret word from the address. */
function enterAsCaller(live: EventState): void {
  const word = new URLSearchParams(location.search).get("call");
  if (!word) return;
  history.replaceState(null, "", location.pathname);
  void becomeCaller(live, word);
}

function PlayerPage({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { you, phase } = now;
  useEffect(keepAwake, []);
  const playing = phase === "playing" || phase === "paused";
  useEffect(() => {
    if (!playing || !you.board) return;
    const wait = now.turn === 1 ? Math.random() * now.players * APART : 0;
    const timer = setTimeout(() => browser.go(`/m/${you.board}`), wait);
    return () => clearTimeout(timer);
  }, [playing, you.board]);
  return (
    <>
      <TopBar title={`Muckell: ${now.title || now.code}`} />
      <main class="page event-page" id="main" data-game="mickell" style={hue("mickell")}>
        {you.removed ? (
          <SentAway />
        ) : !you.number && phase !== "over" ? (
          <JoinForm live={live} now={now} />
        ) : phase === "over" ? (
          <OwnStandings live={live} now={now} />
        ) : playing && now.real_cards ? (
          <CardCalled live={live} now={now} />
        ) : (
          <Ready now={now} />
        )}
      </main>
    </>
  );
}

/** A name and one button. */
export function JoinForm({ live, now }: { now: EventView } & AtEvent): JSX.Element {
  const { busy, run } = useAsking();
  useEffect(() => {
    if (now.after && new URLSearchParams(location.search).has("again")) run(() => joinEvent(live, "")); // under the name from there
  }, []);
  const [member, setMember] = useState("");
  const members = useMembers(now).filter(({ free }) => free);
  const submit = submitted(({ name = "", novice }) => {
    if (name) storage.set("name", name);
    run(() => joinEvent(live, name, Boolean(novice), Number(member)));
  });
  if (now.closed) {
    return (
      <section class="paper join-form" aria-label="The door is closed">
        <h2>The door is closed</h2>
        <p>The caller lets nobody new in.</p>
        <ComeBack live={live} />
      </section>
    );
  }
  return (
    <>
      <form class="paper join-form" aria-label="Play along" onSubmit={submit}>
        <h2>Play along</h2>
        {members.length > 0 && (
          <SearchPicker
            label="You are"
            name="member"
            none="not in this list"
            set={setMember}
            choices={members.map(({ number, name }) => [number, name] as const)}
          />
        )}
        {!member && (
          <>
            <label for="nickname">Your name, as all will see it</label>
            <NameInput id="nickname" enterkeyhint="go" />
          </>
        )}
        <label class="check">
          <input type="checkbox" name="novice" />
          <span>I play Muckell for the first time</span>
        </label>
        {live.refused.value && <Refusal problem={live.refused.value} game="mickell" />}
        <button type="submit" class="act main" aria-busy={busy}>
          Play along
        </button>
        {!now.real_cards && (
          <p class="small">
            {now.advice ? "You may ask for hints while you play." : "There are no hints during a round: scores are compared."}
          </p>
        )}
        <p class="small">
          {countText(now)} No account; nothing but this name is kept. {NAMES[now.names]}
        </p>
      </form>
      <section class="paper join-form" aria-label="You play already">
        <ComeBack live={live} series={now.series ?? ""} />
      </section>
      <section class="coming" aria-label="The game">
        <HowTo />
      </section>
    </>
  );
}

/** Sentences for a newcomer that say when their name appears on the screen. */
const NAMES: Record<EventView["names"], string> = {
  at_once: "",
  after_approval: "The caller looks at it before others read it.",
  numbers: "All others read a number instead of it.",
};

/** The way on for somebody who played on another device, or took part in the series before. */
function ComeBack({ live, series = "" }: { series?: string } & AtEvent): JSX.Element {
  const { busy, run } = useAsking();
  const submit = submitted(({ code = "" }) => run(() => comeBack(live, code)));
  return (
    <details class="fold">
      <summary>{series ? "I took part before: my personal code" : "I play already: my personal code"}</summary>
      <form class="desk-row" onSubmit={submit}>
        <Field label="Personal code" name="code" required maxLength={24} autocapitalize="characters" spellcheck={false} />
        <button type="submit" class="act" aria-busy={busy}>
          That is me
        </button>
      </form>
      <p class="small">Your board goes on here. The other phone plays no more.</p>
    </details>
  );
}

/** Joined, and waiting for the caller. */
function Ready({ now }: { now: EventView }): JSX.Element {
  const begun = now.phase !== "joining";
  return (
    <section class="coming ready" aria-label="You are in">
      <p>You are in,</p>
      <h2 translate={false}>{now.you.name}</h2>
      {now.you.shown && (
        <p class="small">
          {now.names === "numbers" ? "All others read" : "Until the caller has looked at this name, all others read"}{" "}
          <b translate={false}>{now.you.shown}</b>.
        </p>
      )}
      <p role="status">
        {begun ? "The first card is called; your board comes." : `${countText(now)} The first card comes when the caller calls it.`}
      </p>
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
      {now.you.code && !now.real_cards && (
        <p class="small">
          Should this phone die: open the event on another one and type in{" "}
          <b class="own-code" translate={false}>
            {now.you.code}
          </b>
          .
        </p>
      )}
      <div class="alerts">
        {canBuzz && <AlertChoice alert="buzz" label="Buzz when a card comes" />}
        <AlertChoice alert="chime" label="Chime when a card comes" />
      </div>
      <HowTo />
    </section>
  );
}

function AlertChoice({ alert, label }: { alert: Alert; label: string }): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" defaultChecked={wants(alert)} onChange={(event) => setAlert(alert, event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** What somebody reads whom a caller has sent away. */
function SentAway(): JSX.Element {
  return (
    <section class="coming ready" aria-label="You are out">
      <h2>You play no more</h2>
      <p role="status">The caller has taken you out of this event. If that was a mistake, speak to the caller.</p>
      <div class="actions">
        <a class="act" href="/">
          All games
        </a>
      </div>
    </section>
  );
}

function countText({ here }: EventView): string {
  return here === 1 ? "One is here." : `${here} are here.`;
}

/** The page to type in an event's code, for those who can't scan it. */
export function CodePage(): JSX.Element {
  const submit = submitted(({ code = "" }) => browser.go(pathOf(code)));
  return (
    <main class="page event-page" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper join-form" onSubmit={submit}>
        <h1>Play along</h1>
        <label for="code">The code on the big screen, or of a friend’s table</label>
        <input
          id="code"
          name="code"
          class="code"
          required
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="go"
        />
        <button type="submit" class="act main">
          Go there
        </button>
        <p class="small">A friend’s table has a code of ten letters and digits, which its waiting room shows beside the link.</p>
      </form>
    </main>
  );
}
