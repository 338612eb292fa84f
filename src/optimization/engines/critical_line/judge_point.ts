import { dot, row } from "../../../domain/matrix.ts";
import type { LinePoint } from "../../../kernels/critical_line.ts";
import type { Bounds } from "../../program/bounds.ts";
import { certify } from "../../certify/certify.ts";
import { CANCELLED, meets, NO_SLOPE, PROOF } from "../../certify/proof.ts";
import { type LineProgram, pointOf, programAt } from "./line_program.ts";

/** An optimal point w of the critical line at a price, with its variance and its certificate. */
export interface JudgedPoint extends LinePoint {
  readonly variance: number;
  /** Whether the multipliers prove that no weights within the rules are better at this price. */
  readonly isProven: boolean;
  /**
   * The reduced costs S w - price m - A'y, and the slacks A w - limits: covariance S, expected returns m, rows A with
   * their multipliers y.
   */
  readonly reduced: Float64Array;
  readonly slacks: Float64Array;
  /** The size of the objective, relative to which the gap is measured. */
  readonly size: number;
}

/**
 * Certifies a point w that minimises f(w) = ½w'Sw - price m'w subject to A w ≥ b. With its multipliers y and reduced
 * costs r = S w - price m - A'y the duality gap is Σ_i r_i (w_i - x_i) + y'(A w - b), where x_i is the bound of w_i
 * that makes the term largest (Boyd 5.2.2). It must be within the tolerance of a proof. `reach` are the bounds, and
 * where there are none those that the rules imply. If this proves nothing, the certificate of the general program
 * decides.
 */
export function judgePoint(of: LineProgram, point: LinePoint, reach: Bounds): JudgedPoint {
  const { w, y, price } = point, { means, A, limits, equalities, lower, upper } = of.line;
  const risk = riskOf(of, w), variance = dot(w, risk), reduced = new Float64Array(w.length);
  let missed = 0, terms = 0.5 * Math.abs(variance), value = 0.5 * variance, isSigned = true;
  for (let i = 0; i < w.length; i++) {
    const earned = price * means[i] * w[i];
    reduced[i] = risk[i] - price * means[i];
    missed = Math.max(missed, lower[i] - w[i], w[i] - upper[i]);
    value -= earned;
    terms += Math.abs(earned);
  }
  const slacks = new Float64Array(limits.length);
  for (let r = 0; r < limits.length; r++) {
    const rule = row(A, r);
    slacks[r] = dot(rule, w) - limits[r];
    missed = Math.max(missed, r < equalities ? Math.abs(slacks[r]) : -slacks[r]);
    isSigned &&= r < equalities || y[r] >= 0;
    if (y[r] !== 0) { for (let i = 0; i < w.length; i++) reduced[i] -= y[r] * rule[i]; }
  }
  const judged = { ...point, variance, reduced, slacks, size: Math.max(Math.abs(value), CANCELLED * terms) };
  const isProven = isSigned && missed <= PROOF.primal && gapBetween(judged, judged, reach) <= PROOF.gap * judged.size;
  return { ...judged, isProven: isProven || isCertified(of, point) };
}

/**
 * Tells whether the critical line is straight between two points: the mean of their multipliers proves the mean of
 * their weights optimal at the mean of their prices.
 */
export function isStraight(from: JudgedPoint, to: JudgedPoint, reach: Bounds): boolean {
  return gapBetween(from, to, reach) <= PROOF.gap * Math.max(from.size, to.size);
}

type Slopes = Pick<JudgedPoint, "w" | "y" | "reduced" | "slacks">;

/**
 * Returns the duality gap at the mean of two points, with the mean of their multipliers. Infinite if a weight has a
 * reduced cost towards a side on which it has no bound.
 */
function gapBetween(from: Slopes, to: Slopes, { lower, upper }: Bounds): number {
  let gap = 0, steepest = 0, steepestOpen = 0;
  for (let i = 0; i < from.w.length; i++) {
    const slope = 0.5 * (from.reduced[i] + to.reduced[i]), weight = 0.5 * (from.w[i] + to.w[i]);
    const room = slope === 0 ? 0 : weight - (slope > 0 ? lower[i] : upper[i]);
    steepest = Math.max(steepest, Math.abs(slope));
    if (Math.abs(room) < Infinity) gap += slope * room;
    else steepestOpen = Math.max(steepestOpen, Math.abs(slope));
  }
  if (steepestOpen > NO_SLOPE * steepest) return Infinity;
  for (let r = 0; r < from.y.length; r++) {
    gap += Math.abs(0.25 * (from.y[r] + to.y[r]) * (from.slacks[r] + to.slacks[r]));
  }
  return gap;
}

/**
 * Returns S w for the covariance S, from the rows of S whose asset has a weight. Each pass adds eight rows, because it
 * writes the whole product.
 */
function riskOf({ line: { P: { data } } }: LineProgram, w: Float64Array): Float64Array {
  const n = w.length, risk = new Float64Array(n), held = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) if (w[i] !== 0) held[count++] = i;
  for (let k = 0; k < count; k += 8) {
    const rowAt = (place: number): number => k + place < count ? held[k + place] * n : 0;
    const shareAt = (place: number): number => k + place < count ? w[held[k + place]] : 0;
    const a = rowAt(0),
      b = rowAt(1),
      c = rowAt(2),
      d = rowAt(3),
      e = rowAt(4),
      f = rowAt(5),
      g = rowAt(6),
      h = rowAt(7);
    const byA = shareAt(0), byB = shareAt(1), byC = shareAt(2), byD = shareAt(3);
    const byE = shareAt(4), byF = shareAt(5), byG = shareAt(6), byH = shareAt(7);
    for (let j = 0; j < n; j++) {
      risk[j] += byA * data[a + j] + byB * data[b + j] + (byC * data[c + j] + byD * data[d + j]) +
        (byE * data[e + j] + byF * data[f + j] + (byG * data[g + j] + byH * data[h + j]));
    }
  }
  return risk;
}

/**
 * Tells whether the certificate of the general program proves a point, with its multipliers or with multipliers of 0.
 * The latter prove a point where nothing is at stake, such as one without risk at a price of 0.
 */
function isCertified(of: LineProgram, point: LinePoint): boolean {
  const program = programAt(of, point.price), { x, z } = pointOf(of, point);
  return [z, new Float64Array(z.length)].some((multipliers) => meets(certify(program, { x, z: multipliers })));
}
