import type { Matrix } from "../../domain/matrix.ts";
import type { KernelCone } from "../../kernels/conic.ts";

/** Consecutive entries of a vector: the rows of a block. */
export interface Rows {
  readonly firstRow: number;
  readonly rows: number;
}

/** A closed convex cone that rows of a program lie in: one file, one line in `cones/mod.ts`. */
export type Cone = LinearCone | CurvedCone;

interface AnyCone {
  readonly id: string;
  /** The largest breach of a block `s`, in the unit of its rows; 0 inside. */
  distance(s: Float64Array, block: Rows): number;
  /** Brings multipliers into the dual cone, in place: a certificate is our bound, not the solver's word. */
  projectDual(z: Float64Array, block: Rows): void;
}

/** A cone whose rows stand each for itself: a dense solver takes them, a reduction drops one without the others. */
export interface LinearCone extends AnyCone {
  readonly isLinear: true;
  /** A block of so many rows as the conic solver takes it. */
  kernelCone(rows: number): KernelCone;
  /** Whether its rows are 0 rather than at least 0. */
  readonly isEquality: boolean;
}

/** A cone that its rows lie in together. */
export interface CurvedCone extends AnyCone {
  readonly isLinear: false;
  /** A block of so many rows as the conic solver takes it; null where it does not. */
  readonly kernelCone: ((rows: number) => KernelCone) | null;
  /** Whether a block (t, y) lies in it where ‖y‖ ≤ t. */
  readonly isNorm?: boolean;
  /** The size of a block, by which a slack is called small. */
  scale(s: Float64Array, block: Rows): number;
  /** The face of the boundary nearest to a block; null near an edge or an apex, at which nothing is smooth. */
  tangent(point: { readonly s: Float64Array; readonly z: Float64Array }, block: Rows): Tangent | null;
}

/** A curved cone that the conic solver takes. */
export interface ConicCone extends CurvedCone {
  kernelCone(rows: number): KernelCone;
}

/**
 * A cone that no solver has: programs with it are solved by models, cones of rows that stand for it near a point and
 * hold it within them, and are judged by it.
 */
export interface OrderedCone extends CurvedCone {
  readonly kernelCone: null;
  readonly isOrdered: true;
  /** The least v of entries x. */
  valueOf(x: Float64Array): number;
  /** What each of so many ranks counts, from the largest entry on, descending. */
  rankWeights(count: number): Float64Array;
  /** Whether all ranks count alike less than those above them: what counts is then how far pairs are apart. */
  readonly isOfPairs: boolean;
}

/** Whether rows lie in a cone that no solver has. */
export function isOrdered(cone: Cone): cone is OrderedCone {
  return "isOrdered" in cone;
}

/** A smooth face φ(s) = 0 of a cone, inside which φ is positive, near a block. */
export interface Tangent {
  /** φ(s), in the unit of the rows. */
  readonly slack: number;
  /** λ ∇φ(s), by the rows of the block: what multipliers are on the face. */
  normal(multiplier: number): Float64Array;
  /** λ of the multipliers given, at least 0. */
  readonly multiplier: number;
  /** Null where φ is linear, or λ is 0. */
  readonly curvature: Curvature | null;
}

/** The curvature -λ ∇²φ = factor · R'R, which is 0 but for some consecutive rows of a block, counted from its first. */
export interface Curvature extends Rows {
  readonly factor: number;
  /** R C for the coefficients C of these rows, which may be overwritten. */
  times(coefficients: Matrix): Matrix;
}

/** The share of a block's size within which its slack is that of an active face. */
export const ACTIVE = 1e-6;
