import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { AssetId } from "../../domain/asset.ts";
import { ListingTable, type TableData, tableOf } from "../listing_table.ts";
import { countOfTexts } from "../packed_texts.ts";
import type { Listing } from "../provider.ts";
import { LIST_LAYOUTS, type ListLayout } from "../readers/mod.ts";
import { ListingFileError } from "../readers/listing_file.ts";

export interface PublishedListInputs {
  readonly layout: ListLayout;
  /** Bytes of the asset list as published, UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Last good version of the asset list; null where there is none. */
  readonly before: (ListTables & { readonly digest: string }) | null;
}

/** Two tables of a published asset list: the current listings, and former listings that are gone from the list. */
export interface ListTables {
  readonly listings: TableData;
  readonly former: TableData;
}

/** Result of parsing a published asset list; `unchanged` where the bytes equal those of the last good version. */
export type PublishedListOutput =
  | { readonly outcome: "bad"; readonly fault: string }
  | { readonly outcome: "unchanged" }
  | ListTables & {
    readonly outcome: "replaced";
    readonly asOf: string | null;
    readonly digest: string;
    /** Compressed parts of the asset list that are written to the cache, by part name. */
    readonly packed: Readonly<Record<"text" | "former", Uint8Array<ArrayBuffer>>>;
  };

/**
 * Smallest fraction of the previous number of rows that a new asset list must have. A shorter list is taken for a
 * publisher's error.
 */
const LEAST_SHARE = 0.5;
/** Largest number of former listings that are remembered for an asset list. */
const MOST_FORMER = 20_000;

/**
 * Parses an asset list as its source published it, compares it with the last good version and compresses it for the
 * cache.
 */
export async function readPublishedList(
  { layout, bytes, before }: PublishedListInputs,
): Promise<PublishedListOutput> {
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (digest === before?.digest) return { outcome: "unchanged" };
  try {
    const { listings, asOf } = await LIST_LAYOUTS[layout](new TextDecoder().decode(bytes));
    const were = before === null ? 0 : countOfTexts(before.listings.lines);
    const are = countOfTexts(listings.lines);
    if (are < LEAST_SHARE * were) throw new ListingFileError(`it has only ${are} rows, the last good list had ${were}`);
    const former = before === null ? [] : formerOf(before, listings);
    const packed = { text: gzipped(bytes), former: gzipped(JSON.stringify(former)) };
    return { outcome: "replaced", listings, former: tableOf(former), asOf, digest, packed };
  } catch (error) {
    if (!(error instanceof ListingFileError)) throw error;
    return { outcome: "bad", fault: error.message };
  }
}

function gzipped(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(content));
}

/**
 * Returns the listings of the last version, current and former, that are not in the new list, each once, as last
 * listed. At most `MOST_FORMER` are returned; those that were current in the last version are preferred.
 */
function formerOf(before: ListTables, listings: TableData): readonly Listing[] {
  const listed = new Set<AssetId>(ListingTable.of(listings).assets());
  const gone = [...ListingTable.of(before.listings), ...ListingTable.of(before.former)]
    .filter(({ asset }) => !listed.has(asset));
  return [...new Map(gone.reverse().map((listing) => [listing.asset, listing])).values()].slice(-MOST_FORMER);
}
