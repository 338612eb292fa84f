import assert from "node:assert/strict";
import { poolOfThisThread } from "../../../tests/support/pool_of_this_thread.ts";
import { SIMULATION_PLAN } from "../../../tests/support/simulation_plan.ts";
import { partOf, testInTurn } from "../../../tests/support/tier.ts";
import { matrix } from "../../domain/matrix.ts";
import { SIMULATION_MODELS, type SimulationPlan } from "../../simulation/monte_carlo/mod.ts";
import type { SimulationSource } from "../../simulation/monte_carlo/simulation_source.ts";
import type { ProgressListener } from "../../computations/computation.ts";
import { WorkerPool } from "../worker_pool.ts";
import type { Computations } from "../../computations/mod.ts";
import { runSimulation } from "./monte_carlo.ts";

const PLAN: SimulationPlan = {
  ...SIMULATION_PLAN,
  paths: 3_000,
  horizon: 130,
  initialValue: 1000,
  contribution: 3,
  withdrawal: 5,
  inflation: 0.03,
  goal: 1100,
  seed: 42,
  confidence: 0.9,
};

function sourceOf(): SimulationSource {
  const returns = matrix(
    60,
    3,
    Float64Array.from({ length: 180 }, (_, at) => 0.001 + 0.02 * Math.sin(at * at) * (1 + 0.3 * (at % 3))),
  );
  const covariance = matrix(3, 3, Float64Array.of(4, 1, 0, 1, 3, -1, 0, -1, 2).map((value) => value / 1e4));
  return {
    weights: Float64Array.of(0.5, 0.3, 0.1),
    expectedReturns: Float64Array.of(0.001, 0.0005, 0.0002),
    covariance,
    returns,
    periodsPerYear: 252,
  };
}

async function withWorkers<Result>(workers: number, use: (pool: WorkerPool<Computations>) => Promise<Result>) {
  const pool = new WorkerPool<Computations>({ workers });
  try {
    return await use(pool);
  } finally {
    pool.close();
  }
}

Deno.test(
  testInTurn(
    "one, two and four workers give the same simulation bytes by every model, rebalanced every period or every 21",
    async () => {
      const ofModels = SIMULATION_MODELS.ids.flatMap((
        model,
      ) => [{ ...PLAN, model }, { ...PLAN, model, rebalance: 21 }]);
      // Only a plan with many paths needs brackets around the percentiles.
      const plans = [...partOf(ofModels, { share: 8 }), { ...PLAN, paths: 48_000, horizon: 20 }];
      const resultsBy = async (pool: WorkerPool<Computations>): Promise<readonly string[]> => {
        const results: string[] = [];
        for (const plan of plans) results.push(JSON.stringify(await runSimulation(pool, sourceOf(), plan)));
        return results;
      };
      const expected = await resultsBy(poolOfThisThread());
      for (const workers of partOf([1, 2, 4])) {
        const found = await withWorkers(workers, resultsBy);
        plans.forEach((plan, at) => assert.equal(found[at], expected[at], `${plan.model} by ${workers} workers`));
      }
      assert.equal(new Set(expected).size, plans.length);
    },
  ),
);

Deno.test("a simulation result has the fields of the API and consistent figures, and leaves its inputs unchanged", async () => {
  const source = sourceOf();
  const { summary, detail } = await runSimulation(poolOfThisThread(), source, PLAN);
  assert.deepEqual(source, sourceOf());
  assert.deepEqual(Object.keys(summary), [
    "paths",
    "horizon",
    "terminal",
    "probability_of_loss",
    "probability_of_ruin",
    "probability_of_goal",
    "value_at_risk",
    "conditional_value_at_risk",
    "max_drawdown",
    "cagr",
    "model",
  ]);
  const { fan, histogram, sample_paths, ...same } = detail;
  assert.deepEqual(same, summary);
  assert.equal(fan.steps.length, 120);
  assert.deepEqual([fan.steps[0], fan.steps.at(-1)], [0, 130]);
  for (const [percent, values] of Object.entries(fan.percentiles)) {
    assert.equal(values.length, 120);
    assert.deepEqual([values[0], values.at(-1)], [1000, summary.terminal.percentiles[percent]]);
  }
  assert.equal(histogram.counts.reduce((sum, count) => sum + count, 0), 3000);
  assert.equal(sample_paths.length, 50);
  assert.ok(sample_paths.every((path) => path.length === 120 && path[0] === 1000));
  assert.equal(JSON.stringify({ ...detail, model: {} }).includes("null"), false);
});

