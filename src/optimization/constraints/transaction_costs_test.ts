import assert from "node:assert/strict";
import {
  marketOfMoments,
  namesOf,
  problemOf,
  solveBy,
  weightsOfSolution,
} from "../../../tests/support/sample_problem.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { findConflict } from "../conflict/find_conflict.ts";
import { transactionCosts } from "./transaction_costs.ts";

const kernels = await loadKernels(null);
const market = marketOfMoments([0.01, 0.002], [[4e-4, 0], [0, 1e-4]]);
const CONTEXT = { assets: namesOf(2), hasStartingPortfolio: true, hasBenchmark: false, hasHistory: true, short: false };
const parse = (rules: unknown) => transactionCosts.rules.parse(rules);

Deno.test("transaction costs require a starting portfolio and assets of the run", () => {
  const rules = parse({ bps: 10, assets: { A1: 5, "B/9": 2 } });
  assert.deepEqual(transactionCosts.check?.(rules, CONTEXT), [{
    pointer: "/assets/B~19",
    detail: 'Cannot give costs to "B/9", which is not an asset of the run',
  }]);
  const from = transactionCosts.check?.(parse({ bps: 10 }), { ...CONTEXT, hasStartingPortfolio: false });
  assert.deepEqual(from?.map(({ pointer }) => pointer), [""]);
});

Deno.test("transaction costs below 0, no costs at all and amortization periods of 0 are refused by the schema", () => {
  for (const wrong of [{}, { bps: 0 }, { bps: -1 }, { assets: { A0: -1 } }, { bps: 1, amortization_periods: 0 }]) {
    assert.ok(!transactionCosts.rules.safeParse(wrong).success, JSON.stringify(wrong));
  }
});

Deno.test("selling holdings outside the run costs as much as any other trade, spread over the amortization periods", () => {
  const problem = problemOf(market, { startingPortfolio: [0.3, 0.5], startingWeightOutside: 0.2 });
  const taken = transactionCosts.costsOf?.(Float64Array.of(0.6, 0.4), parse({ bps: 20, assets: { A1: 50 } }), problem);
  assert.ok(Math.abs((taken ?? 0) - (0.002 * (0.3 + 0.2) + 0.005 * 0.1)) < 1e-16);
  const spread = { bps: 20, assets: { A1: 50 }, amortization_periods: 10 };
  const amortised = transactionCosts.costsOf?.(Float64Array.of(0.6, 0.4), parse(spread), problem);
  assert.ok(Math.abs((amortised ?? 0) - (taken ?? 0) / 10) < 1e-17);
});

Deno.test("max_return makes a trade only if it earns more than it costs", () => {
  // To move a weight earns 0.008 and costs twice the rate.
  for (const [bps, held] of [[39, 1], [41, 0.5]]) {
    const problem = problemOf(market, {
      startingPortfolio: [0.5, 0.5],
      constraints: { transaction_costs: { bps } },
    });
    const solution = solveBy("max_return", problem, { kernels });
    assert.equal(weightsOfSolution(solution)[0], held);
    assert.ok(Math.abs((solution.objective?.value ?? NaN) - (held === 1 ? 0.01 - 0.0039 : 0.006)) < 1e-15);
  }
});

Deno.test("costs conflict with a minimum return only where it is reachable without them", () => {
  const conflictOf = (minReturn: number, bps: number) =>
    findConflict(
      problemOf(market, {
        startingPortfolio: [0, 1],
        constraints: { min_return: 52 * minReturn, transaction_costs: { bps } },
      }),
      kernels,
    );
  const sent = new Set(["transaction_costs", "min_return"]);
  const families = (minReturn: number, bps: number) =>
    conflictOf(minReturn, bps)?.rules.map(({ family }) => family).filter((family) => sent.has(family));
  assert.equal(families(0.009, 1), undefined);
  assert.deepEqual(families(0.009, 20), ["transaction_costs", "min_return"]);
  assert.deepEqual(families(0.011, 1), ["min_return"]);
  const relaxations = conflictOf(0.009, 20)?.relaxation ?? [];
  const to = relaxations.find(({ family }) => family === "min_return")?.to ?? NaN;
  assert.ok(Math.abs(to - 52 * 0.006) < 1e-9, String(to));
});
