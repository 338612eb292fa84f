import assert from "node:assert/strict";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import type { ArtifactBucket } from "../../src/store/bucket_objects.ts";
import type { JobRecord } from "../../src/store/job_record.ts";
import type { EncodedKv } from "../../src/store/encoded_kv.ts";
import { keys } from "../../src/store/keys.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { chunkSetsIn } from "./chunk_sets_in.ts";
import { meteredRuns } from "./metered_runs.ts";
import type { ToldByService } from "./random_actions.ts";
import { openKvAt } from "./open_kv_at.ts";
import { sourceOfChance } from "./temporary_store.ts";

/**
 * Allowed ends of jobs, as the status and the error code. A job whose process was killed in its third attempt fails
 * with `worker_lost`, because this test caused the kills.
 */
const MAY_END_AS = ["succeeded", "cancelled", "failed: worker_lost"];

/**
 * Test helper. Asserts that the store agrees with the answers that the service gave, after two sweeps with the clock 3
 * and 6 hours ahead. Returns counts of runs, deletions and outcomes for the log.
 */
export async function storeAgrees(
  path: string,
  { runs, chaining, deleted, endedAccounts = [] }: ToldByService & { readonly endedAccounts?: readonly AccountId[] },
  artifactBucket: ArtifactBucket | null = null,
): Promise<Record<string, unknown>> {
  const store = await storeAt(path, { aheadMs: 3 * HOUR_MS, artifactBucket });
  const later = await storeAt(path, { aheadMs: 6 * HOUR_MS, artifactBucket });
  const kv = await openKvAt(path);
  try {
    await store.maintenance.sweep();
    await later.maintenance.sweep();
    const owner = await ownerOf(store);
    const records: JobRecord[] = [];
    for await (const { key, value } of kv.list<JobRecord>({ prefix: keys.owned(owner) })) {
      if (key[2] === "jobs") records.push(value);
    }
    const left = await nothingIsLeft(kv);
    for (const id of endedAccounts) {
      assert.deepEqual(left.filter((key) => JSON.stringify(key).includes(id) && key[0] !== "security_events"), []);
    }
    const ends = new Map<string, number>();
    for (const { kind, status, error } of records) {
      const end = error === null ? status : `${status}: ${error.code}`;
      assert.ok(MAY_END_AS.includes(end), `a ${kind} ended as ${end}`);
      ends.set(`${kind} ${end}`, (ends.get(`${kind} ${end}`) ?? 0) + 1);
    }
    const ids = new Set<string>(records.map(({ id }) => id));
    const lost = [...runs.values()].filter((id) => !ids.has(id) && !deleted.has(id));
    assert.deepEqual(lost, [], "accepted runs that are gone");
    const known = new Set(runs.values());
    const doubled = records.filter(({ id, kind }) => kind === "optimization" && !known.has(id)).map(({ id }) => id);
    assert.deepEqual(doubled, [], "runs that nobody was told of");
    assert.equal(await meteredRuns(store, owner), known.size, "runs that were metered");
    const { usedBytes } = await store.meters.storage(owner);
    // Without its count, the store adds up the bytes of every file, config and input.
    await kv.commit({ checks: [], mutations: [{ type: "delete", key: keys.storedBytes(owner) }] });
    assert.equal(usedBytes, (await store.meters.storage(owner)).usedBytes, "bytes that are metered");
    const { computedAt: _, ...kept } = await store.dashboards.get(owner);
    const { computedAt: __, ...computed } = await store.dashboards.refresh(owner);
    assert.deepEqual(kept, computed, "the dashboard that is kept");
    assert.equal(kept.runs.total, records.filter(({ kind }) => kind === "optimization").length);
    for (const { id, kind, status } of records) {
      if (status !== "succeeded") continue;
      const files = (await store.artifacts.list(owner, id)).map(({ name }) => name);
      assert.equal(new Set(files).size, files.length, `files of ${id} twice`);
      if (kind !== "optimization") continue;
      assert.ok(files.includes("result.json"), `${id} has no result`);
      const simulations = records.filter((other) => other.kind === "monte_carlo" && other.parentRunId === id);
      assert.equal(simulations.length, chaining.has(id) ? 1 : 0, `simulations of ${id}`);
    }
    return {
      runs: known.size,
      deleted: deleted.size,
      ended_accounts: endedAccounts.length,
      ends: Object.fromEntries(ends),
    };
  } finally {
    await Promise.all([kv.close(), store.close(), later.close()]);
  }
}

/**
 * Test helper. Asserts that the KV of a service at rest has no entry of work under way, and no part of a value that no
 * record names. Returns the keys of all entries.
 */
export async function nothingIsLeft(kv: EncodedKv): Promise<readonly Deno.KvKey[]> {
  const left: Deno.KvKey[] = [], named = new Set<string>(), chunks = new Set<string>();
  for await (const { key, value } of kv.list({ prefix: [] })) {
    left.push(key);
    if (key[2] === "chunks") chunks.add(String(key[3]));
    else for (const id of chunkSetsIn(value)) named.add(id);
  }
  const stuck = left.filter((key) =>
    /leased_jobs|queued_jobs|running_jobs|active_|unadopted|job_deletions/.test(JSON.stringify(key))
  );
  assert.deepEqual(stuck, []);
  assert.deepEqual(chunks, named, "chunks that no record names, or names of chunks that are gone");
  return left;
}

export interface StoreAtOptions {
  /** Milliseconds by which the clock of the store is ahead; none if absent. */
  readonly aheadMs?: number;
  /** Bucket of the files of jobs; null or absent where they are in the KV. */
  readonly artifactBucket?: ArtifactBucket | null;
}

/** Test helper. Opens the store in a file or in a database. */
export function storeAt(path: string, { aheadMs = 0, artifactBucket = null }: StoreAtOptions = {}): Promise<Store> {
  const clock = { now: () => Date.now() + aheadMs };
  return openStore({ path, planLimits: PLAN_LIMITS, artifactBucket, clock, random: sourceOfChance() });
}

/** Test helper. Returns the account of ada@example.com, who sends the actions. */
export async function ownerOf(store: Store): Promise<AccountId> {
  const member = await store.accounts.findByEmail("ada@example.com");
  assert.ok(member !== null);
  return member.account.id;
}
