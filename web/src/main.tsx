// The entry point: shows the page that belongs to the path.

import type { JSX } from "preact";
import { render } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { About } from "./pages/about";
import { EveningPage } from "./pages/evening";
import { CodePage, EventPage } from "./pages/event";
import { HostPage } from "./pages/host";
import { LeafPage } from "./pages/leaf/leaf";
import { LearnPage } from "./pages/learn";
import { Lobby } from "./pages/lobby";
import { Privacy } from "./pages/privacy";
import { ReplayPage } from "./pages/replay";
import { SeriesOpenPage, SeriesPage } from "./pages/series";
import { DailyPage } from "./pages/today/daily";
import { browser } from "./state/device";
import { createWordBox } from "./state/words";
import { Shapes } from "./view/face";
import { startWorker } from "./view/reminders";
import { RulesPage } from "./view/rules";
import { Missing, TopBar } from "./view/top";
import { MatchWords, OwnWords } from "./view/words";
import "./style/main.css";
import { TablePage } from "./pages/game";
import { YouPage } from "./pages/you";

/** Pages without parameters, by the first part of their path. */
const PLAIN: Record<string, () => JSX.Element> = {
  about: About,
  code: CodePage,
  host: HostPage,
  privacy: Privacy,
  series: SeriesOpenPage,
  you: YouPage,
};

/** Return the current path. Links within the client change it without loading the page again. */
function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useLayoutEffect(() => {
    const follow = (): void => {
      setPath(location.pathname);
      scrollTo(0, 0);
    };
    addEventListener("popstate", follow);
    addEventListener("click", followLink);
    return () => {
      removeEventListener("popstate", follow);
      removeEventListener("click", followLink);
    };
  }, []);
  return path;
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || event.defaultPrevented || !plain || link.origin !== location.origin || link.download || link.target) return;
  if (link.pathname === location.pathname || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  browser.go(link.pathname + link.search + link.hash);
}

function Page(): JSX.Element {
  const [words] = useState(createWordBox);
  const [, first = "", second = ""] = usePath().split("/").map(decodeURIComponent);
  if (first === "m" && second) return <TablePage key={second} match={second} />;
  if (first === "replay" && second) return <ReplayPage key={second} match={second} />;
  if (first === "learn" && second) return <LearnPage key={second} name={second} />;
  if (first === "e" && second) return <EventPage key={second} code={second} />;
  if (first === "s" && second) return <SeriesPage key={second} code={second} />;
  const daily = first === "daily";
  const rules = first === "rules" && second;
  const evening = first === "evening" && second;
  const leaf = first === "about" && second;
  const Plain = first ? PLAIN[first] : Lobby;
  document.title = "muckle";
  if (!Plain && !daily && !rules && !evening) return <Missing title="There is no such page" message="Nothing is at this address." />;
  return (
    <>
      <TopBar title="">
        <a href="/daily" data-act="daily" aria-label="Today: one game a day, the same for all">
          Today
        </a>
        <button type="button" class="as-link" data-act="words" onClick={() => (words.at.value = "")} aria-label="Words: look one up">
          Words
        </button>
        <a href="/code" aria-label="Enter a code">
          Code
        </a>
        <a href="/you" aria-label="What you have played">
          You
        </a>
        <a href="/about">About</a>
      </TopBar>
      {leaf ? (
        <LeafPage key={leaf} name={leaf} />
      ) : evening ? (
        <EveningPage key={evening} match={evening} />
      ) : daily ? (
        <DailyPage game={second} />
      ) : Plain ? (
        <Plain />
      ) : (
        <RulesPage game={second} />
      )}
      <MatchWords box={words} match="">
        <OwnWords />
      </MatchWords>
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
startWorker();
