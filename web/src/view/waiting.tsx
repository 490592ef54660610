// The table before the deal: who has come, the link to share, a form to sit down, and the room’s seal.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { codeOf } from "../state/code";
import { storage } from "../state/device";
import { reenter, takeDevice } from "../state/play";
import { rename, sitDown } from "../state/sit";
import { type AtTable, choicesOn } from "../state/table";
import type { About, Scene, TableSetup } from "../types";
import { ActButtons } from "./act";
import { Refusal } from "./cite";
import { Fair } from "./fair";
import { type Fields, NameInput, submitted } from "./form";
import { hue } from "./hue";
import { ManageButton, Reactions, SeatLine, seatActs, Terms, Watchers } from "./manage";
import { NoteLine } from "./notes";
import { PassOn } from "./passon";
import { StillPiece } from "./piece";
import { ReminderSwitch } from "./reminders";
import { useAnswer, useAsking } from "./request";
import { Marker } from "./seat";
import { alone, Share } from "./share";

export function Waiting({ table, now }: { now: Scene } & AtTable): JSX.Element {
  const free = now.seats.filter((seat) => seat.kind === "open").length;
  const path = `/api/matches/${encodeURIComponent(now.match ?? "")}/setup`;
  const lesson = !!useAnswer<TableSetup>(path).found?.lesson;
  return (
    <main class="page waiting-room" id="main" data-seq={now.seq ?? 0} data-game={now.game} style={hue(now.game)}>
      <section class="coming" aria-label="Who plays">
        <h2>{left(free) || now.status}</h2>
        <p>The match begins by itself when {free > 1 ? "all are taken" : "everybody is here"}. Nobody sees a card before.</p>
        <ol class="comers">
          {now.seats.map((seat, number) => (
            <SeatLine table={table} key={number} now={now} seat={seat} number={number} />
          ))}
        </ol>
        {now.viewer != null && <OwnName table={table} now={now} />}
        <Terms now={now} />
        {now.viewer != null && <ReminderSwitch />}
        <Reactions table={table} now={now} />
        <Watchers now={now} />
        <NoteLine table={table} />
      </section>
      <div class="waiting-foot actions">
        {now.viewer != null && free > 0 && !alone && <PassOn link={location.href} label="Send the link" look="act main send" />}
        <ActButtons table={table} choices={choicesOn(table, "")} />
        {now.viewer != null && seatActs(now, now.viewer).map((choice) => <ManageButton table={table} key={choice.id} choice={choice} />)}
      </div>
      {now.viewer == null && <Aim game={now.game} title={now.title} lesson={lesson} />}
      {now.viewer == null && free > 0 && <Chair table={table} match={now.match ?? ""} free={free} />}
      {now.viewer != null && free > 0 && <Share text="whoever opens this link can sit down." code={codeOf(now.match ?? "")} />}
      {now.viewer != null && <Aim game={now.game} title={now.title} lesson={lesson} />}
      <Fair table={table} now={now} />
    </main>
  );
}

/** The form with which a person takes another name. */
function OwnName({ table, now: { match = "", seats, viewer } }: { now: Scene } & AtTable): JSX.Element {
  const [open, setOpen] = useState(false);
  const { problem, run } = useAsking();
  const save = async ({ name = "" }: Fields): Promise<void> => {
    await rename(match, { name });
    setOpen(false);
  };
  if (!open)
    return (
      <button type="button" class="quiet own-name" data-act="rename" onClick={() => setOpen(true)}>
        Change my name
      </button>
    );
  return (
    <form class="answer own-name" aria-label="Change my name" onSubmit={submitted((fields) => run(() => save(fields)))}>
      <NameInput aria-label="My name" defaultValue={seats[viewer ?? 0]?.name ?? ""} required autofocus />
      <button type="submit" class="act">
        Save
      </button>
      {problem && <Refusal table={table} problem={problem} />}
    </form>
  );
}

/** What the game is about and how long it takes, for who has come by a link and never heard of it. */
function Aim({ game, title, lesson }: { game: string; title: string; lesson: boolean }): JSX.Element | null {
  const page = useAnswer<About>(`/api/about/${encodeURIComponent(game)}`).found;
  if (!page) return null;
  const time = page.facts.find(([fact]) => fact === "Time")?.[1];
  return (
    <section class="aim" aria-label={`What ${title} is about`}>
      <span class="aim-emblem" aria-hidden="true">
        {page.emblem.map((face, at) => (
          <StillPiece key={at} piece={{ label: "", face }} />
        ))}
      </span>
      <p>{page.sentence}</p>
      <footer class="actions">
        {time && <span class="small">{time}</span>}
        {lesson && <a href={`/learn/${game}`}>Learn by playing</a>}
        <a href={`/about/${game}`}>Examples and tips</a>
      </footer>
    </section>
  );
}

/** Return a heading with the number of free places, "" for none. */
function left(free: number): string {
  return free === 1 ? "One place is left" : free ? `${free} places are left` : "";
}

function Chair({ table, match, free }: { match: string; free: number } & AtTable): JSX.Element {
  const { problem, run } = useAsking();
  const sit = async ({ name = "" }: Fields): Promise<void> => {
    storage.set("name", name);
    await sitDown(match, name);
    reenter(table);
  };
  return (
    <form class="guests" aria-label="Sit down" onSubmit={submitted((fields) => run(() => sit(fields)))}>
      <p>
        <b>{free === 1 ? "A seat is free at this table." : `${free} seats are free at this table.`}</b> Sit down, or just watch.
      </p>
      <div class="answer">
        <NameInput placeholder="Your name" aria-label="Your name" />
        <button type="submit" class="act main">
          Sit down
        </button>
      </div>
      {problem && <Refusal table={table} problem={problem} />}
    </form>
  );
}

/** The page between two people who share a device. `now` is the spectators' scene, so it shows no hand. */
export function HandOver({ table, now, seat }: { now: Scene; seat: number } & AtTable): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), [seat]);
  const name = now.seats[seat]?.name ?? `Seat ${seat + 1}`;
  return (
    <main class="page hand-over" id="main" data-game={now.game} style={hue(now.game)}>
      <section class="coming" aria-labelledby="hand-over">
        <Marker seat={seat} bird="" name={name} />
        <h2 id="hand-over">
          Give the device to <span translate={false}>{name}</span>
        </h2>
        {now.viewer == null && !!now.say?.length && (
          <ol class="story" tabIndex={0} aria-label="What happened so far">
            {now.say.map((text, index) => (
              <li key={index}>{text}</li>
            ))}
          </ol>
        )}
        <p>Nobody&rsquo;s hand is on this page.</p>
        <button ref={button} type="button" class="act main" data-act="take" onClick={() => takeDevice(table, seat)}>
          I am {name}: show my side
        </button>
      </section>
    </main>
  );
}
