import assert from "node:assert/strict";
import { matrix } from "../../src/domain/matrix.ts";
import { simulationSummary } from "../../src/documents/simulation_summary.ts";
import { FaultList } from "../../src/faults/fault_list.ts";
import { runSimulation } from "../../src/jobs/kinds/monte_carlo.ts";
import type { SimulationPlan } from "../../src/simulation/monte_carlo/simulation_plan.ts";
import { readSimulation, simulationPlanOf } from "../../src/request/parts/simulation.ts";
import { SIMULATION_MODELS } from "../../src/simulation/monte_carlo/mod.ts";
import type { SimulationSource } from "../../src/simulation/monte_carlo/simulation_source.ts";
import fc from "../support/fast_check.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import { problemCount } from "../support/tier.ts";

/** Fast-check arbitrary of numbers within the bounds of requests, evenly spread over orders of magnitude. */
function sized(low: number, high: number): fc.Arbitrary<number> {
  return fc.double({ min: Math.log10(low), max: Math.log10(high), noNaN: true })
    .map((power) => Math.min(high, Math.max(low, 10 ** power)));
}

function signed(low: number, high: number): fc.Arbitrary<number> {
  return fc.oneof(fc.constant(0), sized(low, high), sized(low, high).map((value) => -value));
}

const AMOUNT = fc.oneof(fc.constant(0), sized(1e-9, 1e15));

const BODY = fc.record({
  model: fc.constantFrom(...SIMULATION_MODELS.ids),
  paths: fc.integer({ min: 1, max: 40 }),
  horizon: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(2_520)),
  rebalance: fc.integer({ min: 0, max: 3 }),
  initial_value: sized(1e-9, 1e15),
  contribution: AMOUNT,
  withdrawal: AMOUNT,
  inflation: fc.constantFrom(0, 0.02, 10, -0.999999),
  goal: sized(1e-300, 1e15),
  seed: fc.nat(),
  confidence: fc.constantFrom(0.95, 1e-12, 1 - 1e-12),
});

const ASSETS = 2;
const ROWS = 60;

const SOURCE: fc.Arbitrary<SimulationSource> = fc.record({
  weights: fc.array(signed(1e-6, 1e6), { minLength: ASSETS, maxLength: ASSETS }),
  means: fc.array(signed(1e-9, 1e6), { minLength: ASSETS, maxLength: ASSETS }),
  deviations: fc.array(fc.oneof(fc.constant(0), sized(1e-9, 1e6)), { minLength: ASSETS, maxLength: ASSETS }),
  correlation: fc.constantFrom(0, 0.5, -1, 1),
  returns: fc.array(fc.oneof(fc.constant(0), fc.double({ min: -0.99, max: 0.99, noNaN: true }), sized(1, 1e6)), {
    minLength: ASSETS * ROWS,
    maxLength: ASSETS * ROWS,
  }),
  periodsPerYear: fc.constantFrom(252, 52, 12),
}).map(({ weights, means, deviations: [a, b], correlation, returns, periodsPerYear }) => ({
  weights: Float64Array.from(weights),
  expectedReturns: Float64Array.from(means),
  covariance: matrix(ASSETS, ASSETS, Float64Array.of(a * a, correlation * a * b, correlation * a * b, b * b)),
  returns: matrix(ROWS, ASSETS, Float64Array.from(returns)),
  periodsPerYear,
}));

Deno.test("every figure of a simulation of any accepted plan and moments is finite, or null where the schema allows it", async () => {
  const pool = poolOfThisThread();
  await fc.assert(
    fc.asyncProperty(BODY, SOURCE, async (body, source) => {
      const { summary, detail } = await runSimulation(pool, source, planOf(body));
      assert.deepEqual(simulationSummary.schema.parse(JSON.parse(JSON.stringify(summary))), summary);
      const { cagr: _ofSummary, model: _model, ...figures } = summary;
      const { cagr: _ofDetail, model: _same, ...rest } = detail;
      assertFinite([figures, rest]);
    }),
    { numRuns: problemCount(150, 40) },
  );
});

Deno.test("an annual growth too large for a double is null in the summary, and the mean wealth remains a number", async () => {
  const source: SimulationSource = {
    weights: Float64Array.of(0.5, 0.5),
    expectedReturns: Float64Array.of(20, 30),
    covariance: matrix(2, 2, Float64Array.of(0.01, 0, 0, 0.02)),
    returns: null,
    periodsPerYear: 252,
  };
  const { summary } = await runSimulation(poolOfThisThread(), source, planOf({ paths: 10, horizon: 1 }));
  assert.equal(simulationSummary.schema.parse(JSON.parse(JSON.stringify(summary))).cagr.median, null);
  assert.ok(Math.abs(summary.terminal.mean - 26) < 1);
});

function planOf(body: unknown): SimulationPlan {
  const run = { frequency: "daily", seed: 0, hasHistory: true, methods: [{ key: "hold" }] } as const;
  const faults = new FaultList();
  const request = readSimulation(body, run, faults);
  assert.ok(request !== null, JSON.stringify(faults.told));
  return simulationPlanOf(request);
}

function assertFinite(value: unknown): void {
  if (typeof value === "number") assert.ok(Number.isFinite(value));
  else if (value !== null && typeof value === "object") Object.values(value).forEach(assertFinite);
  else assert.fail(`Neither a number nor made of numbers: ${value}`);
}
