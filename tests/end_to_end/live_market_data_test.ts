import assert from "node:assert/strict";
import { runOptimize } from "../support/optimize_process.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { type SourceServer, startSourceServer } from "../support/source_server.ts";

const BODY = {
  stocks: ["EXLOTUS", "EXMANGO", "EXNEEM"].map((ticker) => ({ ticker, exchange: "NSE" })),
  methods: ["min_volatility"],
  benchmark: "NIFTY50",
  start_date: "2020-01-01",
  end_date: "2022-12-30",
};

function environment({ urls }: SourceServer): Record<string, string> {
  const addresses = Object.entries(urls).map(([id, url]) => [`PROVIDER_${id.toUpperCase()}_URL`, url]);
  return { MARKET_DATA: "live", ...Object.fromEntries(addresses) };
}

Deno.test("the local run takes real markets from their sources, and says which one answered for each asset", async () => {
  await using server = startSourceServer(sampleSources());
  const { code, stdout, stderr } = await runOptimize(
    ["--request", "-", "--out", "-"],
    JSON.stringify(BODY),
    environment(server),
  );
  assert.equal(code, 0, stderr);
  const { data, benchmark, methods } = JSON.parse(stdout);
  assert.deepEqual([data.source, data.start_date, data.end_date], ["live", "2020-01-01", "2022-12-30"]);
  assert.deepEqual(data.sources, { "NSE:EXLOTUS": "yahoo", "NSE:EXMANGO": "yahoo", "NSE:EXNEEM": "yahoo" });
  assert.equal(benchmark.return_type, "price");
  assert.equal(methods[0].status, "optimal");
});
