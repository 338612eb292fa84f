import { hasEpigraphs, hasOrdered } from "../program/kinds_of_cones.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { IntegerRules, Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import { type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { keepsLimit, type QuadraticLimit } from "../certify/quadratic_limit.ts";
import type { RulesBeside } from "../ways/integers/rules_beside.ts";
import { certify } from "../certify/certify.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { provesInfeasible } from "../certify/proves_infeasible.ts";
import { DenseRelaxations } from "../ways/integers/relax_densely.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { perspectiveOf } from "../ways/integers/perspective.ts";
import { workOfSolve } from "./work_of_solve.ts";
import { SwapSearch } from "../ways/integers/swap_search.ts";
import { searchSupports } from "../ways/integers/search_supports.ts";
import type { FoundSupport } from "../ways/integers/found_support.ts";
import { solveByTradeOff } from "../ways/prices/solve_by_trade_off.ts";
import { solveProgram } from "../solve_program.ts";
import type { SupportRules } from "../ways/integers/support.ts";
import type { Program, Variables } from "../program/program.ts";
import { LEAST_HELD } from "../program/rounding.ts";

/** The integer rules of a problem, combined; null if it has none. */
export function supportRulesOf(problem: Problem): SupportRules | null {
  return supportRules(problem.rules.map((rules) => rules.integers(problem)).filter((one) => one !== null));
}

/** Combines integer rules; null if there are none. */
export function supportRules(asked: readonly IntegerRules[]): SupportRules | null {
  const sizes = asked.map(({ leastSize }) => leastSize).filter((size) => size !== null);
  const counts = asked.flatMap(({ counts }) => counts);
  if (sizes.length === 0 && counts.length === 0) return null;
  return { leastSize: sizes.length === 0 ? LEAST_HELD : Math.max(...sizes), counts };
}

/** A program over weights with integer rules, and the kernels and work limit of the search. */
export interface SearchedWeights {
  readonly program: Program;
  readonly weights: Variables;
  readonly rules: SupportRules;
  readonly limit: QuadraticLimit | null;
  readonly kernels: Kernels;
  /** Rules that the program omits, and of which the search adds those that its weights break. */
  readonly beside?: RulesBeside | null;
  /**
   * Work at which the search ends, in matrix entries (`work_of_solve.ts`). A limit below the default ends it even
   * without weights.
   */
  readonly workAtMost?: number;
}

/**
 * Searches for the best set of held weights by branch and bound. `best` of the result holds the program of this set, in
 * which it is decided for each weight whether it is 0.
 */
export function searchWeights(
  { program, weights, rules, limit, kernels, beside = null, workAtMost = WORK_AT_MOST }: SearchedWeights,
  guess: (() => Float64Array) | undefined,
): FoundSupport {
  const startAt = (near: Float64Array | null): (() => Float64Array) | undefined => near === null ? guess : () => near;
  const kept = (answer: ProgramAnswer): ProgramAnswer =>
    limit === null || answer.point === null || keepsLimit(answer.point.x, limit)
      ? answer
      : withoutPoint("not_proven", answer.solver, answer.iterations);
  let work = 0;
  const counted = (one: Program, answer: ProgramAnswer): ProgramAnswer => {
    work += workOfSolve(one, weights, { ...answer, x: answer.point?.x ?? null });
    return answer;
  };
  const densely = new DenseRelaxations(kernels.quadratic);
  const isCounted = rules.counts.some(({ members, max }) => max < members.reduce((sum, one) => sum + one, 0));
  const perspective = isCounted ? perspectiveOf(program, weights, kernels.linearAlgebra) : null;
  const searched = { program, weights, rules, perspective, beside };
  const swaps = SwapSearch.of(searched, kernels.quadratic);
  return searchSupports(searched, {
    improve(support) {
      if (swaps === null) return null;
      const before = swaps.work, better = swaps.from(support, SWAPPED * workAtMost);
      work += swaps.work - before;
      return better?.support ?? null;
    },
    nodesAtMost: NODES_AT_MOST,
    isSpent({ nodes, isFound }) {
      if (isFound || workAtMost < WORK_AT_MOST) return work >= workAtMost;
      // A search by cuts that finds no weights is repeated with the rules themselves, so it gets a quarter of the work.
      return beside === null ? work >= WORK_AT_MOST && nodes >= LEAST_NODES : work >= WORK_AT_MOST / 4;
    },
    relax: (one, near) =>
      counted(
        one,
        densely.solve(one, near) ?? solveProgram(one, kernels, { guess: startAt(near), purpose: "part" }),
      ),
    bound(one) {
      // The conic kernel does not support these cones, so a relaxation that their own methods leave unproven has no
      // bound.
      if (hasEpigraphs(one) || hasOrdered(one)) return -Infinity;
      const solved = solveByCones(one, kernels, wholeOf(one));
      work += workOfSolve(one, weights, { ...solved, x: null });
      if (solved.status === "infeasible") return provesInfeasible(one, solved.multipliers) ? Infinity : -Infinity;
      return solved.status === "solved" ? certify(one, solved.point).bound : -Infinity;
    },
    solve(one, near) {
      const options = { kernels, guess: startAt(near) };
      const answer = kept(solveProgram(one, kernels, { ...options, purpose: limit === null ? "shown" : "part" }));
      work += workOfSolve(one, weights, { ...answer, x: answer.point?.x ?? null });
      return limit === null || answer.status !== "not_proven"
        ? answer
        : counted(one, kept(solveByTradeOff(one, limit, options)));
    },
  });
}

