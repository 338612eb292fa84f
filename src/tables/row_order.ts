import type { BlockRows } from "./block_rows.ts";
import type { Layout } from "./layout.ts";
import type { ReadDays } from "./read_days.ts";
import { quoted, type TableFaults } from "./table_faults.ts";
import { isPresent, type RawRow, type TableRows } from "./table_rows.ts";

/** Rows with their days ascending, each day once. */
export interface OrderedRows {
  readonly rows: readonly RawRow[];
  readonly days: readonly string[];
  /** Days of the first and the last row of a file whose newest day comes first; null for other files. */
  readonly newestFirst: readonly [first: string, last: string] | null;
  /** Number of rows that say again what another row of their day says, and the first such day and its line. */
  readonly repeats: number;
  readonly repeated: { readonly day: string; readonly line: number } | null;
}

interface DatedRow {
  readonly row: RawRow;
  readonly day: string;
  readonly at: number;
}

/** Orders rows by their days, and adds the faults of days: unreadable ones, days out of order, and unequal repeats. */
export function inDayOrder(
  { rows, repeats, names }: TableRows,
  { days, faults: dayFaults, problem }: ReadDays,
  { faults, texts, form }: {
    readonly faults: TableFaults;
    readonly texts: readonly string[];
    readonly form: Layout["form"];
  },
): OrderedRows {
  if (problem !== null) faults.add({ of: "days" }, problem);
  const faultOf = new Map(problem === null ? dayFaults.map((fault) => [fault.at, fault]) : []);
  const dated: DatedRow[] = [];
  rows.forEach((row, at) => {
    const day = days[row.day] ?? null, fault = faultOf.get(row.day);
    if (day !== null) dated.push({ row, day, at });
    else if (fault !== undefined) {
      const what = `Cannot read ${quoted(texts[row.day] ?? "")} as a date`;
      faults.found({
        place: { of: "row", row: at },
        cause: `no ${fault.cause}`,
        what,
        why: fault.why,
        where: `line ${row.line}`,
      });
    }
  });
  const isNewestFirst = dated.length > 1 && dated[0].day > dated[dated.length - 1].day &&
    dated.every(({ day }, at) => at === 0 || day <= dated[at - 1].day);
  const isJoined = form === "long" || form === "side by side";
  if (isNewestFirst) dated.reverse();
  else if (isJoined) dated.sort((a, b) => a.day < b.day ? -1 : a.day > b.day ? 1 : a.at - b.at);
  else tellDisorder(dated, faults);
  const merged = onceEach(dated, { faults, width: names.length, isLong: isJoined });
  const first = dated[dated.length - 1], last = dated[0];
  const ends = isNewestFirst && form !== "long" && first !== undefined && last !== undefined;
  return { ...merged, repeats: merged.repeats + repeats, newestFirst: ends ? [first.day, last.day] : null };
}

function tellDisorder(dated: readonly DatedRow[], faults: TableFaults): void {
  for (let k = 1; k < dated.length; k++) {
    const { row, day, at } = dated[k], before = dated[k - 1].day;
    if (day >= before) continue;
    faults.found({
      place: { of: "row", row: at },
      cause: "order",
      what: `Cannot take date ${day} after ${before}`,
      why: "dates must ascend",
      where: `line ${row.line}`,
    });
  }
}

function onceEach(
  dated: readonly DatedRow[],
  { faults, width, isLong }: { readonly faults: TableFaults; readonly width: number; readonly isLong: boolean },
): Omit<OrderedRows, "newestFirst"> {
  const rows: RawRow[] = [], days: string[] = [];
  let repeats = 0, repeated: OrderedRows["repeated"] = null;
  for (const { row, day, at } of dated) {
    const last = rows[rows.length - 1];
    if (day !== days[days.length - 1] || last === undefined) {
      rows.push(row);
      days.push(day);
    } else if (isLong ? isJoined(last, row, width) : isEqual(last, row, width)) {
      repeats++;
      repeated ??= { day, line: row.line };
    } else {
      faults.found({
        place: { of: "row", row: at },
        cause: "twice",
        what: `Cannot take date ${day} twice`,
        why: `its rows of lines ${last.line} and ${row.line} differ`,
        where: `line ${row.line}`,
      });
    }
  }
  return { rows, days, repeats, repeated };
}

function isEqual(one: RawRow, other: RawRow, width: number): boolean {
  for (let j = 0; j < width; j++) {
    if (!Object.is(one.values[j], other.values[j]) || one.marks[j] !== other.marks[j]) return false;
  }
  return true;
}

/** Adds the faults of days out of order in assets that stand side by side, each with its own days. */
export function tellDisorderOfBlocks(
  { blocks }: BlockRows,
  { days }: ReadDays,
  faults: TableFaults,
): void {
  for (const { days: ids, lines } of blocks) {
    const known = ids.flatMap((id, k) => {
      const day = days[id] ?? null;
      return day === null ? [] : [{ day, line: lines[k] ?? 0 }];
    });
    const isNewestFirst = known.every(({ day }, k) => k === 0 || day <= (known[k - 1]?.day ?? day));
    known.forEach(({ day, line }, k) => {
      const before = known[k - 1]?.day ?? day;
      if (isNewestFirst || day >= before) return;
      faults.found({
        place: { of: "days" },
        cause: "order",
        what: `Cannot take date ${day} after ${before}`,
        why: "dates must ascend",
        where: `line ${line}`,
      });
    });
  }
}

/** Adds the values of a row to another of the same day. Returns false where both have different ones. */
function isJoined(one: RawRow, other: RawRow, width: number): boolean {
  for (let j = 0; j < width; j++) {
    if (!isPresent(other.marks[j])) continue;
    const isSame = one.marks[j] === other.marks[j] && Object.is(one.values[j], other.values[j]);
    if (isPresent(one.marks[j]) && !isSame) return false;
    one.values[j] = other.values[j];
    one.marks[j] = other.marks[j];
  }
  return true;
}