Deno.test("a simulation reports fitted degrees of freedom and block lengths, and requested ones unchanged", async () => {
  const pool = poolOfThisThread();
  const modelOf = async (changes: Partial<SimulationPlan>) => {
    const plan = { ...PLAN, paths: 20, horizon: 5, degreesOfFreedom: null, blockLength: null, ...changes };
    return (await runSimulation(pool, sourceOf(), plan)).summary.model;
  };
  for (const rebalance of [0, 1]) {
    for (const model of ["gaussian", "bootstrap", "filtered_historical"] as const) {
      assert.deepEqual(await modelOf({ model, rebalance }), { degrees_of_freedom: null, block_length: null });
    }
    const tails = await modelOf({ model: "student_t", rebalance });
    assert.ok(tails.degrees_of_freedom !== null && tails.degrees_of_freedom > 2 && tails.block_length === null);
    assert.equal((await modelOf({ model: "student_t", rebalance, degreesOfFreedom: 4.5 })).degrees_of_freedom, 4.5);
    for (const model of ["block_bootstrap", "stationary_bootstrap"] as const) {
      const blocks = await modelOf({ model, rebalance });
      assert.ok(blocks.block_length !== null && blocks.block_length > 0 && blocks.degrees_of_freedom === null);
      assert.equal((await modelOf({ model, rebalance, blockLength: 7 })).block_length, 7);
    }
  }
});

Deno.test("too narrow percentile brackets are widened until the figures of the simulation equal those of wide ones", async () => {
  const plan = { ...PLAN, paths: 40_000, horizon: 5 };
  const pool = poolOfThisThread({ workers: 2 });
  const narrow = await runSimulation(pool, sourceOf(), plan, { bracketWidth: 0.01 });
  assert.deepEqual(narrow, await runSimulation(pool, sourceOf(), plan));
});

Deno.test("a simulated portfolio of cash alone keeps its value, by every model", async () => {
  const pool = poolOfThisThread();
  const plan = { ...PLAN, paths: 20, contribution: 0, withdrawal: 0 };
  for (const model of SIMULATION_MODELS.ids) {
    for (const rebalance of [0, 1]) {
      const source = { ...sourceOf(), weights: new Float64Array(3) };
      const { summary } = await runSimulation(pool, source, { ...plan, model, rebalance });
      assert.deepEqual(
        [summary.terminal.mean, summary.max_drawdown.median, summary.cagr.median],
        [1000, 0, 0],
        model,
      );
    }
  }
});

Deno.test("another seed gives other simulated paths, and more paths begin with the same ones", async () => {
  const pool = poolOfThisThread({ workers: 2 });
  const samples = async (changes: Partial<SimulationPlan>) =>
    (await runSimulation(pool, sourceOf(), { ...PLAN, ...changes })).detail.sample_paths;
  const first = await samples({});
  assert.notDeepEqual(await samples({ seed: 43 }), first);
  assert.deepEqual(await samples({ paths: 10_000 }), first);
  assert.deepEqual(await samples({ paths: 7 }), first.slice(0, 7));
});

Deno.test("the progress of a simulation goes up to 1 in steps of at most 2 %", async () => {
  for (const plan of [{ ...PLAN, paths: 20_000, rebalance: 0 }, { ...PLAN, model: "filtered_historical" } as const]) {
    const heard = [0];
    const onProgress: ProgressListener = ({ fraction }) => void heard.push(fraction);
    await runSimulation(poolOfThisThread({ workers: 2 }), sourceOf(), plan, { onProgress });
    heard.slice(1).forEach((fraction, at) => {
      // The limit of 2 % per progress step has a tolerance for rounding, because 1.00 - 0.98 is not exactly 0.02.
      assert.ok(fraction > heard[at] || at === 0);
      assert.ok(fraction - heard[at] < 0.02 + 1e-12, `from ${heard[at]} to ${fraction}`);
    });
    assert.equal(heard.at(-1), 1);
  }
});

Deno.test(
  testInTurn(
    "a simulation that is aborted rejects with the reason, and its worker pool takes further work",
    async () => {
      await withWorkers(2, async (pool) => {
        const controller = new AbortController();
        const running = runSimulation(pool, sourceOf(), { ...PLAN, paths: 1_000_000, horizon: 260, rebalance: 0 }, {
          signal: controller.signal,
          onProgress: ({ fraction }) => fraction > 0.02 && controller.abort(new Error("enough")),
        });
        await assert.rejects(running, /enough/);
        assert.equal((await runSimulation(pool, sourceOf(), PLAN)).summary.paths, 3000);
      });
    },
  ),
);

Deno.test("a simulation by a model that needs a history rejects without one", async () => {
  const source = { ...sourceOf(), returns: null };
  await assert.rejects(runSimulation(poolOfThisThread(), source, { ...PLAN, model: "bootstrap" }));
});
