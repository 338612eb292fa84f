import { maximumNorm } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { activeSetAt, corrected, type Nearness, withCheapest } from "./active_set.ts";
import { certify } from "../certify/certify.ts";
import { type Point, settled } from "../program/point.ts";
import { isOrdered } from "../cones/cone.ts";
import { excess, meets, PROOF, type Residuals } from "../certify/proof.ts";
import { Affine, type Program } from "../program/program.ts";
import { newtonStep } from "./newton_step.ts";
import { tangentAt, type TangentProgram } from "./tangent.ts";
import { STRAY } from "../program/rounding.ts";
import { CLEAR_OF_PROOF, NEARNESS, POLISHED, POLISHED_SQUARED_GAP } from "../engines/accuracy.ts";

/** Most steps, each from the active set of the point before. */
const ROUNDS = 12;

/** After this many rounds without a better point, a point well inside the proof is final. */
const STALLED_ROUNDS = 2;

/** A step to a point with residuals this many times the proof comes from a singular system. */
const ASTRAY = 1e15;

/**
 * Solves a program again on the active set of a point from an interior-point method. Variables at bounds are fixed
 * there, active rows become equalities, and other rows are dropped. A Newton step follows. Limits that the new point
 * breaks join the active set, and limits with multipliers of the wrong sign leave it. Returns the best point of all
 * rounds, including the given one.
 */
export function polish(program: Program, point: Point, kernels: Kernels): Polished {
  let best = candidate(program, point), iterations = 0;
  if (program.blocks.some(({ cone }) => isOrdered(cone))) return { ...best, iterations };
  for (const nearness of NEARNESS) {
    if (isDone(program, best) || (!nearness.byMultipliers && meets(best.residuals))) break;
    const polished = polishFrom(program, best, { given: point, nearness, kernels });
    iterations += polished.iterations;
    const isStalled = polished.best === best;
    best = polished.best;
    if (isStalled && isClear(best)) break;
  }
  const free = withoutMultipliers(program, best);
  const { residuals, point: reached } = free !== null && isBetter(free, best) ? free : best;
  return { point: reached, residuals, iterations };
}

/** A point, with the variables that others determine set to their values, and its residuals. */
export interface Polished {
  readonly point: Point;
  readonly residuals: Residuals;
  readonly iterations: number;
}

/** A point that polish may return, with its residuals. */
interface Candidate {
  readonly point: Point;
  readonly residuals: Residuals;
  /**
   * Whether no variable is near a bound without being exactly at it. Hinges do not count, because answers do not show
   * them.
   */
  readonly isSettled: boolean;
}

function candidate(program: Program, given: Point): Candidate {
  const { lower, upper } = program;
  const point = settled(program, given);
  const near = STRAY * maximumNorm(point.x);
  const isHinge = new Uint8Array(program.size);
  for (const u of program.hinges.variable) isHinge[u] = 1;
  const isSettled = point.x.every((entry, j) =>
    isHinge[j] === 1 || (!strays(entry - lower[j], near) && !strays(upper[j] - entry, near))
  );
  return { point, residuals: certify(program, point), isSettled };
}

function strays(distance: number, near: number): boolean {
  return distance !== 0 && Math.abs(distance) < near;
}

function isDone({ quadratic, hinges }: Program, { residuals, isSettled }: Candidate): boolean {
  const gap = quadratic.length > 0 && hinges.row.length > 0 ? POLISHED_SQUARED_GAP : POLISHED.gap;
  return isSettled && meets(residuals, { ...POLISHED, gap });
}

function isClear({ residuals, isSettled }: Candidate): boolean {
  return isSettled && excess(residuals) < CLEAR_OF_PROOF;
}

/**
 * Tells whether a is the better point. If both are well inside the proof, a settled point is better, otherwise the one
 * with smaller residuals.
 */
