// What can be shared of a played daily deck: a line of blocks for each word, without a letter or card of it.

import type { JSX } from "preact";
import type { Attempt, ClaimedWord, Daily } from "../../types";
import { Copied } from "../../view/form";
import { Tell } from "../../view/share";
import { dateOf, resultText, sharedText } from "./told";

export function ShareBlocks({ today, own }: { today: Daily; own: Attempt }): JSX.Element {
  const title = `Today’s Mickell, ${dateOf(today.day, "short")}`;
  const result = resultText(today, own);
  const text = sharedText(title, result, own.words);
  return (
    <section class="daily-paper daily-share" aria-label="Share">
      <div class="share-card">
        <b>{title}</b>
        <p>{result}</p>
        {own.words.map((word, at) => (
          <Blocks key={at} word={word} />
        ))}
      </div>
      <div class="share-words">
        <h2>Share without giving anything away</h2>
        <p>One line a word, in the order you claimed them. A full block scored, an open one was let go. No letter, no card.</p>
        <div class="actions">
          <textarea readonly rows={1} class="heard" tabIndex={-1} aria-label="What is shared" value={`${text}\n${link()}`} />
          <Tell text={text} link={link()} main />
          <Copied text={`${text}\n${link()}`} look="act" />
          <button type="button" class="act" data-act="save-picture" onClick={() => void save(title, result, own.words)}>
            Save picture
          </button>
        </div>
      </div>
    </section>
  );
}

function Blocks({ word: { points, cards } }: { word: ClaimedWord }): JSX.Element {
  return (
    <p class="blocks" aria-label={`A word of ${cards.length} letters for ${points} points`} role="img">
      {cards.map((_, at) => (
        <i key={at} class={at < points ? "full" : ""} />
      ))}
      <b>{points}</b>
    </p>
  );
}

function link(): string {
  return `${location.origin}/daily`;
}

/** Save the blocks as a picture of 1200 by 630 pixels, the size of a link's preview. */
async function save(title: string, result: string, words: readonly ClaimedWord[]): Promise<void> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1200, 630];
  const pen = canvas.getContext("2d");
  if (!pen) return;
  await document.fonts.ready;
  draw(pen, title, result, words);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (!blob) return;
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(blob), "mickell.png"];
  link.click();
  URL.revokeObjectURL(link.href);
}

const [CLOTH, PAPER, INK, SOFT] = ["#644665", "#fafaf7", "#18201c", "#525c56"];

function draw(pen: CanvasRenderingContext2D, title: string, result: string, words: readonly ClaimedWord[]): void {
  pen.fillStyle = CLOTH;
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
  const columns = words.length > 6 ? 2 : 1;
  const rows = Math.max(1, Math.ceil(words.length / columns));
  const line = Math.min(60, 370 / rows);
  const longest = Math.max(...words.map(({ cards }) => cards.length), 1);
  const side = Math.min(line * 0.82, 1024 / columns / (longest + 2) - 6);
  words.forEach(({ points, cards }, at) => {
    const [left, top] = [88 + Math.floor(at / rows) * (1024 / columns), 205 + (at % rows) * line];
    cards.forEach((_, card) => {
      pen.beginPath();
      pen.roundRect(left + card * (side + 6), top, side, side, side * 0.18);
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [CLOTH, SOFT, 3];
      if (card < points) pen.fill();
      else pen.stroke();
    });
    pen.fillStyle = INK;
    pen.font = `700 ${side * 0.75}px 'Atkinson Hyperlegible Next', sans-serif`;
    pen.fillText(String(points), left + cards.length * (side + 6) + 10, top + side * 0.78);
  });
}
