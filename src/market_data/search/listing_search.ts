import { DAY_MS } from "../../domain/instant.ts";
import { classOfLine, FUND_CLASSES, listingOfLine } from "../listing_line.ts";
import { pickedTextAt, type PickedTexts } from "../packed_texts.ts";
import type { FundAssetClass, Listing } from "../provider.ts";
import { type SearchEntry, SearchIndex, type SearchIndexData, searchIndexOf } from "./search_index.ts";

export interface ListingSearchOptions {
  /** No more are found. */
  readonly limit: number;
  /** What is left out, by the asset class of a fund, null for what is none; nothing if absent. */
  readonly accepts?: (assetClass: FundAssetClass | null) => boolean;
}

/** An index of listings as it crosses from the worker that made it. */
export interface ListingIndexData extends SearchIndexData {
  /** Of each listing the place of its asset class among `FUND_CLASSES`, and what none has of what is no fund. */
  readonly classes: Uint8Array<ArrayBuffer>;
}

/** Finds listings of a market. */
export class ListingSearch {
  readonly #lines: PickedTexts;
  readonly #index: SearchIndex;
  readonly #classes: Uint8Array;

  constructor(lines: PickedTexts, { classes, ...index }: ListingIndexData) {
    this.#lines = lines;
    this.#index = new SearchIndex(index);
    this.#classes = classes;
  }

  /** The first of all, in their order. */
  first({ limit }: Pick<ListingSearchOptions, "limit">): readonly Listing[] {
    return this.#index.first({ limit }).map((row) => this.#listing(row));
  }

  /** What a text finds; nothing for one without a letter or a digit. */
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

/** A fund without a value for longer is no more. */
const LIVING_DAYS = 30;

/** The index of listings in lines, as of a day: funds by name, shares by symbol. */
export function indexOfLines(lines: PickedTexts, day: string): ListingIndexData {
  const classes = Uint8Array.from(lines.picked, (_, row) => classOfLine(pickedTextAt(lines, row)));
  const isOfFunds = classes.length > 0 && classes[0] < FUND_CLASSES.length;
  const since = new Date(Date.parse(day) - LIVING_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { ...searchIndexOf(entriesOf(lines, since), isOfFunds ? "name" : "symbol"), classes };
}

function* entriesOf(lines: PickedTexts, since: string): Generator<SearchEntry> {
  for (let row = 0; row < lines.picked.length; row++) {
    const { symbol, isin, securityId, name, fund } = listingOfLine(pickedTextAt(lines, row));
    const navDate = fund?.navDate ?? null;
    const identifiers = [symbol, isin, securityId].filter((identifier) => identifier !== null);
    yield { identifiers, name, isDead: fund !== null && (navDate === null || navDate < since) };
  }
}
