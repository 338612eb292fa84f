import { keyOf, type ListedObject } from "../artifacts_s3.ts";
import type { ArtifactSet } from "../artifacts.ts";
import { keyOfBytes } from "../postgres/key_bytes.ts";
import { decodeValue } from "../value_codec.ts";
import type { RawStore } from "./raw_store.ts";

/** An object of the bucket that a record of a store names. */
export interface NamedObject extends ListedObject {
  /** SHA-256 digest of the object's bytes in lower-case hexadecimal. */
  readonly sha256: string;
}

/** Lists the objects of the bucket that the records of a store name. */
export async function* namedObjects(store: RawStore): AsyncGenerator<NamedObject> {
  for await (const batch of store.scan()) {
    for (const { key } of batch) {
      if (!isArtifactSet(keyOfBytes(key))) continue;
      const [entry] = await store.read([key]);
      // The entry was written by the store under a key of artifact sets.
      const set = entry === undefined ? null : decodeValue(entry.value) as ArtifactSet;
      if (set === null || set.location.kind !== "objects") continue;
      for (const { name, bytes, sha256 } of set.artifacts) yield { key: keyOf(set.location.set, name), bytes, sha256 };
    }
  }
}

function isArtifactSet([first, , entity]: Deno.KvKey): boolean {
  return first === "owned" && entity === "artifact_sets";
}
