import type { Affine } from "../program/affine.ts";
import type { Bounds } from "../program/bounds.ts";
import type { Cone, Curvature, CurvedCone, Rows, Tangent } from "./cone.ts";

/** The value of a sublinear function at a point, and a linear function that supports it there. */
export interface Support {
  /** Infinite outside the domain of the function. */
  readonly value: number;
  /**
   * Coefficients of the supporting linear function. It is nowhere above the function and equals it at the point
   * (Euler).
   */
  readonly slopes: Float64Array;
  /** The Hessian of the function by its arguments; null if it is 0. `times` leaves the coefficients unchanged. */
  readonly curvature: Curvature | null;
  /** Whether this is the only supporting linear function at the point. */
  readonly isSmooth: boolean;
}

/** Adds the variables and cones by which a function is expressed to a program. */
export interface ConicForm {
  /** New variables without bounds, one per entry. */
  variables(count: number): Affine;
  /** Adds rows in a cone and returns the index of the first. */
  inCone(cone: Cone, rows: Affine): number;
}

/** A function expressed by variables and cones that the conic kernel supports. */
export interface Expressed {
  /** At least the function, and equal to it if minimised. */
  readonly value: Affine;
  /** For each argument, the rows whose multipliers sum to the multiplier of the argument. */
  readonly rows: readonly (readonly number[])[];
}

/** A convex function of degree one. It is the maximum of the linear functions that are nowhere above it. */
export interface Sublinear {
  readonly id: string;
  supportAt(x: Float64Array): Support;
  /**
   * Changes slopes, in place, to a linear function that is nowhere above this function; false if it finds none near.
   */
  lower(slopes: Float64Array): boolean;
  express(x: readonly Affine[], form: ConicForm): Expressed;
  /**
   * The range of the function while its arguments stay within bounds. If absent, the function must be monotone in the
   * same direction in all arguments.
   */
  range?(bounds: Bounds): { readonly lower: number; readonly upper: number };
  /** Whether the function never exceeds its largest argument, and equals it at each point where it is not smooth. */
  readonly isBelowLargest: boolean;
  /** The weights, if the function is a weighted sum of logarithms. */
  readonly logarithms?: Float64Array;
}

/**
 * The epigraph (t, x), t ≥ ρ(x), of a sublinear function ρ. Programs replace it by tangents of ρ or by its conic
 * expression.
 */
export interface EpigraphCone extends CurvedCone {
  readonly kernelCone: null;
  /** The value and a tangent of the function at the x of a block (t, x). */
  supportAt(s: Float64Array, block: Rows): Support;
  express: Sublinear["express"];
  /** The range of the function while its arguments stay within bounds. */
  range(bounds: Bounds): { readonly lower: number; readonly upper: number };
  readonly isBelowLargest: boolean;
  readonly logarithms?: Float64Array;
}

export function isEpigraphCone(cone: object): cone is EpigraphCone {
  return "supportAt" in cone;
}

/**
 * The epigraph cone of a sublinear function ρ. Its dual cone has (λ, -λ q) for λ ≥ 0 and the linear functions q that
 * are nowhere above ρ. `projectDual` finds a point of the dual cone, not the nearest one.
 */
export function epigraphCone(sublinear: Sublinear): EpigraphCone {
  const argumentsOf = (s: Float64Array, { firstRow, rows }: Rows) => s.subarray(firstRow + 1, firstRow + rows);
  const supportAt = lastKept(sublinear.supportAt, argumentsOf);
  return {
    id: sublinear.id,
    isLinear: false,
    kernelCone: null,
    supportAt,
    express: sublinear.express,
    range: (bounds) => sublinear.range?.(bounds) ?? betweenEnds(sublinear, bounds),
    isBelowLargest: sublinear.isBelowLargest,
    ...sublinear.logarithms && { logarithms: sublinear.logarithms },
    /** Returns max(0, ρ(x) - t) for a block (t, x) of the epigraph of ρ. */
    distance(s, block) {
      const short = supportAt(s, block).value - s[block.firstRow];
      return short <= 0 ? 0 : short;
    },
    projectDual(z, block) {
      const length = z[block.firstRow], rest = argumentsOf(z, block);
      const slopes = rest.map((multiplier) => -multiplier / length);
      const isIn = length > 0 && slopes.every(Number.isFinite) && sublinear.lower(slopes);
      if (!isIn) z.fill(0, block.firstRow, block.firstRow + block.rows);
      else slopes.forEach((slope, i) => rest[i] = -length * slope);
    },
    scale: (s, block) => argumentsOf(s, block).reduce((most, entry) => Math.max(most, Math.abs(entry)), 0),
    /** Returns the face φ = t - ρ(x) = 0 at a block (t, x); null where ρ has a kink. */
    tangent({ s, z }, block): Tangent | null {
      const { value, slopes, curvature, isSmooth } = supportAt(s, block);
      if (!isSmooth) return null;
      const multiplier = Math.max(0, z[block.firstRow]);
      return {
        slack: s[block.firstRow] - value,
        normal: (length) => normalOf(slopes, length),
        multiplier,
        curvature: curvature === null || multiplier === 0 ? null : ofBlock(curvature, multiplier),
      };
    },
  };
}

/** Number of points whose support is kept, since a search asks for the same point several times. */
const KEPT = 2;

function lastKept(
  supportAt: Sublinear["supportAt"],
  argumentsOf: (s: Float64Array, block: Rows) => Float64Array,
): EpigraphCone["supportAt"] {
  const kept: { readonly at: Float64Array; readonly support: Support }[] = [];
  return (s, block) => {
    const at = argumentsOf(s, block);
    const known = kept.find((one) => one.at.length === at.length && one.at.every((entry, i) => entry === at[i]));
    if (known !== undefined) return known.support;
    const support = supportAt(at);
    kept.unshift({ at: at.slice(), support });
    kept.length = Math.min(kept.length, KEPT);
    return support;
  };
}

function betweenEnds({ supportAt }: Sublinear, { lower, upper }: Bounds): { lower: number; upper: number } {
  const ends = [lower, upper].map((end) => supportAt(end).value);
  return { lower: Math.min(...ends), upper: Math.max(...ends) };
}

/** Returns the multipliers of a block (t, x) that belong to a tangent with these slopes: `length` × (1, -slopes). */
export function normalOf(slopes: Float64Array, length: number): Float64Array {
  const normal = new Float64Array(slopes.length + 1);
  normal[0] = length;
  slopes.forEach((slope, i) => normal[i + 1] = -length * slope);
  return normal;
}

/** Returns the curvature of a block (t, x) from that of its function of the arguments x, times a multiplier. */
export function ofBlock(curvature: Curvature, multiplier: number): Curvature {
  return { ...curvature, firstRow: curvature.firstRow + 1, factor: curvature.factor * multiplier };
}
