/**
 * Splits a line of comma-separated values into trimmed cells. A quoted cell may contain commas, and two quotes in it
 * stand for one.
 */
export function csvCells(line: string): string[] {
  return separatedCells(line, ",");
}

/** Splits a line into trimmed cells like `csvCells`, with another separator. */
export function separatedCells(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i];
    if (letter === '"' && isQuoted && line[i + 1] === '"') cell += line[i++];
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}
