// A piece: a button if the viewer can act with it or holds it, else a labelled picture.

import type { JSX, TargetedMouseEvent } from "preact";
import { type AtTable, choicesOn, type OfferedAct } from "../state/table";
import { tap } from "../state/tap";
import { showReason } from "../state/why";

import type { Piece, PresetInfo } from "../types";
import { startDrag } from "./drag";
import { FaceArt, ratio } from "./face";

interface Props {
  id: string;
  /** Whether the piece is in the viewer's hand, where it stays a button in others' turns. */
  own?: boolean;
}

export function PieceView({ table, id, own }: Props & AtTable): JSX.Element | null {
  const piece = table.scene.value?.pieces[id];
  if (!piece) return null;
  const ref = `p:${id}`;
  const acts = choicesOn(table, ref);
  const able = acts.length > 0;
  const picked = table.pick.value === ref;
  const { played, better } = table.compared.value ?? {};
  const mover = table.moved.value.get(id);
  const waits = table.prepared.value?.act.on === ref;
  const look = {
    "data-piece": id,
    class: [
      "piece",
      looks(piece),
      able ? "able" : "",
      picked ? (table.draft.value?.act.to ? "away" : "picked") : "",
      waits ? "prepared" : "",
      mover === undefined ? "" : `moved by-${mover}`,
      played?.piece === id ? "was-played" : better?.piece === id ? "was-better" : "",
    ].join(" "),
    style: { "--ratio": ratio(piece.face) },
  };
  const art = (
    <span class="frame" role="img" aria-label={name(piece)}>
      <FaceArt face={picked && table.half.value && piece.face ? { ...piece.face, on: table.half.value } : piece.face} />
    </span>
  );
  if (!able && !own) {
    return (
      <span {...look} onClick={() => table.pick.value || void showReason(table, "", ref)}>
        {art}
      </span>
    );
  }
  const busy = table.pending.value !== null && acts.some((choice) => choice.id === table.pending.value?.act);
  return (
    <button
      {...look}
      type="button"
      aria-disabled={!able}
      aria-pressed={able ? picked : undefined}
      aria-busy={busy}
      onClick={(event) => (able ? tap(table, ref, halfAt(event, piece, acts)) : void showReason(table, "", ref))}
      onPointerDown={(event) => startDrag(table, event, ref)}
    >
      {art}
    </button>
  );
}

/** Return the letter in the tapped half of a card if that matters, else ""; a key taps no half. */
function halfAt(event: TargetedMouseEvent<HTMLElement>, { face }: Piece, acts: readonly OfferedAct[]): string {
  if (!event.detail || !acts.some(({ act }) => act.half)) return "";
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return (event.clientY < top + height / 2 ? face?.text : face?.second) ?? "";
}

/** A piece that is only a picture, not part of the table. */
export function StillPiece({ piece }: { piece: Piece }): JSX.Element {
  return (
    <span class={`piece ${looks(piece)}`} style={{ "--ratio": ratio(piece.face) }}>
      <span class="frame" role="img" aria-label={name(piece)}>
        <FaceArt face={piece.face} />
      </span>
    </span>
  );
}

function name(piece: Piece): string {
  return [piece.label, ...(piece.marks ?? [])].join(", ");
}

function looks(piece: Piece): string {
  const marks = (piece.looks ?? []).map((look) => `mark-${look}`);
  const owner = piece.owner != null ? [`seat-${piece.owner}`] : [];
  return [piece.face ? `face-${piece.face.kind}` : "face-none", ...owner, ...marks].join(" ");
}

/** Piles side by side, to illustrate a text. Hidden from screen readers. */
export function Pictured({ picture }: { picture: NonNullable<PresetInfo["picture"]> }): JSX.Element {
  return (
    <span class="pictured" aria-hidden="true">
      {picture.map((pile, at) => (
        <span class="pile" key={at}>
          {pile.map((face, below) => (
            <StillPiece key={below} piece={{ label: "", face }} />
          ))}
        </span>
      ))}
    </span>
  );
}
