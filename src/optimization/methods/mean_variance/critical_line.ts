import { z } from "zod";
import type { Kernels } from "../../../kernels/mod.ts";
import { bestRatioOnLines } from "../../engines/critical_line/best_ratio_on_lines.ts";
import { cornerPortfolios, type Corners } from "../../engines/critical_line/corner_portfolios.ts";
import type { Problem } from "../../problem.ts";
import type { CornerPortfolios, Solution } from "../../solution.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { maxSharpe } from "./max_sharpe.ts";
import { minVolatility } from "./min_volatility.ts";

const criticalLineParameters = z.strictObject({
  target: z.enum(["max_sharpe", "min_volatility"])
    .default("max_sharpe").meta({ description: "The portfolio of the frontier that the method returns" }),
});

type CriticalLineParameters = z.output<typeof criticalLineParameters>;

/**
 * The critical line method: computes all corner portfolios of the efficient frontier and returns one portfolio of it.
 */
export const criticalLine: Method<CriticalLineParameters> = {
  id: "critical_line",
  group: "mean-variance",
  documentation: {
    title: "Critical line algorithm",
    formula:
      "every corner of the w(p) that minimise ½ w'Sw - p m'w, p ≥ 0, and of them the largest (m'w - rf) / sqrt(w'Sw), or the least w'Sw",
    reference:
      "Markowitz (1956), The optimization of a quadratic function subject to linear constraints, Naval Research Logistics Quarterly 3; Bailey, López de Prado (2013), An open-source implementation of the critical-line algorithm, Algorithms 6",
    paragraph:
      "All efficient portfolios at once: between two corner portfolios the weights are linear in the return. The " +
      "corner portfolios are listed in efficient_frontier, and the weights of the method are those of the target " +
      "portfolio.",
  },
  parameters: criticalLineParameters,
  needs: needing({ expectedReturns: true }),
  enforces: () => ENFORCED.byLines,
  solve(problem, { target }, kernels) {
    const found = cornerPortfolios(problem, kernels);
    const solution = target === "max_sharpe"
      ? largestRatio(problem, found, kernels)
      : minVolatility.solve(warm(problem, found?.corners[0]?.weights ?? null), {}, kernels);
    return { ...solution, cornerPortfolios: found && annual(found, problem) };
  },
};

/**
 * Solves for the largest ratio from the best point on the critical lines. The program proves that point optimal or
 * finds a better one.
 */
function largestRatio(problem: Problem, found: Corners | null, kernels: Kernels): Solution {
  return maxSharpe.solve(warm(problem, found && bestRatioOnLines(found.corners, problem)), {}, kernels);
}

function warm(problem: Problem, weights: Float64Array | null): Problem {
  return weights === null ? problem : { ...problem, warmStart: weights };
}

function annual({ corners, end }: Corners, { periodsPerYear }: Problem): CornerPortfolios {
  return {
    portfolios: corners.map(({ return: earned, variance, weights }) => ({
      return: earned * periodsPerYear,
      volatility: Math.sqrt(Math.max(0, variance) * periodsPerYear),
      weights,
    })),
    detail: detailOf(corners.flatMap(({ isProven }, k) => isProven ? [] : [k + 1]), corners.length, end),
  };
}

const ENDS: Readonly<Record<Corners["end"], string | null>> = {
  reached: null,
  unbounded: "The rules do not limit the expected return: the frontier has no last corner portfolio",
  unfinished: "Not all corner portfolios were found",
};

function detailOf(unproven: readonly number[], count: number, end: Corners["end"]): string | null {
  if (unproven.length === 0 || ENDS[end] !== null) return ENDS[end];
  const [which, verb] = unproven.length === 1 ? ["portfolio", "is"] : ["portfolios", "are"];
  const named = unproven.join(", ");
  return `Corner ${which} ${named} of ${count} ${verb} not proven efficient, counted from the corner of least volatility`;
}
