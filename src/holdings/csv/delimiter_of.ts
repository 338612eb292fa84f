const DELIMITERS = [",", ";", "\t"] as const;
/** Number of lines from which the delimiter is known. */
const LINES = 200;

/**
 * Returns the character that separates the values of a text file: of the comma, the semicolon and the tabulator the one
 * that most lines have outside quotes, several times and as often as the lines beside them.
 */
export function delimiterOf(text: string): string {
  const lines = text.slice(0, MOST_READ).split(/\r\n|\n|\r/, LINES).map((line) => line.replace(/"[^"]*"/g, ""));
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(lines, delimiter) }));
  const [best] = scores.toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score === 0 ? "," : best.delimiter;
}

const MOST_READ = 200_000;

/**
 * Returns the number of lines that have the delimiter as often as most lines do, times one more than how often that is.
 */
function scoreOf(lines: readonly string[], delimiter: string): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const count = line.split(delimiter).length - 1;
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...[...counts].map(([count, times]) => count * times));
}