function isBetter(a: Candidate, b: Candidate): boolean {
  const areClear = excess(a.residuals) < CLEAR_OF_PROOF && excess(b.residuals) < CLEAR_OF_PROOF;
  if (areClear && a.isSettled !== b.isSettled) return a.isSettled;
  return excess(a.residuals) < excess(b.residuals);
}

/**
 * Returns the point with multipliers of 0. They are correct if the objective is at its minimum without rows, for
 * example at zero risk; the multipliers of a solver are noise there. Null if these multipliers are no better than those
 * of the point.
 */
function withoutMultipliers(program: Program, { point: { x, z }, residuals }: Candidate): Candidate | null {
  if (slopesAlone(program) / PROOF.dual >= Math.max(excess(residuals), CLEAR_OF_PROOF)) return null;
  const alone = { ...program, rows: Affine.constants(new Float64Array(0)), blocks: [] };
  const least = excess(certify(alone, { x, z: new Float64Array(0) }));
  if (least >= Math.max(excess(residuals), CLEAR_OF_PROOF)) return null;
  const rounding = Number.EPSILON * maximumNorm(x);
  const cleared = x.map((entry) => Math.abs(entry) < rounding ? 0 : entry);
  return candidate(program, { x: cleared, z: new Float64Array(z.length) });
}

/**
 * Returns the dual residual of a linear objective without multipliers: the largest slope towards an infinite bound, as
 * a share of the largest slope. 0 for other objectives, which may be flat.
 */
function slopesAlone({ linear, quadratic, lower, upper }: Program): number {
  if (quadratic.length > 0) return 0;
  let open = 0;
  linear.forEach((slope, j) => {
    if (!Number.isFinite(slope > 0 ? lower[j] : upper[j])) open = Math.max(open, Math.abs(slope));
  });
  return open === 0 ? 0 : open / maximumNorm(linear);
}

function polishFrom(
  program: Program,
  start: Candidate,
  { given, nearness, kernels }: { given: Point; nearness: Nearness; kernels: Kernels },
): { best: Candidate; iterations: number } {
  let best = start, iterations = 0;
  let smooth = smoothAt(program, given, kernels);
  let active = activeSetAt(smooth, nearness);
  const seen = new Set<string>();
  // Programs have drawdowns where a single return is huge. It leaves later drawdowns near 0, where rounding hides
  // which of their rows are active.
  const mostStalled = program.drawdowns.length > 0 ? STALLED_ROUNDS : ROUNDS;
  for (
    let round = 0, stalled = 0;
    round < ROUNDS && !isDone(program, best) && !(stalled > (isClear(best) ? STALLED_ROUNDS : mostStalled));
    round++
  ) {
    const stepped = newtonStep(smooth.program, active, { from: smooth.point, kernels });
    if (stepped === null) break;
    iterations += stepped.iterations;
    if (stepped.point === null) {
      if (meets(best.residuals) || ++stalled > mostStalled) break;
      active = withCheapest(smooth, active, stepped.contradiction);
      continue;
    }
    const reached = smooth.back(stepped.point);
    const next = candidate(program, reached);
    if (!(excess(next.residuals) < ASTRAY)) break;
    stalled = isBetter(next, best) ? 0 : stalled + 1;
    if (stalled === 0) best = next;
    active = corrected(smooth.program, active, stepped.point);
    smooth = smoothAt(program, reached, kernels);
    // With curved cones Newton's method needs several rounds on one active set, so the first rounds may repeat it.
    const name = `${active.free.join("")}/${active.rows.join("")}/${Math.min(round, 5)}`;
    if (seen.has(name)) break;
    seen.add(name);
  }
  return { best, iterations };
}

/**
 * Replaces the curved cones of a program by their tangents at a point. Returns the program itself if it has none, or if
 * a cone has no tangent.
 */
function smoothAt(program: Program, point: Point, { linearAlgebra }: Kernels): TangentProgram {
  const tangent = program.blocks.some(({ cone }) => !cone.isLinear) ? tangentAt(program, point, linearAlgebra) : null;
  return tangent ?? { program, point, inactive: [], back: (same) => same };
}
