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
  /** As published, UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The last good one; null without any. */
  readonly before: (ListTables & { readonly digest: string }) | null;
}

/** A list, and what went from it. */
export interface ListTables {
  readonly listings: TableData;
  readonly former: TableData;
}

/** What the bytes of a list are; `unchanged` where they are those of the last good one. */
export type PublishedListOutput =
  | { readonly outcome: "bad"; readonly fault: string }
  | { readonly outcome: "unchanged" }
  | ListTables & {
    readonly outcome: "replaced";
    readonly asOf: string | null;
    readonly digest: string;
    /** What is kept, by the name of the part. */
    readonly packed: Readonly<Record<"text" | "former", Uint8Array<ArrayBuffer>>>;
  };

/** A list with fewer rows of the last good one is an error of whoever publishes it. */
const LEAST_SHARE = 0.5;
/** As many of what is listed no more are remembered. */
const MOST_FORMER = 20_000;

/** Reads a list as its source has it. */
export async function readPublishedList(
  { layout, bytes, before }: PublishedListInputs,
): Promise<PublishedListOutput> {
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (digest === before?.digest) return { outcome: "unchanged" };
  try {
    const { listings, asOf } = await LIST_LAYOUTS[layout](new TextDecoder().decode(bytes));
    const were = before === null ? 0 : countOfTexts(before.listings.lines);
    const are = countOfTexts(listings.lines);
    if (are < LEAST_SHARE * were) throw new ListingFileError(`it has ${are} rows where there were ${were}`);
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

/** What was listed and is no more, each once, as it was last. */
function formerOf(before: ListTables, listings: TableData): readonly Listing[] {
  const listed = new Set<AssetId>(ListingTable.of(listings).assets());
  const gone = [...ListingTable.of(before.listings), ...ListingTable.of(before.former)]
    .filter(({ asset }) => !listed.has(asset));
  return [...new Map(gone.reverse().map((listing) => [listing.asset, listing])).values()].slice(-MOST_FORMER);
}
