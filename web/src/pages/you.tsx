// The visitor's own page: matches played, and how to move to another device, save everything, or be forgotten.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { problemOf, request } from "../state/api";
import { browser, storage } from "../state/device";
import type { Code, Done, OwnRecord as Played, PlayedMatch, Problem } from "../types";
import { Refusal } from "../view/cite";
import { CopyField, SureButton, submitted } from "../view/form";
import { ReminderSwitch } from "../view/reminders";
import { useAnswer } from "../view/request";
import { Marker } from "../view/seat";
import { QrCode as Picture } from "../view/share";
import { MatchList, Multiples } from "./multiples";

export function YouPage(): JSX.Element {
  const { found: record, problem: unread } = useAnswer<Played>("/api/me");
  const [refused, setRefused] = useState<Problem | null>(null);
  const problem = refused ?? unread;
  const fail = (error: unknown): void => setRefused(problemOf(error));
  const code = new URLSearchParams(location.search).get("code");
  return (
    <main class="page you" id="main">
      <Head record={record} />
      {problem && <Refusal problem={problem} />}
      {code && <Become code={code} fail={fail} />}
      {record && <Multiples record={record} />}
      {record && <Matches played={record.played} />}
      <section class="you-devices">
        <h2>Your devices</h2>
        <p>
          There are no accounts: a cookie of this browser says who you are. <a href="/privacy">What this room keeps of you</a>
        </p>
        <ReminderSwitch />
        <Move fail={fail} />
        <PersonalCode fail={fail} />
        <Return fail={fail} />
        <p class="actions you-ends">
          <a class="act" href="/api/me/save" download="muckle-record.json">
            Save everything
          </a>
          <Sure
            label="Sign out everywhere else"
            path="/api/me/elsewhere"
            told="All other devices are signed out. Your seats, tables and the events that you lead are this device’s. An older personal code no longer works."
            fail={fail}
          />
          <Sure label="Forget me" path="/api/me/forget" told="" fail={fail} />
        </p>
        <p class="small">
          To be forgotten means: your name becomes &ldquo;Somebody&rdquo; wherever it stood, a bot plays on in your seats, and nobody is you
          any more. Events that only you led need somebody with the callers&rsquo; link. What was played stays valid and can still be
          checked.
        </p>
      </section>
    </main>
  );
}

/** Whose record this is, and its size in two or three numbers. */
function Head({ record }: { record: Played | null }): JSX.Element {
  const name = storage.get("name");
  const { games = [], streak = 0 } = record ?? {};
  const sum = (of: "matches" | "won"): number => games.reduce((total, game) => total + game[of], 0);
  const facts: readonly (readonly [number, string])[] = [
    [sum("matches"), "played"],
    [sum("won"), "won"],
    [streak, streak === 1 ? "day in a row" : "days in a row"],
  ];
  return (
    <header class="you-head">
      <Marker seat={0} name={name || "You"} />
      <h1>
        {name || "You"} <small>What you have played</small>
      </h1>
      {games.length > 0 && (
        <dl>
          {facts.map(([count, what]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}

/** Matches before the fold. */
const FIRST = 6;

function Matches({ played }: { played: readonly PlayedMatch[] }): JSX.Element | null {
  if (!played.length) return null;
  return (
    <section class="you-matches">
      <h2>Last matches</h2>
      <MatchList played={played.slice(0, FIRST)} />
      {played.length > FIRST && (
        <details class="fold">
          <summary>{played.length - FIRST} more</summary>
          <MatchList played={played.slice(FIRST)} />
        </details>
      )}
    </section>
  );
}

type Fail = (error: unknown) => void;

/** A link that makes another device this visitor's. */
function Move({ fail }: { fail: Fail }): JSX.Element {
  const [code, setCode] = useState("");
  const ask = (): void => {
    request<Code>("/api/me/code", {}).then((answer) => setCode(answer.code), fail);
  };
  const link = `${location.origin}/you?code=${encodeURIComponent(code)}`;
  if (!code) {
    return (
      <p class="you-way">
        <span>
          <b>Be the same on another device</b>
          <small>A link for ten minutes, also as a square to scan.</small>
        </span>
        <button type="button" class="act" data-act="move" onClick={ask} aria-label="Show the link: be the same on another device">
          Show the link
        </button>
      </p>
    );
  }
  return (
    <section class="guests" aria-label="For another device">
      <p>Open this link there within ten minutes. Whoever opens it is you: show it to nobody else.</p>
      <CopyField label="The link for another device" value={link} />
      <Picture text={link} />
    </section>
  );
}

/** A code to write down, in case this device or its cookie is lost. */
function PersonalCode({ fail }: { fail: Fail }): JSX.Element {
  const [code, setCode] = useState("");
  const ask = (): void => {
    request<Code>("/api/me/keep", {}).then((answer) => setCode(answer.code), fail);
  };
  if (!code) {
    return (
      <p class="you-way">
        <span>
          <b>A personal code</b>
          <small>It brings you back if this device or its cookies are lost.</small>
        </span>
        <button type="button" class="act" data-act="keep" onClick={ask} aria-label="Get a code: a personal code">
          Get a code
        </button>
      </p>
    );
  }
  return (
    <section class="guests" aria-label="Your personal code">
      <p>Write this code down. Whoever has it is you: show it to nobody else. It works until you get another one.</p>
      <CopyField label="Your personal code" value={code} />
    </section>
  );
}

function become(code: string, fail: Fail): void {
  request<Done>("/api/me/become", { code } satisfies Code).then(() => location.assign("/you"), fail);
}

/** The form for a code that was written down. */
function Return({ fail }: { fail: Fail }): JSX.Element {
  return (
    <details class="fold">
      <summary>I have a personal code</summary>
      <form class="answer" onSubmit={submitted(({ code = "" }) => become(code, fail))}>
        <input
          name="code"
          aria-label="The code you wrote down"
          placeholder="ABCDE-FGHJK-LMNPQ-RSTUV"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={60}
        />
        <button type="submit" class="act" data-act="return">
          That is me
        </button>
      </form>
      <p class="small">You become that person on this device. What was played here until now stays with nobody.</p>
    </details>
  );
}

/** Asks on the other device whether it shall become this visitor's. */
function Become({ code, fail }: { code: string; fail: Fail }): JSX.Element {
  return (
    <section class="guests" aria-label="The same on this device">
      <p>You are about to be the same person here as on the other device. What was played on this device until now stays with nobody.</p>
      <button type="button" class="act main" data-act="become" onClick={() => become(code, fail)}>
        Yes, that is me
      </button>
    </section>
  );
}

/** A button for what cannot be taken back, and the sentence that tells that it was done. */
function Sure({ label, path, told, fail }: { label: string; path: string; told: string; fail: Fail }): JSX.Element {
  const [done, setDone] = useState(false);
  const act = (): void => {
    request<Done>(path, {}).then(() => (told ? setDone(true) : forgetDevice()), fail);
  };
  return done ? <span role="status">{told}</span> : <SureButton label={label} yes={`Yes: ${label.toLowerCase()}`} onSure={act} />;
}

/** Remove what this device stores about a forgotten visitor, and go to the lobby. */
function forgetDevice(): void {
  for (const key of ["name", "proofs", "hands", "daily", "reminders"]) storage.set(key, "");
  browser.go("/");
}
