import assert from "node:assert/strict";
import { RecordedMetrics } from "../runtime/recorded_metrics.ts";
import { samplesOf, valueOf } from "../../tests/support/prometheus_text.ts";
import { type EncodedKv, encodedKv } from "./encoded_kv.ts";
import { measuredKv } from "./measured_kv.ts";

Deno.test("a measured KV counts each read, each batch of a list and each commit as a trip, and tells conflicts", async () => {
  const metrics = new RecordedMetrics();
  const kv = measuredKv(encodedKv(await Deno.openKv(":memory:")), metrics);
  const set = (number: number): Deno.KvMutation => ({ type: "set", key: ["a", number], value: number });
  for (const begin of [0, 100]) {
    const mutations = Array.from({ length: 100 }, (_, index) => set(begin + index));
    assert.equal(await kv.commit({ checks: [], mutations }), true);
  }
  assert.equal(await kv.commit({ checks: [{ key: ["a", 1], versionstamp: null }], mutations: [set(1)] }), false);
  assert.equal((await kv.get(["a", 7])).value, 7);
  assert.deepEqual((await kv.getMany([["a", 1], ["b"]])).map(({ value }) => value), [1, null]);
  assert.equal((await Array.fromAsync(kv.list({ prefix: ["a"] }))).length, 200);
  for await (const _first of kv.list({ prefix: ["a"] })) break;
  const trips = await tripsOf(metrics);
  // 200 entries in batches of 100, the look for more, and the first batch of the list that was left.
  assert.deepEqual(trips, { commit: 3, get: 1, get_many: 1, list: 4 });
  assert.equal(valueOf(samplesOf(await metrics.text()), "portfolio_store_conflicts_total"), 1);
  await kv.close();
});

Deno.test("a measured KV counts a call that fails, and throws its error", async () => {
  const metrics = new RecordedMetrics();
  const broken: EncodedKv = {
    ...encodedKv(await Deno.openKv(":memory:")),
    get: () => Promise.reject(new Error("the store is away")),
  };
  const kv = measuredKv(broken, metrics);
  await assert.rejects(kv.get(["a"]), { message: "the store is away" });
  const failures = valueOf(samplesOf(await metrics.text()), "portfolio_store_failures_total", { operation: "get" });
  assert.equal(failures, 1);
  await kv.close();
});

async function tripsOf(metrics: RecordedMetrics): Promise<Record<string, number>> {
  const counts = samplesOf(await metrics.text()).filter(({ name }) => name.endsWith("store_duration_seconds_count"));
  return Object.fromEntries(counts.map(({ labels, value }) => [labels.operation, value]));
}
