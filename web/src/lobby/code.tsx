// Coming to an event by the code that the hall's screen shows, for whom no camera helps.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { go } from "../page/route";
import { hue } from "../pieces/hue";

export function CodePage(): JSX.Element {
  const [code, setCode] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    go(`/e/${encodeURIComponent(code.trim().toUpperCase())}`);
  };
  return (
    <main class="page event-page" id="main" data-game="mickell" style={hue("mickell")}>
      <form class="paper join-form" onSubmit={submit}>
        <h1>Play along</h1>
        <label for="code">The code on the big screen</label>
        <input id="code" class="code" required value={code} onInput={(event) => setCode(event.currentTarget.value)} maxLength={12} autocomplete="off" autocapitalize="characters" spellcheck={false} enterkeyhint="go" />
        <button type="submit" class="act main">
          Go there
        </button>
        <p class="small">To a table of friends you come by the link that they send you.</p>
      </form>
    </main>
  );
}
