// Squares of a board, as people name them: a letter for the column, then the row.

export function columnName(column: number): string {
  return String.fromCharCode(96 + column);
}

/** The name of "row,column", or of a place "c:<zone>:<row>,<column>": "b4". */
export function squareName(place: string): string {
  const [row = 1, column = 1] = place.split(":").at(-1)?.split(",").map(Number) ?? [];
  return `${columnName(column)}${row}`;
}
