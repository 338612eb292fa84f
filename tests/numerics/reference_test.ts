import assert from "node:assert/strict";
import { z } from "zod";
import { loadKernels } from "../../src/kernels/mod.ts";
import { dot, timesVector } from "../../src/domain/matrix.ts";
import { cornerPortfolios } from "../../src/optimization/engines/critical_line/corner_portfolios.ts";
import { efficientFrontier } from "../../src/optimization/efficient_frontier.ts";
import { announceMissingShared, loadCaseMoments, referenceCases, SHARED_AVAILABLE } from "../support/reference.ts";
import { assertCase, assertInfeasibleCase, estimatedMarket, missingFor, runCase } from "../support/run_case.ts";
import { problemOf } from "../support/sample_problem.ts";
import { testedCases } from "../support/tier.ts";

announceMissingShared("The reference set of optimisations");

const kernels = await loadKernels(null);
const cases = referenceCases().filter((of) => missingFor(of) === null);

Deno.test({
  name: "the reference set has at least 30 usable cases, among them optimisations, weights and infeasible rules",
  ignore: !SHARED_AVAILABLE,
  fn() {
    const kinds = new Set(cases.map(({ kind_of_case }) => kind_of_case));
    for (const kind of ["optimisation", "weights", "infeasible"] as const) assert.ok(kinds.has(kind), kind);
    assert.ok(cases.length >= 30, `${cases.length} cases`);
  },
});

const [solved, others] = [true, false].map((isSolved) =>
  cases.filter(({ kind_of_case }) => (kind_of_case === "optimisation" || kind_of_case === "weights") === isSolved)
);

for (const of of [...testedCases(solved, { share: 8 }), ...others]) {
  if (of.kind_of_case === "infeasible") {
    Deno.test(`${of.id} is infeasible, and the named conflict is a smallest set of rules`, () => {
      assertInfeasibleCase(runCase(of, kernels), kernels);
    });
  } else if (of.kind_of_case === "optimisation" || of.kind_of_case === "weights") {
    Deno.test(`the weights of ${of.id} are no worse than the independent answer`, () => {
      assertCase(runCase(of, kernels));
    });
  }
}

const frontier = z.object({
  corners: z.array(z.object({
    return: z.number(),
    variance: z.number(),
    covariance_with_next: z.number().nullish(),
  })),
});

/** Published frontiers: their corner portfolios determine the least variance at every return. */
for (const of of referenceCases("published").filter((of) => of.kind_of_case === "frontier")) {
  Deno.test(`the efficient frontier of ${of.id} has the published least variance at each return, within the case's tolerance`, () => {
    const { corners } = frontier.parse(of.expected);
    const problem = problemOf({ ...loadCaseMoments(of), frequency: of.data.frequency, returns: null });
    const { points } = efficientFrontier(problem, { count: 12 }, kernels);
    assert.ok(points);
    const { periodsPerYear } = problem;
    // The case gives returns per period. Its last and first corner portfolios are the ends of the frontier.
    const returns = points.map((point) => point.return / periodsPerYear);
    const [lowest, highest] = [corners[corners.length - 1].return, corners[0].return];
    assert.ok(Math.abs(returns[returns.length - 1] - highest) <= 1e-8, `${returns[returns.length - 1]} ${highest}`);
    assert.ok(Math.abs(returns[0] - lowest) <= 1e-6 * highest, `${returns[0]} ${lowest}`);
    points.forEach(({ volatility }, k) => {
      const variance = volatility ** 2 / periodsPerYear, least = varianceAt(corners, returns[k]);
      const relative = Math.abs(variance - least) / least;
      assert.ok(relative <= (of.tolerance.variance_relative ?? 0), `${k}: ${variance} against ${least}`);
    });
  });
}

/** Frontiers given by the corner portfolios of critical_line, with and without ties. */
for (const of of referenceCases().filter((of) => of.kind_of_case === "frontier")) {
  Deno.test(`the corner portfolios of ${of.id} are proven, and the variance between them matches the case`, () => {
    const { corners: known } = frontier.parse(of.expected);
    const problem = problemOf(estimatedMarket(of, kernels), { constraints: of.request.constraints });
    const found = cornerPortfolios(problem, kernels);
    assert.ok(found);
    assert.ok(found.corners.every(({ isProven }) => isProven));
    const ours = found.corners.toReversed().map((corner, k, all) => ({
      return: corner.return,
      variance: corner.variance,
      covariance_with_next: k + 1 < all.length
        ? dot(timesVector(problem.covariance, corner.weights), all[k + 1].weights)
        : null,
    }));
    const highest = ours[0].return, isTied = known[0].return > highest * (1 + 1e-9);
    // The reference case breaks ties by a perturbation, which adds one corner portfolio.
    assert.equal(ours.length, known.length - (isTied ? 1 : 0));
    assert.ok(Math.abs(highest - known[isTied ? 1 : 0].return) <= 1e-12);
    for (const corner of known.slice(isTied ? 1 : 0)) {
      const least = varianceAt(ours, Math.min(corner.return, highest));
      const relative = Math.abs(corner.variance - least) / least;
      assert.ok(
        relative <= (of.tolerance.variance_relative ?? 0),
        `${corner.return}: ${least}, not ${corner.variance}`,
      );
    }
  });
}

/** Returns the exact frontier variance at a return. Between two corner portfolios, weights are linear in the return. */
function varianceAt(corners: z.infer<typeof frontier>["corners"], at: number): number {
  const below = corners.findIndex((corner, k) => k > 0 && (corner.return <= at || k === corners.length - 1));
  const high = corners[below - 1], low = corners[below];
  const s = (at - high.return) / (low.return - high.return);
  return (1 - s) ** 2 * high.variance + 2 * s * (1 - s) * (high.covariance_with_next ?? 0) + s ** 2 * low.variance;
}
