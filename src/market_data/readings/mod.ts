import { countOfTexts, type PackedTexts, type PickedTexts } from "../packed_texts.ts";
import { indexOfLines, type ListingIndexData } from "../search/listing_search.ts";
import { type KeptListInputs, type KeptListOutput, readKeptList } from "./kept_list.ts";
import { type MergedListsOutput, mergeLists } from "./merged_lists.ts";
import {
  type ListTables,
  type PublishedListInputs,
  type PublishedListOutput,
  readPublishedList,
} from "./published_list.ts";
import { type HistoryInputs, type HistoryOutput, readHistory } from "./source_history.ts";

/**
 * Type of the inputs and outputs, by name, of the computations on market data that take tens of milliseconds, too long
 * for the thread that answers requests.
 */
export type MarketReadings = {
  readonly published_list: { readonly inputs: PublishedListInputs; readonly output: PublishedListOutput };
  readonly kept_list: { readonly inputs: KeptListInputs; readonly output: KeptListOutput | null };
  readonly merged_lists: {
    readonly inputs: { readonly lists: readonly ListTables[] };
    readonly output: MergedListsOutput;
  };
  readonly search_index: {
    readonly inputs: { readonly lines: PickedTexts; readonly day: string };
    readonly output: ListingIndexData;
  };
  readonly history: { readonly inputs: HistoryInputs; readonly output: HistoryOutput };
};

interface Reading<Known extends { readonly inputs: unknown; readonly output: unknown }> {
  compute(inputs: Known["inputs"]): Known["output"] | Promise<Known["output"]>;
  /** Whether a computation on market data takes no longer than sending its inputs to a worker. */
  isSmall(inputs: Known["inputs"]): boolean;
}

const FEW_BYTES = 16_384;
const FEW_ROWS = 500;

export const MARKET_READINGS: { readonly [Name in keyof MarketReadings]: Reading<MarketReadings[Name]> } = {
  published_list: { compute: readPublishedList, isSmall: ({ bytes }) => bytes.length <= FEW_BYTES },
  kept_list: { compute: readKeptList, isSmall: ({ text, former }) => text.length + former.length <= FEW_BYTES / 4 },
  merged_lists: {
    compute: mergeLists,
    isSmall: ({ lists }) => lists.every(({ listings, former }) => isShort(listings.lines) && isShort(former.lines)),
  },
  search_index: {
    compute: ({ lines, day }) => indexOfLines(lines, day),
    isSmall: ({ lines }) => lines.picked.length <= FEW_ROWS,
  },
  history: { compute: readHistory, isSmall: ({ bytes }) => bytes.length <= FEW_BYTES },
};

function isShort(texts: PackedTexts): boolean {
  return countOfTexts(texts) <= FEW_ROWS;
}
