import type { Affine } from "../program/affine.ts";
import type { Bounds } from "../program/bounds.ts";
import type { Cone, Curvature, CurvedCone, Rows, Tangent } from "./cone.ts";

/** What lies below a sublinear function and touches it at a point. */
export interface Support {
  /** Infinity where the function is not defined. */
  readonly value: number;
  /** The linear function that touches it: at the point it has the same value (Euler). */
  readonly slopes: Float64Array;
  /** That of the function by its arguments, 0 where null. Its coefficients are left as they are. */
  readonly curvature: Curvature | null;
  /** Whether nothing else touches it there. */
  readonly isSmooth: boolean;
}

/** Where a function is expressed by variables and cones that solvers take. */
export interface ConicForm {
  /** New variables without bounds, an entry each. */
  variables(count: number): Affine;
  /** Answers the first of the rows. */
  inCone(cone: Cone, rows: Affine): number;
}

/** A function by variables and cones. */
export interface Expressed {
  /** At least the function, and that where it is minimised. */
  readonly value: Affine;
  /** For each argument the rows whose multipliers sum to its own. */
  readonly rows: readonly (readonly number[])[];
}

/** A convex function of degree one: the largest of the linear functions that are nowhere above it. */
export interface Sublinear {
  readonly id: string;
  supportAt(x: Float64Array): Support;
  /** Moves the slopes of a linear function so that it is nowhere above; false where it knows no such function near. */
  lower(slopes: Float64Array): boolean;
  express(x: readonly Affine[], form: ConicForm): Expressed;
  /** Between what it is while each argument keeps its bounds; where absent it rises by all of them or falls. */
  range?(bounds: Bounds): { readonly lower: number; readonly upper: number };
  /** Whether the largest argument is nowhere below, and is what the function comes to where it is not smooth. */
  readonly isBelowLargest: boolean;
  /** Of a sum of logarithms its weights. */
  readonly logarithms?: Float64Array;
}

/** The (t, x) with t at least a sublinear function of x. Solvers take its tangents, or what it is expressed by. */
export interface EpigraphCone extends CurvedCone {
  readonly kernelCone: null;
  /** What touches the function at the x of a block. */
  supportAt(s: Float64Array, block: Rows): Support;
  express: Sublinear["express"];
  /** Between what the function is while each argument keeps its bounds. */
  range(bounds: Bounds): { readonly lower: number; readonly upper: number };
  readonly isBelowLargest: boolean;
  readonly logarithms?: Float64Array;
}

export function isEpigraphCone(cone: object): cone is EpigraphCone {
  return "supportAt" in cone;
}

/**
 * The epigraph of a sublinear function ρ. Its dual has (λ, -λ q) for the linear functions q that are nowhere above ρ:
 * multipliers are moved into it, not to its nearest point.
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
    /** By how much t falls short. */
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
    /** φ = t - ρ(x). */
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

/** A search asks for what touches a function at a point several times in turn, as it is judged and left. */
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

/** Multipliers of a block: a length times the function of the slopes. */
export function normalOf(slopes: Float64Array, length: number): Float64Array {
  const normal = new Float64Array(slopes.length + 1);
  normal[0] = length;
  slopes.forEach((slope, i) => normal[i + 1] = -length * slope);
  return normal;
}

/** The curvature of a function by its arguments as that of the block, in which they follow t. */
export function ofBlock(curvature: Curvature, multiplier: number): Curvature {
  return { ...curvature, firstRow: curvature.firstRow + 1, factor: curvature.factor * multiplier };
}
