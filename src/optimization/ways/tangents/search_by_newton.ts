import { dot } from "../../../domain/matrix.ts";
import { quadraticTimes } from "../../program/program.ts";
import { hasChain } from "../../program/has_chain.ts";
import { startByLargest } from "./start_by_largest.ts";
import type { Supports } from "./tangent_model.ts";
import type { TangentSearch } from "./tangent_search.ts";
import { FAR_PROMISE, KEPT_PROMISE, SHORTEST_STEP, SOLVED_OF_PROOF } from "../../engines/accuracy.ts";
import { ROUNDED_PROMISE } from "../../program/rounding.ts";

/** Most steps of one search. */
const MOST_STEPS = 40;

/**
 * A step is short below this share of Newton's step. More than this number of short steps in a row show a function that
 * is not smooth.
 */
const SHORT_STEP = 0.05, SHORT_STEPS = 4;

/** A step that leaves more than this share of small residuals is the last: the next would gain no digit. */
const LITTLE_MORE = 0.1;

/** The two ends of a step. */
interface Move {
  readonly centre: Float64Array;
  readonly target: Float64Array;
}

/**
 * Minimises ½ x'Px + q'x + Σ c_k ρ_k(x), with functions ρ_k that stand in the objective alone, by Newton's method. Each
 * step minimises their tangents and curvature under all rules, and a line search shortens it until the objective falls
 * by a share of the predicted decrease (Nocedal, Wright (2006), Numerical optimization, 18.4).
 */
export function searchByNewton(search: TangentSearch, given: Float64Array | null): void {
  const nearer = search.lowest === null ? startByLargest(search, given) : null, start = nearer ?? given;
  const costs = search.model.epigraphs.map(({ cost }) => cost ?? 0);
  let centre = search.settled(start ?? new Float64Array(search.program.size)), isWithin = false, least = Infinity;
  if (start !== null) {
    search.judge({ x: centre, z: new Float64Array(search.program.rows.length) }, (at) => search.touching(at, costs));
    if (search.excess <= SOLVED_OF_PROOF) return;
    // With running maxima hardly any step from a start improves the objective, so the first steps need not.
    isWithin = (nearer !== null || !hasChain(search.program)) && search.lowest !== null &&
      search.objective(search.lowest) === search.objective(centre);
  }
  let isFar = nearer !== null;
  for (let step = 0, stalled = 0, short = 0; step < MOST_STEPS && !search.isDoneAfter(stalled); step++) {
    const supports = search.model.supportsAt(centre);
    if (!supports.every(({ value }) => Number.isFinite(value))) return;
    const { program, expand } = search.model.substituted(centre, supports);
    const near = centre.subarray(0, program.size);
    const answer = isFar ? search.step(program, near) : search.solve(program, near);
    if (answer.status === "infeasible") search.verdict = { ...answer, iterations: search.iterations };
    if (answer.point === null || answer.status === "unbounded") return;
    const reached = expand(answer.point), target = search.settled(reached.x);
    const promised = promiseOf(search, { centre, target, supports });
    const share = shareOf(search, { centre, target, isWithin, promised });
    if (isFar && (share === null || share < SHORT_STEP)) {
      isFar = false;
      continue;
    }
    if (share === null) return;
    isWithin ||= share === 1;
    short = share < SHORT_STEP ? short + 1 : 0;
    if (short > SHORT_STEPS) return;
    centre = share === 1 ? target : search.settled(centre.map((from, j) => from + share * (target[j] - from)));
    const before = search.excess,
      value = search.objective(centre),
      isLower = value < least - ROUNDED_PROMISE * Math.abs(value);
    const isBetter = search.judge({ x: centre, z: reached.z }, (at) => search.touching(at, costs));
    isFar &&= promised > FAR_PROMISE * Math.abs(value);
    stalled = isBetter || isLower ? 0 : stalled + 1;
    least = Math.min(least, value);
    const isStill = promised <= ROUNDED_PROMISE * Math.abs(value);
    if (search.excess <= SOLVED_OF_PROOF && (isStill || search.excess > LITTLE_MORE * before)) return;
  }
}

/**
 * Returns the share of the step to take, by halving from 1. Once a feasible point is known, the objective must fall by
 * a share of the predicted decrease. Before that, the functions need only be defined. Returns null if no share is
 * accepted.
 */
function shareOf(
  search: TangentSearch,
  { centre, target, isWithin, promised }: Move & { readonly isWithin: boolean; readonly promised: number },
): number | null {
  const from = search.objective(centre), noise = ROUNDED_PROMISE * search.objectiveSize(centre);
  for (let share = 1; share >= SHORTEST_STEP; share /= 2) {
    const x = share === 1 ? target : search.settled(centre.map((entry, j) => entry + share * (target[j] - entry)));
    const value = search.objective(x);
    if (value < Infinity && (!isWithin || value <= from - KEPT_PROMISE * share * promised + noise)) return share;
  }
  return null;
}

/**
 * Returns the decrease of the objective from the centre to the target that its slopes at the centre predict, at least
 * 0.
 */
function promiseOf(
  search: TangentSearch,
  { centre, target, supports }: Move & { readonly supports: Supports },
): number {
  const step = target.map((entry, j) => entry - centre[j]);
  const gradient = quadraticTimes(search.program, centre);
  search.program.linear.forEach((slope, j) => gradient[j] += slope);
  let promised = 0;
  const moved = search.program.rows.evaluate(step);
  search.model.epigraphs.forEach(({ block, variable, cost }, k) => {
    gradient[variable] = 0;
    const { slopes } = supports[k], { constant } = search.program.rows;
    slopes.forEach((slope, i) => {
      const row = block.firstRow + 1 + i;
      promised -= (cost ?? 0) * slope * (moved[row] - constant[row]);
    });
  });
  return Math.max(0, promised - dot(gradient, step));
}
