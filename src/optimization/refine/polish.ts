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

const ROUNDS = 12;

/** So many without a better point, and one that is clear of the proof is left as it is. */
const STALLED_ROUNDS = 2;

/** A step that ends this many times further from optimal than the proof allows is one of a singular system. */
const ASTRAY = 1e15;

/**
 * Solves a program again on the active set that a point of an interior method shows: variables at their bounds are
 * fixed there exactly, active rows become equalities, the rest is dropped, and a Newton step on what remains follows.
 * What the new point breaks joins the active set, multipliers of the wrong sign leave it. Answers the best point met,
 * the given one included.
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

/** A point, with what its variables set, and its residuals. */
export interface Polished {
  readonly point: Point;
  readonly residuals: Residuals;
  readonly iterations: number;
}

/** A point with what speaks for it. */
interface Candidate {
  readonly point: Point;
  readonly residuals: Residuals;
  /** Whether every variable that is as good as at a bound stands there; hinges, which nobody is answered, aside. */
  readonly isSettled: boolean;
}

function candidate(program: Program, given: Point): Candidate {
  const { lower, upper } = program;
  const point = settled(program, given);
  const near = STRAY * largest(point.x);
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

/** Well inside the proof a settled point is the better one, else the one with the smaller residuals. */
function isBetter(a: Candidate, b: Candidate): boolean {
  const areClear = excess(a.residuals) < CLEAR_OF_PROOF && excess(b.residuals) < CLEAR_OF_PROOF;
  if (areClear && a.isSettled !== b.isSettled) return a.isSettled;
  return excess(a.residuals) < excess(b.residuals);
}

/**
 * Where nothing is at stake, such as at no risk, the multipliers are 0, and those of a solver are noise. Null where the
 * objective alone shows that this is no such point.
 */
function withoutMultipliers(program: Program, { point: { x, z }, residuals }: Candidate): Candidate | null {
  if (slopesAlone(program) / PROOF.dual >= Math.max(excess(residuals), CLEAR_OF_PROOF)) return null;
  const alone = { ...program, rows: Affine.constants(new Float64Array(0)), blocks: [] };
  const least = excess(certify(alone, { x, z: new Float64Array(0) }));
  if (least >= Math.max(excess(residuals), CLEAR_OF_PROOF)) return null;
  const rounding = Number.EPSILON * largest(x);
  const cleared = x.map((entry) => Math.abs(entry) < rounding ? 0 : entry);
  return candidate(program, { x: cleared, z: new Float64Array(z.length) });
}

/**
 * The dual residual that a linear objective leaves without multipliers: the largest slope that no bound stops, of the
 * largest; 0 of others, which may be flat.
 */
function slopesAlone({ linear, quadratic, lower, upper }: Program): number {
  if (quadratic.length > 0) return 0;
  let open = 0;
  linear.forEach((slope, j) => {
    if (!Number.isFinite(slope > 0 ? lower[j] : upper[j])) open = Math.max(open, Math.abs(slope));
  });
  return open === 0 ? 0 : open / largest(linear);
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
  // Of shortfalls that a jump leaves as good as 0 no active set is told from its neighbours.
  const mostStalled = program.shortfalls.length > 0 ? STALLED_ROUNDS : ROUNDS;
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
    // Newton's method takes a few rounds on one active set where something is curved.
    const name = `${active.free.join("")}/${active.rows.join("")}/${Math.min(round, 5)}`;
    if (seen.has(name)) break;
    seen.add(name);
  }
  return { best, iterations };
}

/** The program with its curved cones, if any, replaced by their tangents; as it is where that cannot be. */
function smoothAt(program: Program, point: Point, { linearAlgebra }: Kernels): TangentProgram {
  const tangent = program.blocks.some(({ cone }) => !cone.isLinear) ? tangentAt(program, point, linearAlgebra) : null;
  return tangent ?? { program, point, inactive: [], back: (same) => same };
}

function largest(entries: Float64Array): number {
  let most = 0;
  for (let j = 0; j < entries.length; j++) most = Math.max(most, Math.abs(entries[j]));
  return most;
}
