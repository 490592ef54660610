// A zone: a labelled place with its pieces, lit while the picked piece may go there.

import type { ComponentChildren, JSX } from "preact";
import { isSpelled, spell } from "../state/spell";
import { columnName, squareName } from "../state/square";
import { type AtTable, arranged, choicesOn, choicesTo, likelyPlace, type OfferedAct, type TableState } from "../state/table";
import { perform, performOrOffer, tap } from "../state/tap";
import { showReason } from "../state/why";
import type { Face, Zone } from "../types";
import { capital } from "./cite";
import { Back, ratio } from "./face";
import { laneStyle, plainName, Sign } from "./lanes";
import { PieceView, StillPiece } from "./piece";
import { Drafted } from "./question";
import { BetterHere, isEnd, placeOn, Scale, useRoomy } from "./scale";
import { SeatBadge, Who } from "./seat";
import { Sheet } from "./sheet";

interface Props {
  id: string;
  zone: Zone;
}

export function ZoneView({ table, id, zone }: Props & AtTable): JSX.Element {
  const of = zone.owner != null ? ` seat-${zone.owner}` : "";
  const roomy = useRoomy();
  const count = shownCount(zone);
  const first = table.scene.value?.pieces[zone.items?.[0] ?? ""];
  const looks = [
    zone.marks?.includes("won") && "won",
    zone.marks?.length && "leads", // a winner leads, too
    zone.yours && "held-for",
    zone.scale && "scaled",
    isBare(table, id, zone) && "bare",
    isEnd(table, zone) && "end",
    isSpelled(table, id) && "claiming",
    refusedClass(table, `z:${id}`),
  ];
  const shrinks = zone.kind === "row" || (zone.kind === "fan" && first?.face && first.face.kind !== "card");
  return (
    <section
      class={["zone", zone.kind + of, shrinks && "shrinks", ...looks].filter(Boolean).join(" ")}
      data-zone={id}
      role="group"
      aria-label={[zone.label, count, zone.note, zone.asks, zone.yours].filter(Boolean).join(", ")}
      style={{ "--n": widthInPieces(zone), ...laneStyle(table, zone), ...(first && { "--ratio": ratio(first.face) }) }}
    >
      <Head table={table} id={id} zone={zone} />
      <div class="body" onClick={(event) => tapBeside(table, event, `z:${id}`)}>
        <Body table={table} id={id} zone={zone} />
        {!(roomy && isEnd(table, zone)) && <Target table={table} place={`z:${id}`} />}
        <BetterHere table={table} place={`z:${id}`} />
      </div>
      <Scale table={table} id={id} zone={zone} />
      <Meaning table={table} id={id} zone={zone} />
    </section>
  );
}

/** What can be won here and what the viewer has for it. Hidden from screen readers, which read it as the zone's name. */
function Meaning({ table, id, zone: { asks, yours } }: Props & AtTable): JSX.Element | null {
  if (!asks && !yours) return null;
  const award = table.reading.value?.awards?.find(({ zone }) => zone === id);
  if (award) {
    return (
      <p class="zone-meaning" aria-hidden="true">
        <span class="zone-won">
          won by {award.seats?.length ? award.seats.map((seat) => <Who table={table} key={seat} seat={seat} />) : "nobody"}
        </span>
      </p>
    );
  }
  return (
    <p class="zone-meaning" aria-hidden="true">
      <span class="zone-asks">{asks}</span> <span class="zone-yours">{capital(yours ?? "")}</span>
    </p>
  );
}

/** Return the class of a place that has just refused the picked piece. */
function refusedClass(table: TableState, place: string): string {
  return table.note.value?.place === place ? "refused" : "";
}

/** Return the width of a zone in pieces; face-down ones overlap. */
function widthInPieces({ items = [], n }: Zone): number {
  const hidden = hiddenPieces(items.length, n);
  return Math.max(1, items.length + (hidden && 0.6 + 0.4 * hidden));
}

/** Return the number of pieces to draw face down, at most a dozen. */
function hiddenPieces(shown: number, n?: number | null): number {
  return Math.min(12, Math.max(0, (n ?? shown) - shown));
}

/** Handle a tap beside all buttons: with a picked piece it asks why the piece cannot go there. */
function tapBeside(table: TableState, event: Event, place: string): void {
  if (!table.pick.value || (event.target as Element).closest("button")) return;
  event.stopPropagation();
  void showReason(table, place);
}

