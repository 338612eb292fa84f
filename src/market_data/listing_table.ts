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

/** Listings as they are kept, and as they cross from a worker. */
export interface TableData {
  readonly lines: PackedTexts;
  /** Their assets, and the letters of shares of the Bombay exchange, each with the number of its line. */
  readonly ids: SortedTexts;
}

/** Listings in lines: each is made when it is asked for, since all at once would take three times the memory. */
export class ListingTable<Row extends Listing = Listing> implements ListingRows<Row> {
  readonly lines: PickedTexts;
  readonly #ids: readonly SortedTexts[];
  readonly #rowOf: (line: string) => Row;

  private constructor(tables: readonly TableData[], { picked, rowOf }: Picked<Row>) {
    this.lines = { lists: tables.map(({ lines }) => lines), picked };
    this.#ids = tables.map(({ ids }) => ids);
    this.#rowOf = rowOf;
  }

  /** All of a table. */
  static of(data: TableData): ListingTable {
    return new ListingTable([data], { picked: everyRow(data), rowOf: listingOfLine });
  }

  static ofFormer(data: TableData): ListingTable<FormerListing> {
    return new ListingTable([data], { picked: everyRow(data), rowOf: formerOfLine });
  }

  /** Some rows of several tables, of what two of them have that of the first. */
  static merged(tables: readonly TableData[], picked: SharedNumbers): ListingTable {
    return new ListingTable(tables, { picked, rowOf: listingOfLine });
  }

  get length(): number {
    return this.lines.picked.length;
  }

  *[Symbol.iterator](): Generator<Row> {
    for (let row = 0; row < this.length; row++) yield this.#rowOf(pickedTextAt(this.lines, row));
  }

  /** The assets alone, without the rest of the listings. */
  *assets(): Generator<AssetId> {
    for (let row = 0; row < this.length; row++) yield assetOfLine(pickedTextAt(this.lines, row));
  }

  /** By the id of an asset, of a share of the Bombay exchange also by its letters. */
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

/** What a table of listings is made of. */
export function tableOf(listings: Iterable<Listing | FormerListing>): TableData {
  return tableOfLines(Array.from(listings, lineOf));
}

/** The same of listings that are lines already. */
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
