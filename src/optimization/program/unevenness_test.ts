import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import type { Problem } from "../problem.ts";
import { marketOf, marketOfMoments, problemOf, type Rules } from "../../../tests/support/sample_problem.ts";
import { unevennessOf } from "./unevenness.ts";
import { weightProgram } from "../weights/weight_program.ts";

const EVEN = marketOfMoments([0.01, 0.02], [[0.04, 0.01], [0.01, 0.09]]);

function clauseOf(problem: Problem, weights: readonly number[] | null = null): string | null {
  return unevennessOf(problem, weightProgram(problem).program.build(), weights && Float64Array.from(weights));
}

function under(rules: Rules): Problem {
  return problemOf(EVEN, rules);
}

Deno.test("an even problem gets no explanation of unevenness", () => {
  assert.equal(clauseOf(under({ constraints: { weight_bounds: { max: 0.9 } } }), [0.6, 0.4]), null);
});

Deno.test("the explanation of unevenness names a weight that is very large", () => {
  assert.equal(
    clauseOf(under({}), [-20_000, 20_001]),
    "the weight of A1 is 20000, so large that few digits are left for returns and limits",
  );
});

Deno.test("the explanation of unevenness compares the volatility of a hedge with that of its assets", () => {
  const alike = problemOf(marketOfMoments([0.01, 0.02], [[0.04, 0.04], [0.04, 0.04]]));
  assert.equal(
    clauseOf(alike, [1, -1]),
    "their volatility is nothing but rounding error of the volatility of their assets",
  );
  const nearly = problemOf(marketOfMoments([0.01, 0.02], [[0.04, 0.04], [0.04, 0.04 + 4e-15]]));
  assert.match(
    clauseOf(nearly, [1, -1]) ?? "",
    /their volatility is 1\.6e-7 of the volatility of their assets, which is partly rounding error$/,
  );
});

Deno.test("the explanation of unevenness names a large coefficient as it was sent, and no large limit", () => {
  const rule = (coefficient: number, max: number) =>
    under({ constraints: { linear: [{ name: "tilt", coefficients: { A0: coefficient, A1: 1 }, max }] } });
  assert.equal(
    clauseOf(rule(300_000, 1e5))?.startsWith('a coefficient of "tilt" of linear is as large as 300000,'),
    true,
  );
  assert.equal(clauseOf(rule(3, 1e6)), null);
});

Deno.test("the explanation of unevenness names assets whose volatilities are far apart", () => {
  const uneven = problemOf(marketOfMoments([0.01, 0.02], [[1e-10, 0], [0, 0.04]]));
  assert.equal(clauseOf(uneven), "the volatility of A1 is 20000 times that of A0");
});

Deno.test("the explanation of unevenness names the asset of a return that dwarfs the history", () => {
  const rows = 2_001, history = matrix(rows, 2);
  for (let t = 0; t < rows; t++) history.data.set([0.001 * Math.sin(t), 0.001 * Math.cos(t)], 2 * t);
  history.data[2 * 7 + 1] = 30;
  assert.match(
    clauseOf(problemOf(marketOf(history))) ?? "",
    /^a return of A1 is 30, and half of all returns are below 0\.0007/,
  );
});
