import assert from "node:assert/strict";
import { namesOf, problemOf, solveBy } from "../../../tests/support/sample_problem.ts";
import { testInTurn } from "../../../tests/support/tier.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";

const kernels = await loadKernels(null);

/** What HiGHS 1.16 finds of the program with every loss and rank in it; Clarabel 0.11 the same to 3e-12. */
const LEAST = 0.0014532864349842813;

/** Of assets that have nothing to do with one another: most of them are held, and many ranks are near. */
function independentReturns(assets: number, days: number): Matrix {
  let state = 7n;
  const uniform = (): number => {
    state = (1103515245n * state + 12345n) % 2147483648n;
    return Number(state) / 2147483648;
  };
  const data = Float64Array.from({ length: assets * days }, () => {
    let sum = 0;
    for (let k = 0; k < 12; k++) sum += uniform();
    return 0.0004 + 0.01 * (sum - 6);
  });
  return { ...matrix(days, assets), data };
}

Deno.test(testInTurn("the least tail Gini of sixty independent assets is proven and agrees with HiGHS to 1e-9", () => {
  const returns = independentReturns(60, 400), { statistics } = kernels;
  const problem = problemOf({
    assets: namesOf(60),
    frequency: "daily",
    returns,
    expectedReturns: statistics.means(returns),
    covariance: statistics.covariance(returns),
  });
  const { status, objective } = solveBy("mean_risk", problem, { kernels, parameters: { measure: "tail_gini" } });
  assert.equal(status, "optimal");
  assert.ok(objective !== null && Math.abs(objective.value - LEAST) < 1e-9, `${objective?.value} is not ${LEAST}`);
}));
