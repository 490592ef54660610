// A row on the alphabet: each piece stands at its letter, open letters are dashed, skipped ones are lost. Wide windows put the pieces
// themselves there; phones show a strip of letters below them.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { grouped } from "../state/grouped";
import { type AtTable, choicesOn, type OfferedAct, type TableState } from "../state/table";
import { performOrOffer } from "../state/tap";
import type { Face, Table, Zone } from "../types";
import { StillPiece } from "./piece";

const query = matchMedia("(min-width: 64rem)");

/** Return whether the window has room for all letters side by side. */
export function useRoomy(): boolean {
  const [roomy, setRoomy] = useState(query.matches);
  useEffect(() => {
    const look = (): void => setRoomy(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return roomy;
}

/** Return whether a zone is an end of such a row, so that its letters are chosen on the row. */
export function isEnd(table: TableState, { kind, parent }: Zone): boolean {
  return kind === "tray" && !!parent && Object.values(table.scene.value?.zones ?? {}).some((zone) => zone.scale && zone.parent === parent);
}

/** Return the number of rows on the alphabet. */
export function lines(table: TableState): number {
  return Object.values(table.scene.value?.zones ?? {}).filter(({ scale }) => scale).length;
}

/** Return the style that puts a piece at its letter, or at its first letter while both are possible. */
export function placeOn(table: TableState, { scale = "" }: Zone, id: string): Record<string, number> {
  const { on, text = "" } = table.scene.value?.pieces[id]?.face ?? {};
  return scale ? { "--at": scale.indexOf(on || text) + 1 } : {};
}

/** Return the acts of the picked card by the letter of a row. */
function choicesAt(table: TableState, id: string, { parent }: Zone): ReadonlyMap<string, readonly OfferedAct[]> {
  const { zones = {} } = table.scene.value ?? {};
  const here = ({ act: { half, to = "" } }: OfferedAct): boolean =>
    !!half && (to === `z:${id}` || (!!parent && zones[to.slice(2)]?.parent === parent));
  return grouped(table.pick.value ? choicesOn(table, table.pick.value).filter(here) : [], ({ act }) => act.half ?? "");
}

/** The letters of a row: taken, open, lost or lit. */
export function Scale({ table, id, zone }: { id: string; zone: Zone } & AtTable): JSX.Element | null {
  const roomy = useRoomy();
  const { scale, free = "", items = [] } = zone;
  if (!scale) return null;
  const faces = items.flatMap((item) => table.scene.value?.pieces[item]?.face ?? []);
  const taken = new Set(faces.map(({ on, text }) => on || text));
  const maybe = new Set(faces.flatMap(({ on, second }) => (on ? [] : [second ?? ""])));
  const lit = choicesAt(table, id, zone);
  const owner = zone.owner ?? table.scene.value?.zones[zone.parent ?? ""]?.owner;
  const better = table.compared.value?.seat === owner ? table.compared.value?.better : null;
  return (
    <div class="scale">
      {[...scale].map((letter, place) => {
        const state = taken.has(letter) ? "taken" : maybe.has(letter) ? "maybe" : free.includes(letter) ? "free" : "lost";
        return (
          <span key={letter} class={`cell ${state}${lit.has(letter) ? " lit" : ""}`} style={{ "--at": place + 1 }}>
            <Cell table={table} letter={letter} found={roomy ? (lit.get(letter) ?? []) : []} />
            {roomy && better?.half === letter && <Better face={{ ...better.face, on: letter }} />}
          </span>
        );
      })}
    </div>
  );
}

/** A letter; a button if the picked card may be laid as this letter. */
function Cell({ table, letter, found }: { letter: string; found: readonly OfferedAct[] } & AtTable): JSX.Element {
  const [first] = found;
  const shown = <span class="glyph" aria-hidden="true" data-text={letter} />;
  if (!first) return shown;
  return (
    <button
      type="button"
      class="target"
      data-to={first.act.to}
      data-letter={letter}
      aria-label={found.length === 1 ? first.act.label : `${found.length} ways to lay ${letter}`}
      onClick={() => performOrOffer(table, found)}
    >
      {shown}
    </button>
  );
}

/** In an analysis: the piece that would better have gone here. The column at the side says it in words. */
export function BetterHere({ table, place }: { place: string } & AtTable): JSX.Element | null {
  const { better } = table.compared.value ?? {};
  return better?.place === place ? <Better face={better.face} /> : null;
}

function Better({ face }: { face: Face }): JSX.Element {
  return (
    <span class="better-here" aria-hidden="true">
      <StillPiece piece={{ label: "", face }} />
      <b>better</b>
    </span>
  );
}

/** Undrawn cards by letter, as bars under the rows. The column at the side has them as text. */
export function Bars({ figures: { title, bars = {} } }: { figures: Table }): JSX.Element {
  const most = Math.max(1, ...Object.values(bars));
  return (
    <figure class="bars" aria-hidden="true">
      <figcaption>{title}</figcaption>
      {Object.entries(bars).map(([name, number]) => (
        <span key={name} class={number ? "bar" : "bar none"} style={{ "--share": number / most }}>
          <span class="glyph" data-text={name} />
        </span>
      ))}
    </figure>
  );
}
