import assert from "node:assert/strict";
import type { Computations } from "../../src/computations/mod.ts";
import type { OptimizationInputs } from "../../src/computations/optimization_inputs.ts";
import { jsonText } from "../../src/documents/document.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { fullTest, testInTurn } from "../support/tier.ts";
import { DEADLINE_MS, until } from "../support/until.ts";

const METHODS = ["min_volatility", "max_sharpe", "min_semideviation", "min_mad", "hrp"];

/** Methods of the backtest: two whose rebalances are solved ahead, and one that looks at what is held. */
const WALKED = [
  "min_semideviation",
  { method: "min_volatility", constraints: { transaction_costs: { bps: 10 } } },
  "equal_weight",
];

/** Inputs of a run that is large enough to be shared, or of one that is not. */
async function inputsOf(
  { assets, days, methods = METHODS }: {
    readonly assets: number;
    readonly days: number;
    readonly methods?: readonly string[];
  },
): Promise<OptimizationInputs> {
  const random = randomNumbers(3);
  const dates = Array.from(
    { length: days },
    (_, day) => new Date(Date.UTC(2010, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const series = Object.fromEntries(
    Array.from({ length: assets }, (_, k) => [`A${k}`, dates.map(() => 0.02 * (random() - 0.48))]),
  );
  const efficient_frontier = { points: 40, branch: "both" };
  const rolling_backtest = { train_window: Math.floor(days / 6), rebalance_every: 40, methods: WALKED };
  const asked = {
    methods,
    benchmark: "A0",
    starting_portfolio: { A0: 1 },
    asset_statistics: "all",
    efficient_frontier,
    rolling_backtest,
  };
  const body = { returns: { dates, series }, ...asked };
  const dependencies = { marketData: sample, now: () => "2024-01-01T00:00:00.000Z" };
  return await prepareInputs(parseRequest(body), dependencies, new AbortController().signal);
}

const LARGE_SIZES = { assets: 120, days: 1_400 };
const LARGE = await inputsOf(LARGE_SIZES);
const SMALL = await inputsOf({ assets: 3, days: 40 });

async function withPool<Result>(
  workers: number,
  use: (pool: WorkerPool<Computations>) => Promise<Result>,
): Promise<Result> {
  const pool = new WorkerPool<Computations>({ workers, stopGraceMs: DEADLINE_MS });
  try {
    await pool.warm();
    return await use(pool);
  } finally {
    pool.close();
  }
}

async function bytesOf(pool: WorkerPool<Computations>): Promise<string> {
  return jsonText((await pool.run("optimization", structuredClone(LARGE))).result);
}

/** Bytes of the large run by one worker alone. */
const ALONE = await withPool(1, bytesOf);

Deno.test("a run has the same bytes with one worker and with two, and while workers are taken away in between", async (test) => {
  await withPool(2, async (pool) => {
    await test.step("a small run is computed by one worker, although another one is idle", async () => {
      await pool.run("optimization", structuredClone(SMALL));
      assert.equal(pool.loans, 0);
    });
    await test.step("a large run is computed by two workers", async () => {
      assert.equal(await bytesOf(pool), ALONE);
      assert.equal(await interruptedBytes(pool, randomNumbers(4)), ALONE);
      assert.ok(pool.loans > 0);
    });
  });
});

Deno.test(fullTest("a run has the same bytes with four workers that are taken away at random moments", {
  heldBy: "a run has the same bytes with one worker and with two, and while workers are taken away in between",
}, async () => {
  await withPool(4, async (pool) => {
    for (let seed = 5; seed < 8; seed++) assert.equal(await interruptedBytes(pool, randomNumbers(seed)), ALONE);
  });
}));

Deno.test(testInTurn("the stop flag that is raised in a shared frontier ends all its shares", async () => {
  // No worker is replaced because it does not stop, so the last two runs would wait for such a worker.
  await withPool(2, async (pool) => {
    const controller = new AbortController(), inputs = await inputsOf({ ...LARGE_SIZES, methods: ["equal_weight"] });
    const request = { ...inputs.request, asset_statistics: "standard" } as const;
    const running = pool.run("optimization", { ...inputs, request }, { signal: controller.signal });
    // Only the frontier of this run is so large that its shares are offered.
    await until(() => pool.loans > 0, "a worker that helps with the frontier");
    controller.abort(new Error("enough"));
    await assert.rejects(running, /enough/);
    await Promise.all([1, 2].map(() => pool.run("optimization", structuredClone(SMALL))));
    assert.equal(pool.started, 2);
  });
}));

/** Number of times that workers are taken away from a run. Each time, their work on the present shares is lost. */
const TAKEN_AWAY = 5;

/** Returns the bytes of a large run, from which small runs take workers at some moments when one begins to help. */
async function interruptedBytes(pool: WorkerPool<Computations>, random: () => number): Promise<string> {
  let isOver = false, { loans } = pool;
  const running = bytesOf(pool).finally(() => void (isOver = true));
  for (let taken = 0; taken < TAKEN_AWAY && !isOver;) {
    await until(() => isOver || pool.loans > loans, "a worker that helps");
    loans = pool.loans;
    if (isOver || random() < 0.3) continue;
    const small = Array.from({ length: Math.ceil(2 * random()) }, () => structuredClone(SMALL));
    await Promise.all(small.map((inputs) => pool.run("optimization", inputs)));
    taken++;
  }
  return await running;
}
