// The entry point: shows the page that belongs to the path. The files in parts/ are fetched when a page of theirs is first shown.

import type { ComponentChildren, JSX } from "preact";
import { render } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { browser, isOffline } from "./state/device";
import { limitLetters } from "./state/letters";
import { guardPresses } from "./state/press";
import { createWordBox } from "./state/words";
import { Shapes } from "./view/face";
import { startWorker } from "./view/reminders";
import { Missing, TopBar } from "./view/top";
import { followTranslators } from "./view/translated";
import { MatchWords, OwnWords } from "./view/words";
import "./parts/shared";
import "./style/main.css";

const lobby = (): Promise<typeof import("./parts/lobby")> => import("./parts/lobby");
const table = (): Promise<typeof import("./parts/table")> => import("./parts/table");
const events = (): Promise<typeof import("./parts/events")> => import("./parts/events");
const replay = (): Promise<typeof import("./parts/replay")> => import("./parts/replay");
const reading = (): Promise<typeof import("./parts/reading")> => import("./parts/reading");

/** Pages without parameters, by the first part of their path. */
const PLAIN: Record<string, () => Promise<() => JSX.Element>> = {
  "": async () => (await lobby()).Lobby,
  about: async () => (await reading()).About,
  code: async () => (await events()).CodePage,
  host: async () => (await events()).HostPage,
  privacy: async () => (await reading()).Privacy,
  series: async () => (await events()).SeriesOpenPage,
  you: async () => (await reading()).YouPage,
};

/** Return the page at a path, as soon as the part of the program that it is in has come. */
async function pageAt(path: string): Promise<JSX.Element> {
  const [, first = "", second = ""] = path.split("/").map(decodeURIComponent);
  if (first === "m" && second) {
    const { TablePage } = await table();
    return <TablePage key={second} match={second} />;
  }
  if (first === "learn" && second) {
    const { LearnPage } = await table();
    return <LearnPage key={second} name={second} />;
  }
  if (first === "replay" && second) {
    const { ReplayPage } = await replay();
    return <ReplayPage key={second} match={second} />;
  }
  if (first === "e" && second) {
    const { EventPage } = await events();
    return <EventPage key={second} code={second} />;
  }
  if (first === "s" && second) {
    const { SeriesPage } = await events();
    return <SeriesPage key={second} code={second} />;
  }
  const page = await framedPage(first, second);
  return page ? <Framed>{page}</Framed> : <Missing title="There is no such page" message="Nothing is at this address." />;
}

/** Return a page that stands below the links to all others, or null if there is none. */
async function framedPage(first: string, second: string): Promise<JSX.Element | null> {
  if (first === "daily") {
    const { DailyPage } = await lobby();
    return <DailyPage game={second} />;
  }
  if (first === "rules" && second) {
    const { RulesPage } = await reading();
    return <RulesPage game={second} />;
  }
  if (first === "evening" && second) {
    const { EveningPage } = await replay();
    return <EveningPage key={second} match={second} />;
  }
  if (first === "about" && second) {
    const { LeafPage } = await reading();
    return <LeafPage key={second} name={second} />;
  }
  const Plain = await PLAIN[first]?.();
  return Plain ? <Plain /> : null;
}

function Framed({ children }: { children: ComponentChildren }): JSX.Element {
  const [words] = useState(createWordBox);
  document.title = "muckle";
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
      {children}
      <MatchWords box={words} match="">
        <OwnWords />
      </MatchWords>
    </>
  );
}

/** Return the current path. Links within the client change it without loading the page again. */
function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useLayoutEffect(() => {
    const follow = (): void => setPath(location.pathname);
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

/** Return the page that belongs to the path. The page before it stays until its part of the program has come. */
function usePage(): JSX.Element | null {
  const path = usePath();
  const [page, setPage] = useState<JSX.Element | null>(null);
  useLayoutEffect(() => {
    let left = false;
    const show = (found: JSX.Element): void => {
      if (left) return;
      setPage(found);
      if (page) scrollTo(0, 0);
    };
    void pageAt(path).catch(pageWithoutPart).then(show);
    return () => {
      left = true;
    };
  }, [path]);
  return page;
}

/** Return what is shown if a part of the program cannot be fetched. If the room has another program by now, load that. */
async function pageWithoutPart(): Promise<JSX.Element> {
  const page = await fetch(location.pathname).then(
    (answer) => answer.text(),
    () => "",
  );
  const { pathname: own } = new URL(import.meta.url);
  if (page && !page.includes(own)) location.reload();
  return <Unfetched />;
}

function Unfetched(): JSX.Element {
  return (
    <>
      <TopBar title="" />
      <main class="page" id="main">
        <h1>This page could not be fetched</h1>
        <p role="status">
          {isOffline()
            ? "This device has no connection, and the page was not opened here before."
            : "The game room did not answer as it should. Is it still running?"}
        </p>
        <button type="button" class="act main" data-act="again" onClick={() => location.reload()}>
          Try again
        </button>
      </main>
    </>
  );
}

function App(): JSX.Element {
  return (
    <>
      <Shapes />
      {usePage()}
    </>
  );
}

guardPresses();
followTranslators(document.body);
render(<App />, document.body);
startWorker();
addEventListener("input", limitLetters);
// whoever touches the page will likely play
addEventListener("pointerdown", () => void table().catch(() => undefined), { once: true });
