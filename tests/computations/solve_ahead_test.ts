import assert from "node:assert/strict";
import { solveAhead } from "../../src/computations/solve_ahead.ts";
import { Strategies, type StrategyInputs } from "../../src/computations/strategies.ts";
import { walkedHistory } from "../../src/computations/walked_history.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { walkForwardPlanOf } from "../../src/request/parts/backtest.ts";
import { type Rebalance, walkForward } from "../../src/simulation/backtest/walk_forward.ts";
import { backtestInputs } from "../support/backtested_run.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { testInTurn } from "../support/tier.ts";

const kernels = await loadKernels(null);

/** Inputs of a backtest whose size depends on its number of days. */
async function inputsOf(days: number, methods: readonly unknown[]): Promise<StrategyInputs> {
  const random = randomNumbers(11);
  const dates = Array.from(
    { length: days },
    (_, day) => new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const series = Object.fromEntries(
    Array.from({ length: 30 }, (_, k) => [`A${k}`, dates.map(() => 0.02 * (random() - 0.48))]),
  );
  const body = { returns: { dates, series }, methods, starting_portfolio: { A0: 1 } };
  const { request, history, backtest } = await backtestInputs({
    ...body,
    rolling_backtest: { train_window: 250, rebalance_every: 20 },
  });
  assert.ok(history);
  return { request, history: walkedHistory(history, backtest), backtest };
}

const LARGE_DAYS = 1_200;
const HELD = [
  "hold",
  { method: "min_mad", constraints: { turnover: { max: 0.2 } } },
  { method: "max_sharpe", constraints: { transaction_costs: { bps: 10 } } },
];

Deno.test("a large backtest solves ahead the methods that do not look at what is held, and says so for each rebalance", async () => {
  const inputs = await inputsOf(LARGE_DAYS, ["min_mad", "min_semideviation", ...HELD]);
  let told = 0;
  const ahead = await solveAhead(inputs, () => void told++, { kernels });
  const keys = inputs.backtest.methods.map(({ key }) => key);
  assert.deepEqual(keys.map((key) => ahead.has(key)), [true, true, false, false, false]);
  assert.equal(told, 2 * Math.ceil((LARGE_DAYS - 250) / 20));
});

Deno.test("a small backtest solves nothing ahead", async () => {
  const inputs = await inputsOf(400, ["min_mad", "min_semideviation"]);
  const ahead = await solveAhead(inputs, () => assert.fail(), { kernels });
  assert.equal(ahead.has("min_mad"), false);
});

Deno.test(
  testInTurn(
    "rebalances that are solved ahead have the weights and measures of those solved in the walk, within 1e-6",
    async () => {
      const inputs = await inputsOf(LARGE_DAYS, ["min_semideviation", "equal_weight", ...HELD]);
      const ahead = await solveAhead(inputs, () => undefined, { kernels });
      const walked = (isAhead: boolean): readonly (readonly Rebalance[])[] => {
        const strategies = new Strategies(inputs, kernels);
        const own = inputs.backtest.methods.map((choice) => strategies.of(choice));
        const walks = walkForward(
          inputs.history,
          isAhead ? own.map((strategy) => ahead.of(strategy)) : own,
          walkForwardPlanOf(inputs.backtest),
          { starting: null, onRebalance: () => {} },
        );
        return walks.map(({ rebalances }) => rebalances);
      };
      const [before, after] = [walked(false), walked(true)];
      for (const [method, rebalances] of before.entries()) {
        assert.equal(after[method].length, rebalances.length);
        for (const [k, { weights, status, measures }] of rebalances.entries()) {
          const solved = after[method][k];
          assert.equal(solved.status, status);
          weights.forEach((weight, i) => assert.ok(Math.abs(weight - solved.weights[i]) < 1e-6));
          for (const [id, value] of Object.entries(measures)) {
            assert.ok(Math.abs((value ?? 0) - (solved.measures[id] ?? 0)) < 1e-6 * (1 + Math.abs(value ?? 0)), id);
          }
        }
      }
    },
  ),
);
