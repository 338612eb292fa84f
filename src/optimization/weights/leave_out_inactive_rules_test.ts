import assert from "node:assert/strict";
import { loadKernels } from "../../kernels/mod.ts";
import { marketOfMoments, problemOf, type Rules, solveBy } from "../../../tests/support/sample_problem.ts";
import { leaveOutInactiveRules } from "./leave_out_inactive_rules.ts";

const kernels = await loadKernels(null);

const MARKET = marketOfMoments([0.01, 0.02, 0.03], [[0.04, 0, 0], [0, 0.04, 0], [0, 0, 0.04]]);

/** Neither rule is kept by all in one asset. */
const TURNOVER_AND_CONCENTRATION = { turnover: { max: 0.3 }, concentration: { min_effective_assets: 1.5 } };

/** What was left out of each program, where weights are those given to each in turn. */
function leftOutBy(constraints: Rules["constraints"], answers: readonly (readonly number[])[]): string[][] {
  const problem = problemOf(MARKET, { constraints, startingPortfolio: [0.5, 0.5, 0] });
  const solved = solveBy("min_volatility", problem, { kernels });
  const leftOut: string[][] = [];
  leaveOutInactiveRules(problem, (ruled) => {
    const weights = Float64Array.from(answers[leftOut.length]);
    leftOut.push([...ruled.leftOut ?? []].map((key) => JSON.parse(key)[0]));
    return { ...solved, weights };
  });
  return leftOut;
}

Deno.test("a search takes in a costly rule only after weights breach it, one rule at a time", () => {
  const searched = { ...TURNOVER_AND_CONCENTRATION, cardinality: { max: 2 } };
  const first = ["turnover", "concentration"];
  assert.deepEqual(leftOutBy(searched, [[1, 0, 0], [0.7, 0.3, 0]]), [first, ["concentration"]]);
  assert.deepEqual(leftOutBy(searched, [[1, 0, 0], [0.8, 0.2, 0], [0.7, 0.3, 0]]), [first, ["concentration"], []]);
});

Deno.test("a costly rule that the weights keep is never taken in", () => {
  assert.deepEqual(leftOutBy(TURNOVER_AND_CONCENTRATION, [[0.7, 0.3, 0]]), [["concentration"]]);
});
