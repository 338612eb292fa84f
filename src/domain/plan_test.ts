import assert from "node:assert/strict";
import { PLAN_LIMITS, planLimits, planLimitsOverride } from "./plan.ts";

Deno.test("the built-in plans have their intended limits of runs, simulations, backtests, storage and running jobs", () => {
  const { free, pro, enterprise } = PLAN_LIMITS;
  const limitsOf = (
    { optimization_runs, monte_carlo_runs, backtest_runs, storage_bytes, running_jobs }: typeof free,
  ) => [optimization_runs, monte_carlo_runs, backtest_runs, (storage_bytes ?? NaN) / 1024 ** 3, running_jobs];
  assert.deepEqual(limitsOf(free), [100, 50, 50, 10, 4]);
  assert.deepEqual(limitsOf(pro), [2_000, 1_000, 1_000, 100, 16]);
  assert.deepEqual(limitsOf(enterprise), [50_000, 20_000, 20_000, 1_024, 64]);
});

Deno.test("limits of an installation replace the built-in ones that they name, and null means unlimited", () => {
  const limits = planLimits(
    planLimitsOverride.parse({ free: { optimization_runs: 0, backtest_runs: null, storage_bytes: 1_000 } }),
  );
  assert.deepEqual(limits.free, {
    ...PLAN_LIMITS.free,
    optimization_runs: 0,
    backtest_runs: null,
    storage_bytes: 1_000,
  });
  assert.deepEqual([limits.pro, limits.enterprise], [PLAN_LIMITS.pro, PLAN_LIMITS.enterprise]);
  assert.deepEqual(planLimits({}), PLAN_LIMITS);
});

Deno.test("limits of an unknown plan or meter, and negative or fractional limits, are refused", () => {
  for (
    const wrong of [
      { gold: {} },
      { free: { runs: 1 } },
      { free: { optimization_runs: -1 } },
      { free: { optimization_runs: 1.5 } },
      { free: { optimization_runs: "100" } },
      { free: { running_jobs: 0 } },
      [],
      null,
    ]
  ) assert.equal(planLimitsOverride.safeParse(wrong).success, false, JSON.stringify(wrong));
});
