// What can be shared of a played daily: a line of blocks for each word, round or play, without a letter or card of it.

import type { JSX } from "preact";
import type { Attempt, DailyView, ScoredLine } from "../../types";
import { hue } from "../../view/hue";
import { PassOn } from "../../view/passon";
import { dateOf, resultText, sharedText } from "./told";

export function ShareBlocks({ today, own }: { today: DailyView; own: Attempt }): JSX.Element {
  const { game, line, blocks } = today;
  const title = `Today’s ${today.title}, ${dateOf(today.day, "short")}`;
  const result = resultText(today, own);
  const text = sharedText(title, result, own.lines, game);
  const link = `${location.origin}/daily/${game}`;
  return (
    <section class="daily-paper daily-share" aria-label="Share">
      <div class="share-card">
        <b>{title}</b>
        <p>{result}</p>
        {own.lines.map((made, at) => (
          <Blocks key={at} made={made} name={line} />
        ))}
      </div>
      <div class="share-words">
        <h2>Share without giving anything away</h2>
        <p>
          One line a {line}, in order. {blocks} No letter is told.
        </p>
        <div class="actions">
          <PassOn text={text} link={link} look="act main" />
          <PassOn text={text} link={link} label="Copy" act="copy" copies />
          <button type="button" class="act" data-act="save-picture" onClick={() => void save(game, title, result, own.lines)}>
            Save picture
          </button>
        </div>
      </div>
    </section>
  );
}

function Blocks({ made: { points, full = 0, empty = 0 }, name }: { made: ScoredLine; name: string }): JSX.Element {
  return (
    <p class="blocks" aria-label={`A ${name} for ${points} points: ${full} full blocks and ${empty} empty ones`} role="img">
      {[...Array(full + empty).keys()].map((at) => (
        <i key={at} class={at < full ? "full" : ""} />
      ))}
      <b>{points}</b>
    </p>
  );
}

/** Save the blocks as a picture of 1200 by 630 pixels, the size of a link's preview. */
async function save(game: string, title: string, result: string, lines: readonly ScoredLine[]): Promise<void> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1200, 630];
  const pen = canvas.getContext("2d");
  if (!pen) return;
  await document.fonts.ready;
  draw(pen, `oklch(0.43 0.06 ${hue(game)["--hue"]})`, title, result, lines);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) return;
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(blob), `${game}.png`];
  link.click();
  URL.revokeObjectURL(link.href);
}

const [PAPER, INK, SOFT] = ["#fafaf7", "#18201c", "#525c56"];

function draw(pen: CanvasRenderingContext2D, cloth: string, title: string, result: string, lines: readonly ScoredLine[]): void {
  pen.fillStyle = cloth;
  pen.fillRect(0, 0, 1200, 630);
  pen.fillStyle = PAPER;
  pen.beginPath();
  pen.roundRect(40, 40, 1120, 550, 28);
  pen.fill();
  pen.fillStyle = INK;
  pen.font = "800 52px Besley, serif";
  pen.fillText(title, 88, 122);
  pen.fillStyle = SOFT;
  pen.font = "34px 'Atkinson Hyperlegible Next', sans-serif";
  pen.fillText(result, 88, 172);
  const columns = Math.ceil(lines.length / 12) + (lines.length > 6 && lines.length < 13 ? 1 : 0);
  const rows = Math.max(1, Math.ceil(lines.length / columns));
  const line = Math.min(60, 370 / rows);
  const longest = Math.max(...lines.map(({ full = 0, empty = 0 }) => full + empty), 1);
  const side = Math.min(line * 0.82, 1024 / columns / (longest + 2) - 6);
  lines.forEach(({ points, full = 0, empty = 0 }, at) => {
    const [left, top] = [88 + Math.floor(at / rows) * (1024 / columns), 205 + (at % rows) * line];
    for (let card = 0; card < full + empty; card++) {
      pen.beginPath();
      pen.roundRect(left + card * (side + 6), top, side, side, side * 0.18);
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [cloth, SOFT, 3];
      if (card < full) pen.fill();
      else pen.stroke();
    }
    pen.fillStyle = INK;
    pen.font = `700 ${side * 0.75}px 'Atkinson Hyperlegible Next', sans-serif`;
    pen.fillText(String(points), left + (full + empty) * (side + 6) + 10, top + side * 0.78);
  });
}
