// Which page is shown, by the path.

import { render } from "preact";
import type { JSX } from "preact";

import { About } from "./about";
import { EventPage } from "./eventpage";
import { Shapes } from "./face";
import { HostPage } from "./host";
import { CodePage } from "./code";
import { Lobby } from "./lobby";
import { ReplayPage } from "./replay";
import { path } from "./route";
import { RulesPage } from "./rules";
import "./style/main.css";
import { TablePage } from "./table";
import { TopBar } from "./top";

function Page(): JSX.Element {
  const [, first = "", second = ""] = path.value.split("/").map(decodeURIComponent);
  if (first === "m" && second) return <TablePage key={second} match={second} />;
  if (first === "replay" && second) return <ReplayPage key={second} match={second} />;
  if (first === "e" && second) return <EventPage key={second} code={second} />;
  document.title = "muckle";
  return (
    <>
      <TopBar title="">
        <a href="/code">Enter a code</a>
        <a href="/about">About</a>
      </TopBar>
      {first === "rules" && second ? <RulesPage game={second} /> : first === "about" ? <About /> : first === "host" ? <HostPage /> : first === "code" ? <CodePage /> : <Lobby />}
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
