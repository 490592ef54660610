// Pieces that show what words say: piles side by side, from top to bottom. Decoration.

import type { JSX } from "preact";

import type { PresetInfo } from "../types";
import { StillPiece } from "./piece";

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
