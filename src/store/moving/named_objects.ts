import { keyOf } from "../artifacts_s3.ts";
import type { ListedObject } from "../bucket_objects.ts";
import { keyOfBytes } from "../postgres/key_bytes.ts";
import { mayReferToObjects, referencedObjects } from "../referenced_objects.ts";
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
    for (const { key: bytesOfKey, version } of batch) {
      const key = keyOfBytes(bytesOfKey);
      if (!mayReferToObjects(key)) continue;
      const [entry] = await store.read([bytesOfKey]);
      if (entry === undefined) continue;
      const referred = referencedObjects({ key, value: decodeValue(entry.value), versionstamp: version });
      if (referred === null) continue;
      for (const { name, bytes, sha256 } of referred.objects) yield { key: keyOf(referred.set, name), bytes, sha256 };
    }
  }
}
