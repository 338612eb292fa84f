import { livingSince } from "../../domain/living_since.ts";
import { classOfLine, FUND_CLASSES, listingOfLine } from "../listing_line.ts";
import { pickedTextAt, type PickedTexts } from "../packed_texts.ts";
import type { FundAssetClass, Listing } from "../provider.ts";
import { type SearchEntry, SearchIndex, type SearchIndexData, searchIndexOf } from "./search_index.ts";

export interface ListingSearchOptions {
  /** Largest number of listings that a search returns. */
  readonly limit: number;
  /**
   * Whether a search may return listings of an asset class (null for an asset that is not a fund); all of them if
   * absent.
   */
  readonly accepts?: (assetClass: FundAssetClass | null) => boolean;
}

/** Type of the search index of listings in the form in which a worker sends it. */
export interface ListingIndexData extends SearchIndexData {
  /** For each listing, the index of its asset class in `FUND_CLASSES`, or one past the end where it is not a fund. */
  readonly classes: Uint8Array<ArrayBuffer>;
}

/** Searches the listings of a market by text. */
export class ListingSearch {
  readonly #lines: PickedTexts;
  readonly #index: SearchIndex;
  readonly #classes: Uint8Array;

  constructor(lines: PickedTexts, { classes, ...index }: ListingIndexData) {
    this.#lines = lines;
    this.#index = new SearchIndex(index);
    this.#classes = classes;
  }

  /**
   * Returns the first listings of the market: active ones before closed funds, each in the order of names for funds and
   * of symbols for shares.
   */
  first({ limit }: Pick<ListingSearchOptions, "limit">): readonly Listing[] {
    return this.#index.first({ limit }).map((row) => this.#listing(row));
  }

  /** Returns the listings that match a text; none for a text without a letter or digit. */
  search(text: string, { limit, accepts }: ListingSearchOptions): readonly Listing[] {
    const found = this.#index.search(text, {
      limit,
      ...accepts && { accepts: (row) => accepts(FUND_CLASSES[this.#classes[row]] ?? null) },
    });
    return found.map((row) => this.#listing(row));
  }

  #listing(row: number): Listing {
    return listingOfLine(pickedTextAt(this.#lines, row));
  }
}

/**
 * Builds the search index of packed listings. Funds are ordered by name, shares by symbol. `day` is the date of the
 * asset list, from which the age of a fund's last value is counted (see `livingSince`).
 */
export function indexOfLines(lines: PickedTexts, day: string): ListingIndexData {
  const classes = Uint8Array.from(lines.picked, (_, row) => classOfLine(pickedTextAt(lines, row)));
  const isOfFunds = classes.length > 0 && classes[0] < FUND_CLASSES.length;
  return { ...searchIndexOf(entriesOf(lines, livingSince(day)), isOfFunds ? "name" : "symbol"), classes };
}

function* entriesOf(lines: PickedTexts, since: string): Generator<SearchEntry> {
  for (let row = 0; row < lines.picked.length; row++) {
    const { symbol, isin, securityId, name, fund } = listingOfLine(pickedTextAt(lines, row));
    const navDate = fund?.navDate ?? null;
    const identifiers = [symbol, isin, securityId].filter((identifier) => identifier !== null);
    yield { identifiers, name, isDead: fund !== null && (navDate === null || navDate < since) };
  }
}
