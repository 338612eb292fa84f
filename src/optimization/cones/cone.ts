import type { Matrix } from "../../domain/matrix.ts";
import type { KernelCone } from "../../kernels/conic.ts";

/** Consecutive rows of a program, for example those of a block. */
export interface Rows {
  readonly firstRow: number;
  readonly rows: number;
}

/** A closed convex cone in which rows of a program lie. Each cone is one file and one line in `cones/mod.ts`. */
export type Cone = LinearCone | CurvedCone;

interface AnyCone {
  readonly id: string;
  /**
   * The largest violation of a block of the values `s` of a program's rows, in the unit of these rows; 0 inside the
   * cone.
   */
  distance(s: Float64Array, block: Rows): number;
  /**
   * Moves the multipliers of a block into the dual cone, in place. A certificate must not rely on the solver for this.
   */
  projectDual(z: Float64Array, block: Rows): void;
}

/**
 * A cone that is a product of half-lines or points, so each row stands for itself. Dense solvers accept it, and
 * presolve can drop single rows.
 */
export interface LinearCone extends AnyCone {
  readonly isLinear: true;
  /** A block of `rows` rows in the form of the conic kernel. */
  kernelCone(rows: number): KernelCone;
  /** Whether the rows must equal 0; otherwise they must be at least 0. */
  readonly isEquality: boolean;
}

/** A cone that constrains all rows of a block together. */
export interface CurvedCone extends AnyCone {
  readonly isLinear: false;
  /** A block of `rows` rows in the form of the conic kernel; null if the kernel does not support the cone. */
  readonly kernelCone: ((rows: number) => KernelCone) | null;
  /** Whether the cone is {(t, y) : ‖y‖ ≤ t}. */
  readonly isNorm?: boolean;
  /** The size of a block, relative to which a slack is small. */
  scale(s: Float64Array, block: Rows): number;
  /** The smooth face of the boundary nearest to a block; null near an edge or the apex. */
  tangent(point: { readonly s: Float64Array; readonly z: Float64Array }, block: Rows): Tangent | null;
}

/** A curved cone that the conic kernel supports. */
export interface ConicCone extends CurvedCone {
  kernelCone(rows: number): KernelCone;
}

/**
 * The epigraph of a sum of entries weighted by rank, which no solver supports. Such programs are solved through a
 * sequence of models, in which linear or quadratic approximations replace the cone, and certified with the cone itself.
 */
export interface OrderedCone extends CurvedCone {
  readonly kernelCone: null;
  readonly isOrdered: true;
  /** The function whose epigraph the cone is: the least v such that (v, x) is in the cone. */
  valueOf(x: Float64Array): number;
  /** The weights of the ranks of `count` entries, from the largest entry on, in descending order. */
  rankWeights(count: number): Float64Array;
  /**
   * Whether each weight is less than the one before it by the same amount, so the sum is a multiple of the mean
   * distance of pairs.
   */
  readonly isOfPairs: boolean;
}

/** Whether a cone is one that no solver supports. */
export function isOrdered(cone: Cone): cone is OrderedCone {
  return "isOrdered" in cone;
}

/** A smooth face φ(s) = 0 of a cone near a block; φ is positive inside the cone. */
export interface Tangent {
  /** φ(s), positive inside the cone and 0 on the face, in the unit of the rows. */
  readonly slack: number;
  /** Returns λ ∇φ(s) for λ = `multiplier`: a multiplier for each row of the block. */
  normal(multiplier: number): Float64Array;
  /** The λ ≥ 0 with which λ ∇φ(s) stands for the multipliers `z` that `tangent` received. */
  readonly multiplier: number;
  /** The curvature of the face; null if φ is linear or its multiplier is 0. */
  readonly curvature: Curvature | null;
}

/**
 * The curvature -λ ∇²φ = factor × R'R of a face. Only the rows of the block from `firstRow` on, counted from 0 at its
 * first, have any.
 */
export interface Curvature extends Rows {
  readonly factor: number;
  /** Returns R C for the coefficients C of the curved rows, where the curvature is factor × R'R. May overwrite C. */
  times(coefficients: Matrix): Matrix;
}

/**
 * A face is active if its slack is below this share of the block's size. A point whose distance from an edge is below
 * it has no tangent.
 */
export const ACTIVE = 1e-6;
