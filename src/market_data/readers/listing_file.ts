import type { AssetId } from "../../domain/asset.ts";
import { nextTurn } from "../../runtime/next_turn.ts";
import { lineOf } from "../listing_line.ts";
import { type TableData, tableOfLines } from "../listing_table.ts";
import type { Listing } from "../provider.ts";

/** Contents of a listing file: the listed assets and the date of the list. */
export interface ListingFile {
  /** Listed assets in the order of the file, each asset once. */
  readonly listings: TableData;
  /** Date that the listing file states as its own; null where it states none. */
  readonly asOf: string | null;
}

/** Listing fields that a source's list may leave out, all null. */
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

/**
 * Error for a listing file that cannot be used, for example because a required column is missing or most rows cannot be
 * read. Its message says why.
 */
export class ListingFileError extends Error {
  override readonly name = "ListingFileError";
}

/**
 * Finds the column of each field in a header row, by the first of the field's names that occurs; blanks and case are
 * ignored. Returns a function that reads a field from a row, empty where there is none. Throws `ListingFileError` where
 * a field has no column, unless an empty text among its names marks it as optional.
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
 * Reads listings from the lines of a file with the callback `read`, which returns null for a line that it cannot read.
 * Lets other work run between batches, because a list has tens of thousands of lines. Throws `ListingFileError` where
 * no line gives a listing, or more lines cannot be read than give listings.
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

/**
 * Collects listings, packed as lines to save memory. When an asset occurs again, the later listing replaces the earlier
 * one.
 */
export class ListedOnce {
  readonly #lines = new Map<AssetId, string>();

  add(listing: Listing): void {
    this.#lines.set(listing.asset, lineOf(listing));
  }

  /**
   * Returns the collected listings as a table. Throws `ListingFileError` where there are none, so that an unknown
   * layout never empties a catalogue.
   */
  table(): TableData {
    if (this.#lines.size === 0) throw new ListingFileError("none of its rows can be read");
    return tableOfLines([...this.#lines.values()]);
  }
}

/** Returns the text of a cell; null for a blank or a dash, which mean that there is no value. */
export function textOrNull(text: string): string | null {
  return text === "" || text === "-" ? null : text;
}

/** Returns the text if it is an ISIN; null for anything else, such as words in the ISIN column. */
export function isinOrNull(text: string): string | null {
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text) ? text : null;
}

/** Parses a finite number of at least 0; null for other text. */
export function amountOrNull(text: string): number | null {
  const amount = /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(amount) ? amount : null;
}

function wordOf(name: string): string {
  return name.replace(/^\uFEFF/, "").replace(/\s+/g, "").toLowerCase();
}