/** The label of a zone, or its seat for a panel, and buttons for the zone's own acts. */
function Head({ table, id, zone }: Props & AtTable): JSX.Element {
  const line = zone.scale && !zone.parent;
  const seat = zone.kind === "panel" || line ? zone.owner : null;
  const said = line || hasLine(table, id) ? "" : zone.note; // a row on the alphabet shows its open letters itself
  return (
    <header class="zone-head">
      {seat != null ? <SeatBadge table={table} seat={seat} more={said} /> : <Label zone={zone} />}
      <Tools table={table} choices={zoneActs(table, id, zone)} />
    </header>
  );
}

/** Return whether a row on the alphabet is in this panel. */
function hasLine(table: TableState, id: string): boolean {
  return Object.values(table.scene.value?.zones ?? {}).some((zone) => zone.scale && zone.parent === id);
}

/** Return whether a board says by itself what it is: there is no other, no note beside it and no act of its own. */
function isBare(table: TableState, id: string, zone: Zone): boolean {
  const boards = Object.values(table.scene.value?.zones ?? {}).filter(({ kind }) => kind === "grid");
  return zone.kind === "grid" && boards.length === 1 && !zone.note && !zoneActs(table, id, zone).length;
}

/** The label of a zone. Hidden from screen readers, which read it as the zone's name. */
function Label({ zone }: { zone: Zone }): JSX.Element {
  const label = plainName(zone);
  return (
    <>
      <span class="zone-label" aria-hidden="true">
        {label}
      </span>
      {zone.note && (
        <span class="zone-note" aria-hidden="true">
          {zone.note}
        </span>
      )}
    </>
  );
}

/** Return the acts of a zone and, in a row, of its only usable piece. */
function zoneActs(table: TableState, id: string, zone: Zone): readonly OfferedAct[] {
  const own = ["stack", "bag"].includes(zone.kind) ? [] : choicesOn(table, `z:${id}`);
  if (zone.kind !== "row") return own;
  const able = (zone.items ?? []).map((item) => choicesOn(table, `p:${item}`)).filter((acts) => acts.length);
  return able.length === 1 ? [...own, ...(able[0] ?? [])] : own;
}

function Tools({ table, choices }: { choices: readonly OfferedAct[] } & AtTable): JSX.Element | null {
  if (!choices.length) return null;
  return (
    <span class="tools">
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          class="tool"
          data-act={choice.id}
          aria-label={choice.act.label}
          onClick={() => perform(table, choice)}
        >
          <span aria-hidden="true" class="glyph" data-text={choice.act.verb} />
        </button>
      ))}
    </span>
  );
}

/** The light over a place where the picked piece may go. A second tap cancels a draft there. */
function Target({ table, place }: { place: string } & AtTable): JSX.Element | null {
  const found = choicesTo(table, place);
  const [first] = found;
  if (!first) return null;
  const shown = found.some(({ id }) => id === table.draft.value?.id);
  const marks = `${found.some(({ id }) => id === table.hinted.value) ? " hinted" : ""}${shown ? " shown" : ""}`;
  const halves = [...new Set(found.map(({ act }) => act.half))].filter(Boolean).join(" ");
  const go = (): void => performOrOffer(table, found);
  return (
    <>
      <Drafted table={table} choice={first} />
      {!table.draft.value && likelyPlace(table) === place && <Ghost table={table} />}
      <button
        type="button"
        class={`target${marks}`}
        data-to={place}
        aria-label={found.length === 1 ? first.act.label : `${found.length} ways to do this`}
        aria-pressed={first.act.confirm ? shown : undefined}
        onClick={shown ? () => (table.draft.value = null) : go}
      >
        {first.act.gain && <span class="glyph brings" aria-hidden="true" data-text={first.act.gain} />}
        {halves && <span class="glyph halves" aria-hidden="true" data-text={halves} />}
      </button>
    </>
  );
}

/** The picked piece where it would lie. */
function Ghost({ table }: AtTable): JSX.Element | null {
  const piece = table.scene.value?.pieces[table.pick.value.slice(2)];
  return piece ? (
    <span class="ghost" aria-hidden="true">
      <StillPiece piece={piece} />
    </span>
  ) : null;
}

