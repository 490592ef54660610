// Today's Mickell in the lobby: to be played, or what came of it.

import type { JSX } from "preact";

import { hue } from "../pieces/hue";
import { StillPiece } from "../pieces/piece";
import type { Daily, Face } from "../types";
import { PlayToday, useToday } from "../you/daily";
import { against, counted, week } from "../you/dailytext";

const GAME = "mickell";

/** @param emblem pieces of Mickell, the first of which is shown */
export function TodayCard({ emblem }: { emblem: readonly Face[] }): JSX.Element | null {
  const { today } = useToday();
  if (!today) return null;
  return (
    <article class={`game-card today ${today.own ? "" : "waits"}`} data-game={GAME} style={hue(GAME)}>
      <div class="picture" aria-hidden="true">
        {emblem.slice(0, 1).map((face) => (
          <StillPiece key="card" piece={{ label: "", face }} />
        ))}
        <p>
          <small>{dayOf(today.day)}</small>
          One deck, the same for all
        </p>
      </div>
      <div class="game-words">
        <h2>Today&rsquo;s Mickell</h2>
        <Week today={today} />
        <div class="actions">
          {today.own ? (
            <a class="act" href="/daily" aria-label="Today&rsquo;s Mickell: how others did">
              How others did
            </a>
          ) : (
            <PlayToday today={today} />
          )}
        </div>
      </div>
    </article>
  );
}

/** What was made on the last days, once there is something to tell; before that what it is about. */
function Week({ today }: { today: Daily }): JSX.Element {
  const days = week(today);
  if (days.every(([day, score]) => score === null || day === today.day)) return <p>{told(today)}</p>;
  return (
    <ol class="week" aria-label="Your last seven days">
      {days.map(([day, score]) => (
        <li key={day}>
          <small>{new Date(day).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" })}</small> <b class={day === today.day && score === null ? "asks" : ""}>{score ?? (day === today.day ? "?" : "–")}</b>
        </li>
      ))}
    </ol>
  );
}

function told({ match, own, par }: Daily): string {
  if (own) return `You made ${counted(own.score, "point")}${par == null ? "" : `, ${against(own.score - par)}`}.`;
  return match ? "You have begun: the first attempt counts." : "One attempt counts. See how you did against par and everybody.";
}

function dayOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
}
