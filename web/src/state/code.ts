// Codes that people tell each other instead of a link.

/** Letters and digits in the id of a table, and those in half of the code by which people tell it to each other. */
const TABLE_ID = 10;
const HALF = 5;

/** Return the code of a table, in two halves. */
export function codeOf(match: string): string {
  return match.length === TABLE_ID ? `${match.slice(0, HALF)}-${match.slice(HALF)}`.toUpperCase() : "";
}

/** Return the path that a code leads to, a table's or an event's; or that of a whole link. The room corrects it. */
export function pathOf(code: string): string {
  const link = /\/\w+\/[^?#]+/.exec(code.replace(/^.*?:\/\/[^/]*/s, ""));
  if (link) return link[0];
  const plain = code.replace(/[^a-z0-9]/gi, "");
  return plain.length === TABLE_ID ? `/m/${plain.toLowerCase()}` : `/e/${encodeURIComponent(code.trim().toUpperCase())}`;
}
