// A pile spread out to look through, the last piece first.

import type { JSX } from "preact";

import { Sheet } from "../page/sheet";
import { StillPiece } from "../pieces/piece";
import { looking, scene } from "./now";

export function Looking(): JSX.Element | null {
  const zone = scene.value?.zones[looking.value];
  if (!zone) return null;
  const pieces = [...(zone.items ?? [])].reverse().flatMap((id) => scene.value?.pieces[id] ?? []);
  return (
    <Sheet title={zone.label} close={() => (looking.value = "")}>
      <p>{pieces.length} in all, the last one first.</p>
      <div class="spread">
        {pieces.map((piece, index) => (
          <StillPiece key={index} piece={piece} />
        ))}
      </div>
    </Sheet>
  );
}
