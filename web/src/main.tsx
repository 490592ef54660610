// Which page is shown, by the path.

import { render } from "preact";
import type { JSX } from "preact";

import { About } from "./about";
import { CodePage } from "./code";
import { DailyPage } from "./daily";
import { EventPage } from "./eventpage";
import { Shapes } from "./face";
import { HostPage } from "./host";
import { Lobby } from "./lobby";
import { ReplayPage } from "./replay";
import { path } from "./route";
import { RulesPage } from "./rules";
import { SeriesOpenPage } from "./seriesopen";
import { SeriesPage } from "./seriespage";
import "./style/main.css";
import { TablePage } from "./table";
import { TopBar } from "./top";
import { YouPage } from "./you";

/** Pages whose path says all. */
const PLAIN: Record<string, () => JSX.Element> = { about: About, code: CodePage, daily: DailyPage, host: HostPage, series: SeriesOpenPage, you: YouPage };

function Page(): JSX.Element {
  const [, first = "", second = ""] = path.value.split("/").map(decodeURIComponent);
  if (first === "m" && second) return <TablePage key={second} match={second} />;
  if (first === "replay" && second) return <ReplayPage key={second} match={second} />;
  if (first === "e" && second) return <EventPage key={second} code={second} />;
  if (first === "s" && second) return <SeriesPage key={second} code={second} />;
  const Plain = PLAIN[first] ?? Lobby;
  document.title = "muckle";
  return (
    <>
      <TopBar title="">
        <a href="/daily" data-act="daily" aria-label="Today's Mickell">
          Today
        </a>
        <a href="/code">Enter a code</a>
        <a href="/you" aria-label="What you have played">
          You
        </a>
        <a href="/about">About</a>
      </TopBar>
      {first === "rules" && second ? <RulesPage game={second} /> : <Plain />}
    </>
  );
}

function App(): JSX.Element {
  return (
    <>
      <Shapes />
      <Page />
    </>
  );
}

render(<App />, document.body);
