// The ways to play a game, each as a picture of what is different in it.

import type { JSX } from "preact";

import { hue } from "../pieces/hue";
import { Pictured } from "../pieces/pictured";
import { Cited } from "../rules/cite";
import type { GameInfo, PresetInfo } from "../types";

/** How the help of a preset ends that is for tests, and for whoever tries a game out. */
const SMALL = "for tests.";

interface Props {
  game: GameInfo;
  preset: string;
  choose: (next: PresetInfo) => void;
}

export function Ways({ game, preset, choose }: Props): JSX.Element {
  const way = (each: PresetInfo): JSX.Element => <Way key={each.name} game={game.name} way={each} chosen={each.name === preset} choose={choose} />;
  const [ways, small] = [game.presets.filter(({ help }) => !help.endsWith(SMALL)), game.presets.filter(({ help }) => help.endsWith(SMALL))];
  return (
    <fieldset class="presets">
      <legend>Which {game.title}?</legend>
      <div class="ways">{ways.map(way)}</div>
      {small.length > 0 && (
        <details class="fold">
          <summary>{small.length === 1 ? "A very small one" : `${small.length} very small ones`}</summary>
          <div class="ways">{small.map(way)}</div>
        </details>
      )}
    </fieldset>
  );
}

interface WayProps {
  game: string;
  way: PresetInfo;
  chosen: boolean;
  choose: (next: PresetInfo) => void;
}

function Way({ game, way, chosen, choose }: WayProps): JSX.Element {
  return (
    <label class={chosen ? "preset chosen" : "preset"}>
      <input type="radio" name="preset" checked={chosen} onChange={() => choose(way)} />
      {way.picture?.length ? (
        <span class="way-picture" data-game={game} style={hue(game)}>
          <Pictured picture={way.picture} />
        </span>
      ) : null}
      <span class="preset-words">
        <b>{way.title}</b>
        <Cited text={way.help} game={game} />
      </span>
    </label>
  );
}
