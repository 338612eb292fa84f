import assert from "node:assert/strict";
import { AwsClient } from "aws4fetch";
import type { ArtifactBucket } from "../../src/store/bucket_objects.ts";
import { openKvAt } from "./open_kv_at.ts";

/**
 * Test helper. Asserts that each set of files that a record names is in the bucket, and that the bucket holds no other
 * one. Returns how many sets and objects there are.
 */
export async function objectSetsAgree(
  path: string,
  bucket: ArtifactBucket,
): Promise<{ readonly objects: number; readonly object_sets: number }> {
  const kv = await openKvAt(path);
  const named = new Set<string>();
  for await (const { key, value } of kv.list({ prefix: ["owned"] })) {
    assert.ok(key.length > 1);
    for (const id of objectSetsIn(value)) named.add(id);
  }
  await kv.close();
  const keys = await keysOf(bucket);
  const held = new Set(keys.map((key) => /acc_\w+\/(\w+)\//.exec(key)?.[1] ?? key));
  assert.deepEqual([...held].filter((id) => !named.has(id)), [], "files in the bucket that no record names");
  assert.deepEqual([...named].filter((id) => !held.has(id)), [], "files that a record names and the bucket lacks");
  return { objects: keys.length, object_sets: held.size };
}

/** Returns the ids of all sets of objects to which a stored record refers, at any depth. */
function objectSetsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  if ("kind" in value && value.kind === "objects" && "set" in value) {
    const { set } = value;
    return typeof set === "object" && set !== null && "id" in set ? [String(set.id)] : [];
  }
  return Object.values(value).flatMap(objectSetsIn);
}

async function keysOf({ url, accessKeyId, secretAccessKey }: ArtifactBucket): Promise<readonly string[]> {
  const { hostname, searchParams } = new URL(url);
  const client = new AwsClient({ accessKeyId, secretAccessKey, region: "us-east-1", service: "s3" });
  const keys: string[] = [];
  for (let after = "";;) {
    const query = new URLSearchParams({ "list-type": "2", ...after === "" ? {} : { "start-after": after } });
    const text = await (await client.fetch(`${searchParams.get("endpoint")}/${hostname}?${query}`)).text();
    const page = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key);
    keys.push(...page);
    const last = page.at(-1);
    if (last === undefined || !/<IsTruncated>true/i.test(text)) return keys;
    after = last;
  }
}
