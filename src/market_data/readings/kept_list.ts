import { gunzipSync } from "node:zlib";
import { tableOf } from "../listing_table.ts";
import { LIST_LAYOUTS, type ListLayout } from "../readers/mod.ts";
import { ListingFileError } from "../readers/listing_file.ts";
import type { ListTables } from "./published_list.ts";

export interface KeptListInputs {
  readonly layout: ListLayout;
  /** Compressed parts of a cached asset list: its text and its former listings. */
  readonly text: Uint8Array<ArrayBuffer>;
  readonly former: Uint8Array<ArrayBuffer>;
}

export type KeptListOutput = ListTables & { readonly asOf: string | null };

/** Parses a cached asset list; null where it cannot be read, because it is damaged or in another layout. */
export async function readKeptList({ layout, text, former }: KeptListInputs): Promise<KeptListOutput | null> {
  const [list, gone] = [unpacked(text), unpacked(former)];
  if (list === null || gone === null) return null;
  try {
    const { listings, asOf } = await LIST_LAYOUTS[layout](list);
    return { listings, former: tableOf(JSON.parse(gone)), asOf };
  } catch (error) {
    if (error instanceof ListingFileError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Decompresses a gzip text; null where the bytes are not valid gzip. */
function unpacked(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder().decode(gunzipSync(bytes));
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) return null;
    throw error;
  }
}
