import type { AssetId } from "../../domain/asset.ts";
import { nextTurn } from "../../runtime/next_turn.ts";
import { lineOf } from "../listing_line.ts";
import { type TableData, tableOfLines } from "../listing_table.ts";
import type { Listing } from "../provider.ts";

/** What is in a listing file. */
export interface ListingFile {
  /** In the order of the file, each asset once. */
  readonly listings: TableData;
  /** The day that the file says it is of; null where it says none. */
  readonly asOf: string | null;
}

/** The fields that a list may say nothing of. */
export const NOT_TOLD = {
  isin: null,
  sector: null,
  series: null,
  listedOn: null,
  faceValue: null,
  securityId: null,
  isEtf: null,
  fund: null,
} satisfies Partial<Listing>;

/** A file of listings cannot be read: no column of a name that is needed, or not one row. */
export class ListingFileError extends Error {
  override readonly name = "ListingFileError";
}

/**
 * The column of each field of a header, by the first of its names that is there; blanks and case do not count. Throws
 * `ListingFileError` for a field without one.
 */
export function columnsOfHeader<Field extends string>(
  header: readonly string[],
  names: Readonly<Record<Field, readonly string[]>>,
): (cells: readonly string[], field: Field) => string {
  const words = header.map(wordOf);
  const at = new Map<string, number>();
  for (const [field, candidates] of Object.entries<readonly string[]>(names)) {
    const found = candidates.map((name) => words.indexOf(wordOf(name))).find((index) => index >= 0);
    if (found !== undefined) at.set(field, found);
    else if (candidates.length > 0 && !candidates.includes("")) {
      throw new ListingFileError(`there is no column "${candidates[0]}"`);
    }
  }
  return (cells, field) => cells[at.get(field) ?? -1]?.trim() ?? "";
}

const LINES_AT_ONCE = 500;

/**
 * Has what is read of lines listed, one after the other, null being one that cannot be read; other work is let in
 * between, for a list has tens of thousands. Throws `ListingFileError` where most of them cannot be read, as in another
 * layout.
 */
export async function readLines(
  lines: readonly string[],
  read: (line: string) => readonly Listing[] | null,
): Promise<TableData> {
  const listed = new ListedOnce();
  let [readable, unreadable] = [0, 0];
  for (const [i, line] of lines.entries()) {
    const found = line.trim() === "" ? [] : read(line);
    if (found === null) unreadable++;
    else for (const listing of found) listed.add(listing);
    readable += found?.length ?? 0;
    if (i % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
  }
  if (unreadable > readable && readable > 0) {
    throw new ListingFileError(`it has ${unreadable} rows that cannot be read, and ${readable} that can`);
  }
  return listed.table();
}

/** Listings as they come, of an asset that comes again the later, in lines so that they take little memory. */
export class ListedOnce {
  readonly #lines = new Map<AssetId, string>();

  add(listing: Listing): void {
    this.#lines.set(listing.asset, lineOf(listing));
  }

  /** Throws `ListingFileError` where there is none: a layout that nobody knows yet must not empty a catalogue. */
  table(): TableData {
    if (this.#lines.size === 0) throw new ListingFileError("it has not one row that can be read");
    return tableOfLines([...this.#lines.values()]);
  }
}

/** Null for a blank and for a dash, which stand for none. */
export function textOrNull(text: string): string | null {
  return text === "" || text === "-" ? null : text;
}

/** Null for what is no ISIN, as the words that stand in its place. */
export function isinOrNull(text: string): string | null {
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text) ? text : null;
}

/** A finite number of at least 0; null for what is none. */
export function amountOrNull(text: string): number | null {
  const amount = /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(amount) ? amount : null;
}

function wordOf(name: string): string {
  return name.replace(/^\uFEFF/, "").replace(/\s+/g, "").toLowerCase();
}
