import assert from "node:assert/strict";
import { samplesOf, valueOf } from "../../tests/support/prometheus_text.ts";
import { RecordedMetrics } from "./recorded_metrics.ts";

Deno.test("recorded metrics are in the text format of Prometheus, in seconds and bytes, with their counts and classes", async () => {
  const metrics = new RecordedMetrics();
  metrics.count("jobs.finished", { kind: "optimization", outcome: "succeeded" });
  metrics.count("jobs.finished", { kind: "optimization", outcome: "succeeded" });
  metrics.record("store.duration", 1, { operation: "get" });
  metrics.record("store.duration", 1.5, { operation: "get" });
  metrics.record("store.duration", 1e9, { operation: "get" });
  metrics.observe("process.memory", () => [{ value: 1_024, attributes: { part: "resident" } }]);
  metrics.observe("jobs.queue_oldest", () => Promise.resolve([{ value: 2_500 }]));
  const samples = samplesOf(await metrics.text());
  const outcome = { kind: "optimization", outcome: "succeeded" };
  assert.equal(valueOf(samples, "portfolio_jobs_finished_total", outcome), 2);
  assert.equal(valueOf(samples, "portfolio_store_conflicts_total"), 0, "a counter without attributes begins at 0");
  const classes = samples.filter(({ name }) => name === "portfolio_store_duration_seconds_bucket");
  const upTo = (le: string): number | undefined => classes.find(({ labels }) => labels.le === le)?.value;
  assert.deepEqual(["0.0005", "0.001", "0.002", "3", "+Inf"].map(upTo), [0, 1, 2, 2, 3]);
  assert.equal(valueOf(samples, "portfolio_store_duration_seconds_sum"), 1e6 + 0.0025);
  assert.equal(valueOf(samples, "portfolio_process_memory_bytes", { part: "resident" }), 1_024);
  assert.equal(valueOf(samples, "portfolio_jobs_queue_oldest_seconds"), 2.5);
});

Deno.test("an attribute cannot break out of its quotes, and a gauge that cannot be read hides no other metric", async () => {
  const metrics = new RecordedMetrics();
  const route = 'a"} 1\nb{c="\\';
  metrics.count("http.refusals", { code: "not_found", route });
  metrics.observe("jobs.queued", () => Promise.reject(new Error("the store is away")));
  const samples = samplesOf(await metrics.text());
  assert.equal(valueOf(samples, "portfolio_http_refusals_total", { route }), 1);
  assert.equal(valueOf(samples, "portfolio_jobs_queued"), null);
});
