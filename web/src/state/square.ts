// Names of a board's squares: a letter for the column, then the number of the row.

export function columnName(column: number): string {
  return String.fromCharCode(96 + column);
}

/** Return the name of "row,column" or of a place "c:<zone>:<row>,<column>", such as "b4". */
export function squareName(place: string): string {
  const [row = 1, column = 1] = place.split(":").at(-1)?.split(",").map(Number) ?? [];
  return `${columnName(column)}${row}`;
}
