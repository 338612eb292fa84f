import assert from "node:assert/strict";
import { optimization, type OptimizationOutput } from "../../src/computations/optimization.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { parseRequest } from "../../src/request/run_request.ts";

const MOMENTS = {
  assets: ["A", "B", "C"],
  expected_returns: [0.001, 0.002, 0.004],
  covariance: [[0.0004, 0.0001, 0], [0.0001, 0.0009, 0.0002], [0, 0.0002, 0.0025]],
};

async function run(fields: Record<string, unknown>): Promise<OptimizationOutput["result"]> {
  const dependencies = { marketData: sample, now: () => "2024-01-01T00:00:00.000Z" };
  const request = parseRequest({ moments: MOMENTS, ...fields });
  const inputs = await prepareInputs(request, dependencies, new AbortController().signal);
  return (await optimization.compute(inputs, { kernels: await loadKernels(null), progress: () => {} })).result;
}

Deno.test("critical_line reports annual corner portfolios by rising risk, without frontier points unless requested", async () => {
  const { efficient_frontier: frontier, methods: [{ weights, status }] } = await run({ methods: ["critical_line"] });
  assert.ok(frontier);
  assert.deepEqual([frontier.points, frontier.detail, status], [[], null, "optimal"]);
  const corners = frontier.corner_portfolios ?? [];
  assert.deepEqual(corners[corners.length - 1].weights, { A: 0, B: 0, C: 1 });
  assert.ok(Math.abs(corners[corners.length - 1].return - 252 * 0.004) <= 1e-12);
  assert.ok(Math.abs(corners[corners.length - 1].volatility - Math.sqrt(252 * 0.0025)) <= 1e-12);
  for (let k = 1; k < corners.length; k++) {
    assert.ok(corners[k].return > corners[k - 1].return && corners[k].volatility > corners[k - 1].volatility, `${k}`);
  }
  const { methods: [sharpest] } = await run({ methods: ["max_sharpe"] });
  for (const asset of MOMENTS.assets) {
    assert.ok(Math.abs((weights?.[asset] ?? NaN) - (sharpest.weights?.[asset] ?? NaN)) <= 1e-8, asset);
  }
});

Deno.test("corner portfolios are those of the first critical_line under its own rules, beside the requested frontier points", async () => {
  const capped = { weight_bounds: { max: 0.6 } };
  const { efficient_frontier: frontier } = await run({
    methods: [
      { method: "critical_line", target: "min_volatility", constraints: capped },
      { method: "critical_line", key: "free" },
    ],
    efficient_frontier: { points: 3 },
  });
  assert.equal(frontier?.points.length, 3);
  const last = frontier?.corner_portfolios?.at(-1);
  assert.deepEqual(last?.weights, { A: 0, B: 0.4, C: 0.6 });
});

Deno.test("critical_line with target min_volatility returns the first corner, and runs without critical_line have no corners", async () => {
  const { efficient_frontier: frontier, methods: [{ weights }] } = await run({
    methods: [{ method: "critical_line", target: "min_volatility" }],
  });
  for (const asset of MOMENTS.assets) {
    const away = (weights?.[asset] ?? NaN) - (frontier?.corner_portfolios?.[0].weights[asset] ?? NaN);
    assert.ok(Math.abs(away) <= 1e-8, asset);
  }
  const without = await run({ methods: ["max_sharpe"], efficient_frontier: { points: 2 } });
  assert.equal(without.efficient_frontier?.corner_portfolios, null);
  assert.equal((await run({ methods: ["max_sharpe"] })).efficient_frontier, null);
});

Deno.test("a frontier under a budget without an upper limit says that it has no last corner", async () => {
  const { efficient_frontier: frontier } = await run({
    methods: ["critical_line"],
    constraints: { budget: { min: 0.5 } },
  });
  assert.match(frontier?.detail ?? "", /no last corner/);
});
