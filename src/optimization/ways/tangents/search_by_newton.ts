import { dot } from "../../../domain/matrix.ts";
import { quadraticTimes } from "../../program/program.ts";
import { hasChain } from "../../program/has_chain.ts";
import { startByLargest } from "./start_by_largest.ts";
import type { Supports } from "./tangent_model.ts";
import type { TangentSearch } from "./tangent_search.ts";
import { FAR_PROMISE, KEPT_PROMISE, SHORTEST_STEP, SOLVED_OF_PROOF } from "../../engines/accuracy.ts";
import { ROUNDED_PROMISE } from "../../program/rounding.ts";

const MOST_STEPS = 40;
/** Of a step, and how many in turn say that a function is not smooth. */
const SHORT_STEP = 0.05, SHORT_STEPS = 4;

/** Where residuals are those of an answer a step that leaves this share of them gains no digit. */
const LITTLE_MORE = 0.1;

/** From one point to another. */
interface Move {
  readonly centre: Float64Array;
  readonly target: Float64Array;
}

/**
 * Minimises functions that the objective alone has: each step goes to the least of their tangents and curvature under
 * all rules, and is shortened until it keeps what it promised (Nocedal, Wright (2006), Numerical optimization, 18.4).
 */
export function searchByNewton(search: TangentSearch, given: Float64Array | null): void {
  const nearer = search.lowest === null ? startByLargest(search, given) : null, start = nearer ?? given;
  const costs = search.model.epigraphs.map(({ cost }) => cost ?? 0);
  let centre = search.settled(start ?? new Float64Array(search.program.size)), isWithin = false, least = Infinity;
  if (start !== null) {
    search.judge({ x: centre, z: new Float64Array(search.program.rows.length) }, (at) => search.touching(at, costs));
    if (search.excess <= SOLVED_OF_PROOF) return;
    // Between the kinks of running maxima hardly any step from a start gains, and one that does not leads on.
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
 * How much of the way to a target is taken: all of it that keeps its promise, or what lies where the functions are
 * defined, as long as no point within the limits is known. Null where nothing does.
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

/** By how much the slopes at a point say that another is better. */
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
