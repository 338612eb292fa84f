import assert from "node:assert/strict";
import {
  marketOfMoments,
  namesOf,
  problemOf,
  solveBy,
  weightsOfSolution,
} from "../../../tests/support/sample_problem.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { efficientFrontier } from "../efficient_frontier.ts";
import { findConflict } from "../conflict/find_conflict.ts";
import { ruleKey } from "../solution.ts";
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

Deno.test("a limit on costs counts the whole costs of all trades, whatever the periods that they are spread over", () => {
  const problem = problemOf(market, { startingPortfolio: [0.3, 0.5], startingWeightOutside: 0.2 });
  const rules = parse({ bps: 20, assets: { A1: 50 }, amortization_periods: 10, max: 0.01 });
  const [taken, limited] = transactionCosts.evaluate(Float64Array.of(0.6, 0.4), rules, problem);
  const whole = 0.002 * (0.3 + 0.2) + 0.005 * 0.1;
  assert.ok(Math.abs(taken.value - whole / 10) < 1e-17 && taken.max === null);
  assert.ok(Math.abs(limited.value - whole) < 1e-16);
  assert.deepEqual([limited.rule, limited.min, limited.max], ["max", null, 0.01]);
});

Deno.test("min_volatility trades as far as the largest costs allow, and the limit has a shadow price", () => {
  // All is held in the first asset, of which the portfolio of least variance holds 1/5. To sell a weight of it and buy
  // the same weight of the other costs 0.004 for each unit of weight, so the largest cost decides how much is moved.
  const solved = (max: number) =>
    solveBy(
      "min_volatility",
      problemOf(market, {
        startingPortfolio: [1, 0],
        constraints: { transaction_costs: { bps: 10, assets: { A1: 30 }, amortization_periods: 252, max } },
      }),
      { kernels },
    );
  const solution = solved(0.002), weights = weightsOfSolution(solution);
  assert.equal(solution.status, "optimal");
  [0.5, 0.5].forEach((weight, i) => assert.ok(Math.abs(weights[i] - weight) <= 1e-9, `${weights}`));
  // The slope of the volatility sqrt(4e-4 w^2 + 1e-4 (1 - w)^2) at w = 1/2 by the limit, which moves w by -250.
  const slope = (4e-4 * 0.5 - 1e-4 * 0.5) / Math.sqrt(1.25e-4) * -250;
  const price = solution.shadowPrices.get(ruleKey("transaction_costs", "max")) ?? NaN;
  assert.ok(Math.abs(price - slope) <= 1e-6 * Math.abs(slope), `${price}, expected ${slope}`);
  assert.ok(Math.abs(weightsOfSolution(solved(1))[0] - 0.2) <= 1e-9);
});

Deno.test("without a limit costs move no weights of min_volatility, and are told in the constraint report", () => {
  const problem = problemOf(market, {
    startingPortfolio: [1, 0],
    constraints: { transaction_costs: { bps: 10, assets: { A1: 30 } } },
  });
  const weights = weightsOfSolution(solveBy("min_volatility", problem, { kernels }));
  assert.ok(Math.abs(weights[0] - 0.2) <= 1e-9, `${weights}`);
  const [{ value }] = problem.rules.flatMap((rules) => rules.evaluate(weights, problem));
  assert.ok(Math.abs(value - 0.8 * 0.004) <= 1e-11, `${value}`);
});

Deno.test("the target of efficient_return is earned after costs", () => {
  const problem = problemOf(market, { startingPortfolio: [0, 1], constraints: { transaction_costs: { bps: 10 } } });
  const parameters = { target_return: 52 * 0.006 };
  const weights = weightsOfSolution(solveBy("efficient_return", problem, { kernels, parameters }));
  // 0.002 + 0.008 w less 0.001 for each of the two sides of the trade is 0.006.
  assert.ok(Math.abs(weights[0] - 0.004 / 0.006) <= 1e-9, `${weights}`);
});

Deno.test("a limit on costs conflicts with weights that it does not reach, and names the least limit that does", () => {
  const problem = problemOf(market, {
    startingPortfolio: [0, 1],
    constraints: {
      weight_bounds: { assets: { A0: { min: 0.5 } } },
      transaction_costs: { bps: 10, max: 0.0004 },
    },
  });
  const conflict = findConflict(problem, kernels);
  const rules = conflict?.rules.filter(({ family }) => family === "transaction_costs");
  assert.deepEqual(rules, [{
    family: "transaction_costs",
    rule: "max",
    detail: "Transaction costs of all trades of at most 0.0004",
  }]);
  const to = conflict?.relaxation?.find(({ family }) => family === "transaction_costs");
  assert.ok(to?.rule === "max" && Math.abs((to.to ?? NaN) - 0.001) < 1e-12, JSON.stringify(to));
  assert.equal(solveBy("min_volatility", problem, { kernels }).status, "infeasible");
});

Deno.test("under a limit on costs no trades of a fine grid have less volatility", () => {
  const three = marketOfMoments([0.01, 0.002, 0.004], [[4e-4, 1e-5, 0], [1e-5, 1e-4, 2e-5], [0, 2e-5, 2e-4]]);
  const start = [0.6, 0.1, 0.3], rates = [0.001, 0.004, 0.002], max = 0.0012;
  const problem = problemOf(three, {
    startingPortfolio: start,
    constraints: { transaction_costs: { assets: { A0: 10, A1: 40, A2: 20 }, max } },
  });
  const solution = solveBy("min_volatility", problem, { kernels }), weights = weightsOfSolution(solution);
  const varianceOf = (w: ArrayLike<number>) =>
    4e-4 * w[0] ** 2 + 1e-4 * w[1] ** 2 + 2e-4 * w[2] ** 2 + 2e-5 * w[0] * w[1] + 4e-5 * w[1] * w[2];
  const costsOf = (w: ArrayLike<number>) => rates.reduce((sum, rate, i) => sum + rate * Math.abs(w[i] - start[i]), 0);
  assert.equal(solution.certificate?.provenOptimal, true);
  assert.ok(Math.abs(costsOf(weights) - max) <= 1e-11, `${costsOf(weights)}`);
  for (let i = 0; i <= 500; i++) {
    for (let j = 0; i + j <= 500; j++) {
      const w = [i / 500, j / 500, 1 - (i + j) / 500];
      if (costsOf(w) <= max) assert.ok(varianceOf(weights) <= varianceOf(w) * (1 + 1e-9), `${w} beside ${weights}`);
    }
  }
});

Deno.test("a frontier under costs is one of returns less costs, and its lower half says that it takes none", () => {
  const problem = problemOf(market, { startingPortfolio: [0, 1], constraints: { transaction_costs: { bps: 10 } } });
  const { points, detail } = efficientFrontier(problem, { count: 3, hasLower: true }, kernels);
  assert.equal(detail, "The lower half has no points: it takes no costs");
  // All of the first asset earns 0.01 and costs 0.002; the least variance has 1/5 of it.
  const returns = [0.2 * 0.01 + 0.8 * 0.002 - 0.2 * 0.002, NaN, 0.01 - 0.002];
  returns[1] = (returns[0] + returns[2]) / 2;
  returns.forEach((one, k) => assert.ok(Math.abs((points?.[k].return ?? NaN) - 52 * one) <= 1e-8, `${k}`));
});
