import assert from "node:assert/strict";
import { backtestOf } from "../../tests/support/small_results.ts";
import { backtestArtifacts } from "./backtest_artifacts.ts";

Deno.test("the files of a backtest are its section, its charts and its summary", () => {
  const files = backtestArtifacts(backtestOf());
  const [section, ...charts] = files.slice(0, -1);
  assert.deepEqual([section.name, section.mediaType], ["section.json", "application/json"]);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(section.content)), backtestOf());
  assert.equal(charts.length, 7);
  assert.ok(
    charts.every(({ name, mediaType }) => /^charts\/[a-z_]+\.svg$/.test(name) && mediaType === "image/svg+xml"),
  );
  const summary = files[files.length - 1];
  assert.equal(summary.name, "summary.json");
  const { benchmark } = JSON.parse(new TextDecoder().decode(summary.content));
  assert.deepEqual(benchmark, { id: "NIFTY50", return_type: "price", metrics: { annual_return: 0.12, beta: null } });
});