function Body({ table, id, zone }: Props & AtTable): ComponentChildren {
  switch (zone.kind) {
    case "panel":
      return <Children table={table} parent={id} />;
    case "grid":
      return <Grid table={table} id={id} zone={zone} />;
    case "stack":
    case "bag":
      return <Stack table={table} id={id} zone={zone} />;
    case "pile":
      return <Pile table={table} id={id} zone={zone} />;
    default:
      return <LineZone table={table} id={id} zone={zone} />;
  }
}

/** The zones inside a panel, in reading order. */
function Children({ table, parent }: { parent: string } & AtTable): ComponentChildren {
  return Object.entries(table.scene.value?.zones ?? {})
    .filter(([, zone]) => zone.parent === parent)
    .map(([id, zone]) => <ZoneView table={table} key={id} id={id} zone={zone} />);
}

/** The pieces of a row, fan, column or tray in order, hidden ones as backs. */
function LineZone({ table, id, zone }: Props & AtTable): ComponentChildren {
  const own = zone.kind === "fan" && zone.place === "me";
  const items = own ? arranged(table, id, zone.items ?? []) : (zone.items ?? []);
  const hidden = Math.max(0, (zone.n ?? items.length) - items.length);
  const spelled = isSpelled(table, id);
  return (
    <>
      {items.map((item, place) => (
        <span class={spelled && place === table.answer.value.length ? "slot next" : "slot"} key={item} style={placeOn(table, zone, item)}>
          <PieceView table={table} id={item} own={own || zone.kind === "tray"} />
          {spelled && <Halves table={table} place={place} face={table.scene.value?.pieces[item]?.face} />}
        </span>
      ))}
      {hidden > 0 && <HiddenPieces count={hidden} drawn={hiddenPieces(items.length, zone.n)} />}
      {!items.length && !hidden && (
        <span class="hollow">
          <Sign lane={zone.lane} />
        </span>
      )}
    </>
  );
}

/** The two letters of a card as buttons, while its row spells a word. */
function Halves({ table, place, face }: { place: number; face: Face | null | undefined } & AtTable): JSX.Element {
  const chosen = table.answer.value[place];
  return (
    <span class="halves-of">
      {[face?.text ?? "", face?.second ?? ""].map((letter, half) => (
        <button
          key={half}
          type="button"
          translate={false}
          class={`half${chosen === letter ? " chosen" : chosen ? " left" : ""}`}
          aria-label={`Letter ${place + 1}: ${letter}`}
          aria-pressed={chosen === letter}
          aria-disabled={place > table.answer.value.length}
          onClick={() => spell(table, place, letter)}
        >
          {letter}
        </button>
      ))}
    </span>
  );
}

function HiddenPieces({ count, drawn }: { count: number; drawn: number }): JSX.Element {
  return (
    <span class="hidden-pieces" role="img" aria-label={`${count} face down`}>
      {Array.from({ length: drawn }, (_, index) => (
        <span class="piece" key={index}>
          <Back />
        </span>
      ))}
    </span>
  );
}

function Stack({ table, id, zone }: Props & AtTable): JSX.Element {
  const count = zone.n ?? zone.items?.length ?? 0;
  const acts = choicesOn(table, `z:${id}`);
  const layers = Math.min(3, Math.ceil(count / 8));
  const pack = count ? (
    Array.from({ length: layers }, (_, index) => (
      <span class="piece layer" key={index} style={{ "--layer": index }}>
        <Back />
      </span>
    ))
  ) : (
    <span class="hollow" />
  );
  const shown = (
    <>
      {pack}
      <span class="count" data-text={count} aria-hidden="true" />
    </>
  );
  if (!acts[0]) return <span class="pack">{shown}</span>;
  return (
    <button type="button" class="pack able" aria-label={acts[0].act.label} onClick={() => tap(table, `z:${id}`)}>
      {shown}
    </button>
  );
}