/**
 * Work limit of a search, in matrix entries (`work_of_solve.ts`): about fifteen seconds, counted so that a search ends
 * at the same place on every machine. Node limit of a search.
 */
const WORK_AT_MOST = 2.5e8, NODES_AT_MOST = 20_000;

/** Share of the work of a search that swaps may take to better each support that it finds. */
const SWAPPED = 0.1;

/** Nodes that are visited before the work limit ends a search without weights. */
const LEAST_NODES = 50;

/** Adds the bound, gap and node count of a search to the solution for its best set of held weights. */
export function withSearch(
  solution: Solution,
  found: FoundSupport,
  slope: (value: number) => number,
): Solution {
  const { certificate, objective } = solution;
  if (certificate === null || objective === null || found.best === null) return solution;
  const dualityGap = Math.max(certificate.dualityGap, found.gap);
  const isProven = certificate.provenOptimal && found.status === "optimal";
  return {
    ...solution,
    status: isProven ? "optimal" : "not_proven",
    detail: isProven ? null : solution.detail ?? endedDetail(found),
    certificate: {
      ...certificate,
      dualityGap,
      provenOptimal: isProven,
      search: { bound: boundOf(objective.value, dualityGap * found.size, slope), nodes: found.nodes },
    },
    // The best set of held weights may change with any limit, so the value has no derivative.
    shadowPrices: new Map(),
  };
}

/** A sentence on why a search found no weights, or did not prove them best. */
export function endedDetail({ nodes, gap, best }: FoundSupport): string {
  const ended = `The search for the assets to hold ended after ${nodes} programs`;
  if (best === null) return `${ended} without weights that meet all the rules, or a proof that there are none`;
  return Number.isFinite(gap)
    ? `${ended}: other holdings may be better by ${(100 * gap).toPrecision(2)} % of the minimised objective`
    : `${ended}: it is not yet known how much better other holdings may be`;
}

/**
 * A bound on the value of any other weights, if the minimised objective may be smaller by `open`; null if there is
 * none.
 */
function boundOf(value: number, open: number, slope: (value: number) => number): number | null {
  const bound = valueAt(value, -open, slope);
  return Number.isFinite(bound) ? bound : null;
}

/** Iterations of the fixed-point equation of `valueAt`. Each at least halves the error, except near a value of 0. */
const STEPS = 200;

/**
 * The value after the minimised objective changes by `change`. The slope is taken at the midpoint, which is exact if
 * the value, or its square, is affine in the objective.
 */
function valueAt(value: number, change: number, slope: (value: number) => number): number {
  if (!(change > -Infinity)) return NaN;
  let at = value;
  for (let step = 0; step < STEPS; step++) at = value + change * slope((value + at) / 2);
  return at;
}
