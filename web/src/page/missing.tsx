// A page for what is not there.

import type { JSX } from "preact";

import { TopBar } from "./top";

export function Missing({ title, message }: { title: string; message: string }): JSX.Element {
  return (
    <>
      <TopBar title="" />
      <main class="page" id="main">
        <h1>{title}</h1>
        <p>{message}</p>
        <a class="act main" href="/">
          All games
        </a>
      </main>
    </>
  );
}
