import { createHash } from "node:crypto";
import { keys } from "../../src/store/keys.ts";
import { openRawStore } from "../../src/store/moving/open_raw_store.ts";
import { keyBytes } from "../../src/store/postgres/key_bytes.ts";

/** Entries that belong to the place of a store, or to one opening of it. */
const OF_THE_PLACE: ReadonlySet<string> = new Set(
  [keys.writeProbe, keys.closed, keys.schemaVersion].map((key) => keyBytes(key).toHex()),
);
const COMMIT_MARKS = keyBytes(keys.commitMarks).toHex();

const READ_AT_ONCE = 100;

/**
 * Test helper. Returns the number and the digest of all entries of a store that nobody writes to, in a file or in a
 * database. Entries that expire are left out, because they may vanish by themselves.
 */
export async function storeContent(path: string): Promise<string> {
  const store = await openRawStore(path, { as: "source" });
  const digests: string[] = [];
  try {
    for await (const batch of store.scan()) {
      for (let first = 0; first < batch.length; first += READ_AT_ONCE) {
        const keys = batch.slice(first, first + READ_AT_ONCE).map(({ key }) => key);
        for (const { key, value, expiresAt } of await store.read(keys)) {
          if (expiresAt === null && !isOfPlace(key.toHex())) digests.push(`${key.toHex()} ${digestOf(value)}`);
        }
      }
    }
  } finally {
    await store.end();
  }
  return `${digests.length} entries ${digestOf(new TextEncoder().encode(digests.toSorted().join("\n")))}`;
}

function isOfPlace(key: string): boolean {
  return OF_THE_PLACE.has(key) || key.startsWith(COMMIT_MARKS);
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