/** Face-up pieces, the last on top, with a button that spreads them out. Coins show those that follow beside the top one. */
function Pile({ table, id, zone }: Props & AtTable): JSX.Element {
  const items = zone.items ?? [];
  const top = items.at(-1);
  const below = table.scene.value?.pieces[items.at(-2) ?? ""];
  const through = items.length > 1 && (
    <button
      type="button"
      class="count look"
      aria-label={`Look through: ${zone.label}, ${items.length}`}
      onClick={() => (table.looking.value = id)}
    >
      <span aria-hidden="true" class="glyph" data-text={items.length} />
    </button>
  );
  if (below?.face?.kind === "coin") {
    return (
      <span class="pack coins">
        {top && <PieceView table={table} key={top} id={top} />}
        <span class="following">
          {items
            .slice(0, -1)
            .reverse()
            .map((item) => {
              const piece = table.scene.value?.pieces[item];
              return piece && <StillPiece key={item} piece={piece} />;
            })}
          {through}
        </span>
      </span>
    );
  }
  return (
    <span class="pack">
      {below && (
        <span class="below" aria-hidden="true">
          <StillPiece piece={below} />
        </span>
      )}
      {top ? <PieceView table={table} key={top} id={top} /> : <span class="hollow" />}
      {through}
    </span>
  );
}

function Grid({ table, id, zone }: Props & AtTable): JSX.Element {
  const { width = 1, height = 1 } = zone;
  return (
    <div class="view" style={{ "--columns": width, "--rows": height }} onClick={(event) => tapBoard(table, event, id)}>
      <div class="squares">
        <Edge side="corner" />
        {Array.from({ length: width }, (_, index) => (
          <Edge key={index} side="column" name={columnName(index + 1)} />
        ))}
        {Array.from({ length: height }, (_, index) => (
          <Edge key={index} side="row" name={String(index + 1)} row={index + 2} />
        ))}
        {Array.from({ length: width * height }, (_, index) => (
          <Square table={table} key={index} id={id} zone={zone} place={`${Math.floor(index / width) + 1},${(index % width) + 1}`} />
        ))}
      </div>
    </div>
  );
}

/** Pixels around the middle of a lit square in which a tap still means it: squares can be smaller than fingers. */
const REACH = 22;

/** Send a tap beside all buttons to the nearest lit square in reach; else ask why the piece cannot go there. */
function tapBoard(table: TableState, event: MouseEvent, id: string): void {
  const { target, currentTarget, clientX, clientY } = event;
  if ((target as Element).closest("button")) return;
  const far = (lit: HTMLElement): number => {
    const { x, y, width, height } = lit.getBoundingClientRect();
    return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
  };
  const [nearest] = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".target")].sort((a, b) => far(a) - far(b));
  const square = (target as Element).closest<HTMLElement>("[data-square]")?.dataset.square;
  if (nearest && far(nearest) <= REACH) {
    event.stopPropagation();
    nearest.click();
  } else if (square) tapBeside(table, event, `c:${id}:${square}`);
}

/** The name of a column or row at the edge of a board. */
function Edge({ side, name = "", row = 1 }: { side: string; name?: string; row?: number }): JSX.Element {
  return <span class={`edge ${side}`} aria-hidden="true" data-text={name} {...(side === "row" && { style: { "--row": row } })} />;
}

function Square({ table, id, zone, place }: Props & { place: string } & AtTable): JSX.Element {
  const cell = zone.cells?.[place];
  const top = zone.on?.[place]?.at(-1);
  const [row = 1, column = 1] = place.split(",").map(Number);
  const label = cell?.label || squareName(place);
  return (
    <div
      class={`square look-${cell?.look ?? "plain"} ${refusedClass(table, `c:${id}:${place}`)}`}
      data-square={place}
      data-print={cell?.look ? undefined : cell?.label}
      style={{ gridArea: `${row + 1} / ${column + 1}` }}
      {...(top && { role: "group", "aria-label": label })}
    >
      {top && <PieceView table={table} id={top} />}
      <Target table={table} place={`c:${id}:${place}`} />
      <BetterHere table={table} place={`c:${id}:${place}`} />
    </div>
  );
}

function shownCount(zone: Zone): string {
  const count = zone.n ?? zone.items?.length ?? 0;
  return ["panel", "grid"].includes(zone.kind) ? "" : count ? String(count) : "empty";
}

/** A pile spread out, the last piece first. */
export function SpreadPile({ table }: AtTable): JSX.Element | null {
  const zone = table.scene.value?.zones[table.looking.value];
  if (!zone) return null;
  const pieces = [...(zone.items ?? [])].reverse().flatMap((id) => table.scene.value?.pieces[id] ?? []);
  return (
    <Sheet title={zone.label} close={() => (table.looking.value = "")}>
      <p>{pieces.length} in all, the last one first.</p>
      <div class="spread">
        {pieces.map((piece, index) => (
          <StillPiece key={index} piece={piece} />
        ))}
      </div>
    </Sheet>
  );
}
