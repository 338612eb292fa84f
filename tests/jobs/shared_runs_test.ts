import assert from "node:assert/strict";
import type { Computations } from "../../src/computations/mod.ts";
import type { OptimizationInputs } from "../../src/computations/optimization_inputs.ts";
import { jsonText } from "../../src/documents/document.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { fullTest } from "../support/tier.ts";

const METHODS = ["min_volatility", "max_sharpe", "min_cvar", "min_mad", "hrp"];

/** Inputs of a run that is large enough to be shared, or of one that is not. */
async function inputsOf(
  { assets, days }: { readonly assets: number; readonly days: number },
): Promise<OptimizationInputs> {
  const random = randomNumbers(3);
  const dates = Array.from(
    { length: days },
    (_, day) => new Date(Date.UTC(2010, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const series = Object.fromEntries(
    Array.from({ length: assets }, (_, k) => [`A${k}`, dates.map(() => 0.02 * (random() - 0.48))]),
  );
  const body = { returns: { dates, series }, methods: METHODS, benchmark: "A0", asset_statistics: "all" };
  const dependencies = { marketData: sample, now: () => "2024-01-01T00:00:00.000Z" };
  return await prepareInputs(parseRequest(body), dependencies, new AbortController().signal);
}

const LARGE = { assets: 120, days: 1_500 };
const SMALL = { assets: 3, days: 40 };

async function withPool<Result>(
  workers: number,
  use: (pool: WorkerPool<Computations>) => Promise<Result>,
): Promise<Result> {
  const pool = new WorkerPool<Computations>({ workers });
  try {
    await pool.warm();
    return await use(pool);
  } finally {
    pool.close();
  }
}

async function bytesOf(pool: WorkerPool<Computations>): Promise<string> {
  return jsonText((await pool.run("optimization", await inputsOf(LARGE))).result);
}

Deno.test("a run has the same bytes with one worker and with two, and while workers are taken away in between", async () => {
  const alone = await withPool(1, bytesOf);
  await withPool(2, async (pool) => {
    assert.equal(await bytesOf(pool), alone);
    assert.ok(pool.loans > 0);
    assert.equal(await interruptedBytes(pool, randomNumbers(4)), alone);
  });
});

Deno.test(fullTest("a run has the same bytes with four workers that are taken away at random moments", {
  heldBy: "a run has the same bytes with one worker and with two, and while workers are taken away in between",
}, async () => {
  const alone = await withPool(1, bytesOf);
  await withPool(4, async (pool) => {
    assert.equal(await bytesOf(pool), alone);
    for (let seed = 5; seed < 9; seed++) assert.equal(await interruptedBytes(pool, randomNumbers(seed)), alone);
  });
}));

Deno.test("a small run is computed by one worker, although another one is idle", async () => {
  await withPool(2, async (pool) => {
    await pool.run("optimization", await inputsOf(SMALL));
    assert.equal(pool.loans, 0);
  });
});

/** Returns the bytes of a large run, beside which small runs take the workers of its helpers at random moments. */
async function interruptedBytes(pool: WorkerPool<Computations>, random: () => number): Promise<string> {
  const small = await inputsOf(SMALL);
  let isOver = false;
  const running = bytesOf(pool).finally(() => void (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 60 * random()));
    await pool.run("optimization", structuredClone(small));
  }
  return await running;
}
