import { CsvError, type Dialect, RecordReader } from "./record_reader.ts";
import { looksLikeDay } from "./written_day.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;
const MOST_RECORDS = 64;

/** Returns the dialect of a text by its beginning: the separator that gives days and rows of one width. */
export function dialectOf(begin: string): Dialect {
  const lineEnd = !begin.includes("\n") && begin.includes("\r") ? "\r" : "\n";
  const named = /^\uFEFF?sep=([,;\t|])\r?(?:\n|\r|$)/i.exec(begin)?.[1];
  const told = SEPARATORS.find((separator) => separator === named);
  if (told !== undefined) return { separator: told, lineEnd };
  const present = SEPARATORS.filter((separator) => begin.includes(separator));
  const [first = ","] = present;
  if (present.length <= 1) return { separator: first, lineEnd };
  let best: { readonly separator: Dialect["separator"]; readonly score: Score } | null = null;
  for (const separator of present) {
    const score = scoreOf(beginRecords(begin, { separator, lineEnd }));
    if (best === null || isBetter(score, best.score)) best = { separator, score };
  }
  return { separator: best?.separator ?? first, lineEnd };
}

/** Returns the first records of a text, without one that its end may cut off. Broken quotes end them. */
function beginRecords(begin: string, dialect: Dialect): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  const reader = new RecordReader(dialect, (cells) => {
    if (cells.some((cell) => cell.trim() !== "")) records.push(cells);
    return records.length < MOST_RECORDS;
  });
  try {
    reader.push(begin);
    if (records.length < 2) reader.end();
  } catch (error) {
    // A broken quote says that the separator is another one, or that the text is no CSV at all, which its reader tells.
    if (!(error instanceof CsvError)) throw error;
  }
  return records;
}

/** How well a separator fits: rows with a day among several cells, and rows of the width that most of them have. */
interface Score {
  readonly days: number;
  readonly even: number;
}

function scoreOf(records: readonly (readonly string[])[]): Score {
  const widths = new Map<number, number>();
  let days = 0;
  for (const cells of records) {
    if (cells.length < 2) continue;
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    if (cells.slice(0, 8).some(looksLikeDay)) days++;
  }
  return { days, even: Math.max(0, ...widths.values()) };
}

function isBetter(one: Score, other: Score): boolean {
  return one.days !== other.days ? one.days > other.days : one.even > other.even;
}
