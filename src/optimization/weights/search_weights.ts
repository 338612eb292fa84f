import { hasEpigraphs, hasOrdered } from "../program/kinds_of_cones.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { IntegerRules, Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import { type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { keepsLimit, type QuadraticLimit } from "../certify/quadratic_limit.ts";
import type { RulesBeside } from "../ways/integers/rules_beside.ts";
import { certify } from "../certify/certify.ts";
import { engineOf } from "../certify/solver_name.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { provesInfeasible } from "../certify/proves_infeasible.ts";
import { DenseRelaxations } from "../ways/integers/relax_densely.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { perspectiveOf } from "../ways/integers/perspective.ts";
import { searchSupports } from "../ways/integers/search_supports.ts";
import type { FoundSupport } from "../ways/integers/found_support.ts";
import { solveByTradeOff } from "../ways/prices/solve_by_trade_off.ts";
import { solveProgram } from "../solve_program.ts";
import type { SupportRules } from "../ways/integers/support.ts";
import type { Program, Variables } from "../program/program.ts";
import { LEAST_HELD } from "../program/rounding.ts";

/** What the rules of a problem ask of which weights are 0; null where nothing. */
export function supportRulesOf(problem: Problem): SupportRules | null {
  return supportRules(problem.rules.map((rules) => rules.integers(problem)).filter((one) => one !== null));
}

/** What several rules ask of which weights are 0; null where nothing. */
export function supportRules(asked: readonly IntegerRules[]): SupportRules | null {
  const sizes = asked.map(({ leastSize }) => leastSize).filter((size) => size !== null);
  const counts = asked.flatMap(({ counts }) => counts);
  if (sizes.length === 0 && counts.length === 0) return null;
  return { leastSize: sizes.length === 0 ? LEAST_HELD : Math.max(...sizes), counts };
}

/** A program over weights some of which must be 0, and what is searched with. */
export interface SearchedWeights {
  readonly program: Program;
  readonly weights: Variables;
  readonly rules: SupportRules;
  readonly limit: QuadraticLimit | null;
  readonly kernels: Kernels;
  /** Rules that the program leaves out. */
  readonly beside?: RulesBeside | null;
  /** Where the search ends, weights found or not, in entries. */
  readonly workAtMost?: number;
}

/** The best choice of what is held, by the program whose weights are all decided. */
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
    work += workOf(one, weights, { ...answer, x: answer.point?.x ?? null });
    return answer;
  };
  const densely = new DenseRelaxations(kernels.quadratic);
  const isCounted = rules.counts.some(({ members, max }) => max < members.reduce((sum, one) => sum + one, 0));
  const perspective = isCounted ? perspectiveOf(program, weights, kernels.linearAlgebra) : null;
  return searchSupports({ program, weights, rules, perspective, beside }, {
    nodesAtMost: NODES_AT_MOST,
    isSpent({ nodes, isFound }) {
      if (isFound || workAtMost < WORK_AT_MOST) return work >= workAtMost;
      // What cuts find no weights for is searched again with the rules themselves.
      return beside === null ? work >= WORK_AT_MOST && nodes >= LEAST_NODES : work >= WORK_AT_MOST / 4;
    },
    relax: (one, near) =>
      counted(
        one,
        densely.solve(one, near) ?? solveProgram(one, kernels, { guess: startAt(near), purpose: "part" }),
      ),
    bound(one) {
      // No kernel takes such cones as they are: what their own searches leave unproven has no bound.
      if (hasEpigraphs(one) || hasOrdered(one)) return -Infinity;
      const solved = solveByCones(one, kernels, wholeOf(one));
      work += workOf(one, weights, { ...solved, x: null });
      if (solved.status === "infeasible") return provesInfeasible(one, solved.multipliers) ? Infinity : -Infinity;
      return solved.status === "solved" ? certify(one, solved.point).bound : -Infinity;
    },
    solve(one, near) {
      const options = { kernels, guess: startAt(near) };
      const answer = kept(solveProgram(one, kernels, { ...options, purpose: limit === null ? "shown" : "part" }));
      work += workOf(one, weights, { ...answer, x: answer.point?.x ?? null });
      return limit === null || answer.status !== "not_proven"
        ? answer
        : counted(one, kept(solveByTradeOff(one, limit, options)));
    },
  });
}

/** Of the programs of a search, in entries: some fifteen seconds, counted, so that all machines end at one place. */
const WORK_AT_MOST = 2.5e8, NODES_AT_MOST = 20_000;

/** As long as no weights were found. */
const LEAST_NODES = 50;

/** What each program takes beside its entries, in entries. */
const OF_ITS_OWN = 1000;

/** How many programs of fewer running maxima one with them takes, about. */
const OF_MAXIMA = 8;

/** The cube of the weights that are free by so much is what a factor of theirs takes, in entries. */
const CUBES_AN_ENTRY = 60;

/**
 * About what a program took to solve: its entries and a factor of the weights within their bounds, for each six
 * iterations of a solver of cones once more, and for each of an active set the entries of such a set, which has no more
 * rows than there are weights.
 */
function workOf(
  { quadratic, rows, lower, upper, maxima, shortfalls }: Program,
  { offset, count }: Variables,
  { solver, iterations, x }: { readonly solver: string; readonly iterations: number; readonly x: Float64Array | null },
): number {
  let free = 0;
  for (let j = offset; j < offset + count; j++) if (x === null || (x[j] > lower[j] && x[j] < upper[j])) free++;
  const ofMatrices = quadratic.reduce((sum, { size }) => sum + size ** 2, 0);
  const entries = OF_ITS_OWN + rows.length * count + ofMatrices + free ** 3 / CUBES_AN_ENTRY;
  const ofIterations = iterations * (engineOf(solver) === "core" ? count * Math.min(count, rows.length) : entries / 6);
  return (maxima.length + shortfalls.length > 0 ? OF_MAXIMA : 1) * entries + ofIterations;
}

/** A solution of the best choice, with what the search has shown of all others. */
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
    // Of a choice that may turn with any limit there is no derivative.
    shadowPrices: new Map(),
  };
}

/** Why a search has no answer, or not the best. */
export function endedDetail({ nodes, gap, best }: FoundSupport): string {
  const ended = `The search for the assets to hold ended after ${nodes} programs`;
  if (best === null) return `${ended} without weights that meet all the rules, or a proof that there are none`;
  return Number.isFinite(gap)
    ? `${ended}: other holdings may be better by ${(100 * gap).toPrecision(2)} % of the minimised objective`
    : `${ended}: it is not yet known how much better other holdings may be`;
}

/** What no choice is better than, where some may be better by so much of what is minimised; null where nothing is. */
function boundOf(value: number, open: number, slope: (value: number) => number): number | null {
  const bound = valueAt(value, -open, slope);
  return Number.isFinite(bound) ? bound : null;
}

/** Steps of a contraction by at least a half but near a value of 0. */
const STEPS = 200;

/**
 * The value where the program's objective is less by `change`, from the slope by the midpoint rule: exact where the
 * value is affine in the objective, and where its square is.
 */
function valueAt(value: number, change: number, slope: (value: number) => number): number {
  if (!(change > -Infinity)) return NaN;
  let at = value;
  for (let step = 0; step < STEPS; step++) at = value + change * slope((value + at) / 2);
  return at;
}
