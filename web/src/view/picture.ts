// A picture of the table as an SVG that stands alone, and as a PNG. It is drawn from the browser's layout: boxes, words, and the faces
// of pieces, which are SVG already.

/** Pixels of the margin. */
const MARGIN = 12;
/** Pixels of the line above the table. */
const HEADING = 40;
/** Pixels of a PNG per pixel of the page. */
const SCALE = 2;
/** Placeholder for the colour of the piece while shared shapes are copied. */
const OWN_COLOUR = "rgb(1, 2, 3)";
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity"] as const;
const LETTERS = ["font-family", "font-size", "font-weight", "letter-spacing"] as const;

/** Return the table as an SVG with a line of text above it. */
export function svgOf(table: HTMLElement, words: string): string {
  const { left, top, width, height } = table.getBoundingClientRect();
  const [wide, high] = [Math.ceil(width + 2 * MARGIN), Math.ceil(height + HEADING + 2 * MARGIN)];
  const page = getComputedStyle(document.documentElement);
  const font = getComputedStyle(document.body).fontFamily;
  const heading = text(words, 0, HEADING / 2, { "font-family": font, "font-size": "18px", "font-weight": "600", fill: page.color });
  const parts = [shapes(), rectangle(-MARGIN, -MARGIN, wide, high, { fill: page.backgroundColor }), heading];
  const drawn = `<g transform="translate(0 ${HEADING})">${painted(table, left, top)}</g>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${wide} ${high}" width="${wide}" height="${high}">` +
    `${parts.join("")}${drawn}</svg>`
  );
}

/** Return an SVG as a PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!picture) throw new Error("this browser makes no pictures of this size");
  return picture;
}

/** Let the browser save a file. */
export function save(file: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Return an element and everything in it, from back to front. */
function painted(element: Element, left: number, top: number): string {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  if (!box.width || !box.height || style.visibility === "hidden" || style.clipPath !== "none") return "";
  const [x, y] = [box.x - left, box.y - top];
  if (element instanceof SVGSVGElement) return face(element, x, y, box);
  const inside = [...element.childNodes].map((node) =>
    node instanceof Element ? painted(node, left, top) : node instanceof Text ? lines(node, style, left, top) : "",
  );
  return ground(style, x, y, box) + printed(element, x, y, box) + inside.join("");
}

/** Return the background and border of an element. */
function ground(style: CSSStyleDeclaration, x: number, y: number, { width, height }: DOMRect): string {
  const border = parseFloat(style.borderTopWidth);
  const ring = /(\w+\([^)]*\)) 0px 0px 0px ([\d.]+)px/.exec(style.boxShadow);
  const clear = style.backgroundColor === "rgba(0, 0, 0, 0)";
  const woven = clear ? colours(style.backgroundImage.split("gradient(").at(-1) ?? "").at(-1) : undefined;
  const fill = woven ?? style.backgroundColor; // of the last gradient, the colour at its foot
  const look: Record<string, string> = { fill };
  if (border) Object.assign(look, { stroke: style.borderTopColor, "stroke-width": String(border) });
  else if (ring) Object.assign(look, { stroke: ring[1], "stroke-width": ring[2] });
  else if (clear && !woven) return "";
  if (style.borderTopStyle === "dashed") look["stroke-dasharray"] = "4 3";
  const round = style.borderTopLeftRadius;
  const radius = round.endsWith("%") ? width * (parseFloat(round) / 100) : parseFloat(round);
  return rectangle(x, y, width, height, { ...look, rx: String(Math.min(radius, width / 2, height / 2)) });
}

/** Return the text that a stylesheet prints on an element, such as names of squares and counts. */
function printed(element: Element, x: number, y: number, { width, height }: DOMRect): string {
  const style = getComputedStyle(element, "::before");
  const content = /^"([^"]+)"/.exec(style.content)?.[1];
  if (!content || style.position === "absolute") return "";
  const look = { ...letters(style), "text-anchor": "middle" };
  return text(content, x + width / 2, y + height / 2, look);
}

/** Return the lines of a text as the browser broke them. */
function lines(node: Text, style: CSSStyleDeclaration, left: number, top: number): string {
  const found: { words: string; box: DOMRect; right: number }[] = [];
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    const last = found.at(-1);
    if (last && Math.abs(last.box.y - box.y) < 2) [last.words, last.right] = [`${last.words} ${word}`, box.right];
    else if (box.width) found.push({ words: word, box, right: box.right });
  }
  const drawn = found.map(({ words, box, right }) => {
    const fit = { textLength: String(right - box.x), lengthAdjust: "spacingAndGlyphs" }; // fits with other fonts, too
    return text(words, box.x - left, box.y - top + box.height / 2, { ...letters(style), ...fit });
  });
  return drawn.join("");
}

/** Return the SVG of a face with its computed styles as attributes. */
function face(art: SVGSVGElement, x: number, y: number, { width, height }: DOMRect): string {
  const copy = art.cloneNode(true) as SVGSVGElement;
  const pairs = [art, ...art.querySelectorAll("*")].map((from, index) => [from, [copy, ...copy.querySelectorAll("*")][index]] as const);
  for (const [from, to] of pairs) {
    const style = getComputedStyle(from);
    for (const name of LOOKS) to?.setAttribute(name, style.getPropertyValue(name));
    if (from instanceof SVGTextElement) for (const name of LETTERS) to?.setAttribute(name, style.getPropertyValue(name));
    if (from instanceof SVGUseElement) to?.setAttribute("color", style.color);
    to?.removeAttribute("class");
  }
  for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(copy);
}

/** Return the symbols that faces refer to. Parts without a colour of their own take that of the face. */
function shapes(): string {
  const home = document.querySelector<SVGSVGElement>("svg.shapes");
  if (!home) return "";
  home.style.color = OWN_COLOUR;
  const found = [...home.querySelectorAll("symbol")].map((symbol) => {
    const copy = symbol.cloneNode(true) as SVGSymbolElement;
    const looked = [...symbol.querySelectorAll("[class]")].map((part) => getComputedStyle(part));
    [...copy.querySelectorAll("[class]")].forEach((part, index) => {
      for (const name of LOOKS) {
        const value = looked[index]?.getPropertyValue(name) ?? "";
        part.setAttribute(name, value === OWN_COLOUR ? "currentColor" : value);
      }
      part.removeAttribute("class");
    });
    return new XMLSerializer().serializeToString(copy);
  });
  home.style.color = "";
  return `<defs>${found.join("")}</defs>`;
}

/** Return the colours in a style. */
function colours(style: string): readonly string[] {
  return style.match(/(?:rgba?|oklch|oklab|color)\([^)]*\)/g) ?? [];
}

function letters(style: CSSStyleDeclaration): Record<string, string> {
  return { ...Object.fromEntries(LETTERS.map((name) => [name, style.getPropertyValue(name)])), fill: style.color, opacity: style.opacity };
}

/** Return a line of text, centred vertically at `y`. */
function text(words: string, x: number, y: number, look: Record<string, string>): string {
  return `<text x="${x}" y="${y}" dominant-baseline="central" ${attributes(look)}>${escaped(words)}</text>`;
}

function rectangle(x: number, y: number, width: number, height: number, look: Record<string, string>): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes(look)}/>`;
}

function attributes(look: Record<string, string>): string {
  return Object.entries(look)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(" ");
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
