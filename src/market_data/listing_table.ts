import type { AssetId } from "../domain/asset.ts";
import { assetOfLine, formerOfLine, lineOf, listingOfLine, securityIdOfLine } from "./listing_line.ts";
import {
  countOfTexts,
  type PackedTexts,
  packTexts,
  pickedTextAt,
  type PickedTexts,
  type SharedNumbers,
  sharedNumbers,
  textAt,
} from "./packed_texts.ts";
import type { FormerListing, Listing, ListingRows } from "./provider.ts";
import { entryOf, type SortedTexts, sortTexts } from "./sorted_texts.ts";

/** Data of a listing table in shared memory, as it is kept by a process and sent between its threads. */
export interface TableData {
  readonly lines: PackedTexts;
  /**
   * Sorted index that finds the line number of a listing by its asset id, or that of a Bombay exchange share by `BSE:`
   * and the letters of its security id.
   */
  readonly ids: SortedTexts;
}

/**
 * Table of listings packed as lines of text. A listing is unpacked only when asked for, because all of them at once
 * would take three times the memory.
 */
export class ListingTable<Row extends Listing = Listing> implements ListingRows<Row> {
  readonly lines: PickedTexts;
  readonly #ids: readonly SortedTexts[];
  readonly #rowOf: (line: string) => Row;

  private constructor(tables: readonly TableData[], { picked, rowOf }: Picked<Row>) {
    this.lines = { lists: tables.map(({ lines }) => lines), picked };
    this.#ids = tables.map(({ ids }) => ids);
    this.#rowOf = rowOf;
  }

  /** Returns a listing table with all the rows of the given packed data. */
  static of(data: TableData): ListingTable {
    return new ListingTable([data], { picked: everyRow(data), rowOf: listingOfLine });
  }

  static ofFormer(data: TableData): ListingTable<FormerListing> {
    return new ListingTable([data], { picked: everyRow(data), rowOf: formerOfLine });
  }

  /** Returns a table of chosen rows of several tables. An asset that two tables have is looked up in the first. */
  static merged(tables: readonly TableData[], picked: SharedNumbers): ListingTable {
    return new ListingTable(tables, { picked, rowOf: listingOfLine });
  }

  get length(): number {
    return this.lines.picked.length;
  }

  *[Symbol.iterator](): Generator<Row> {
    for (let row = 0; row < this.length; row++) yield this.#rowOf(pickedTextAt(this.lines, row));
  }

  /** Iterates over the asset ids of the listing table without unpacking the rest of each listing. */
  *assets(): Generator<AssetId> {
    for (let row = 0; row < this.length; row++) yield assetOfLine(pickedTextAt(this.lines, row));
  }

  /**
   * Finds a listing by its asset id, or a Bombay exchange share by the letters of its security id; undefined where
   * there is none.
   */
  named(id: string): Row | undefined {
    for (const [table, ids] of this.#ids.entries()) {
      const row = entryOf(ids, id);
      if (row !== null) return this.#rowOf(textAt(this.lines.lists[table], row));
    }
    return undefined;
  }
}

interface Picked<Row> {
  readonly picked: SharedNumbers;
  readonly rowOf: (line: string) => Row;
}

function everyRow({ lines }: TableData): SharedNumbers {
  return sharedNumbers([...Array(countOfTexts(lines)).keys()]);
}

/** Packs listings into the shared-memory data of a listing table. */
export function tableOf(listings: Iterable<Listing | FormerListing>): TableData {
  return tableOfLines(Array.from(listings, lineOf));
}

/** Makes the data of a listing table from listings that are already packed as lines. */
export function tableOfLines(lines: readonly string[]): TableData {
  const assets = lines.map(assetOfLine);
  const letters = lines.flatMap((line, row) => {
    const securityId = assets[row].startsWith(BOMBAY) ? securityIdOfLine(line) : null;
    return securityId === null ? [] : [{ id: BOMBAY + securityId, row }];
  });
  const rows = Uint32Array.from([...assets.keys(), ...letters.map(({ row }) => row)]);
  return { lines: packTexts(lines), ids: sortTexts([...assets, ...letters.map(({ id }) => id)], rows) };
}

const BOMBAY = "BSE:";
