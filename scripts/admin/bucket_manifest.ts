import { allObjects, type ArtifactBucket, objectsOfBucket } from "../../src/store/bucket_objects.ts";
import { namedObjects } from "../../src/store/moving/named_objects.ts";
import { openRawStore } from "../../src/store/moving/open_raw_store.ts";
import { makePrivateFile } from "./private_file.ts";

const TOLD_AT_MOST = 10;

/**
 * Writes a line of JSON for each object of the bucket that a backup names, with its key, size and digest, and returns
 * their number. Writes no file where it names none.
 */
export async function writeManifest(backup: string, manifest: string): Promise<number> {
  const store = await openRawStore(backup, { as: "source" });
  let file: Deno.FsFile | null = null, count = 0;
  try {
    for await (const object of namedObjects(store)) {
      file ??= await makePrivateFile(manifest, `Cannot write "${manifest}"`);
      await writeAll(file, `${JSON.stringify(object)}\n`);
      count++;
    }
  } finally {
    file?.close();
    await store.end();
  }
  return count;
}

async function writeAll(file: Deno.FsFile, line: string): Promise<void> {
  const bytes = new TextEncoder().encode(line);
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
}

/** Returns the lines that tell which objects that a store in a file names the bucket lacks, or has in another size. */
export async function missingObjects(path: string, bucket: ArtifactBucket | null): Promise<readonly string[]> {
  const named = new Map<string, number>();
  const store = await openRawStore(path, { as: "source" });
  try {
    for await (const { key, bytes } of namedObjects(store)) named.set(key, bytes);
  } finally {
    await store.end();
  }
  if (named.size === 0) return [];
  if (bucket === null) return [`It names ${named.size} objects of a bucket, and ARTIFACTS_URL names no bucket`];
  const count = named.size;
  for await (const { key, bytes } of allObjects(objectsOfBucket(bucket))) {
    if (named.get(key) === bytes) named.delete(key);
  }
  if (named.size === 0) return [`The bucket has all ${count} objects that it names`];
  return [
    `The bucket lacks ${named.size} of the ${count} objects that it names, or has them in another size:`,
    ...[...named].slice(0, TOLD_AT_MOST).map(([key, bytes]) => `  ${key} (${bytes} bytes)`),
    ...named.size > TOLD_AT_MOST ? [`  and ${named.size - TOLD_AT_MOST} more`] : [],
  ];
}
