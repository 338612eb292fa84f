import type { Matrix } from "../domain/matrix.ts";

/** The two numeric modules, one instance of each a worker. An argument of every computation, so that lists of methods load no wasm. */
export interface Kernels {
  readonly core: Core;
  readonly conic: ConicSolver;
}

/** Thrown out of a kernel when the stop flag was raised while it ran. */
export class Stopped extends Error {
  constructor() {
    super("The computation was stopped");
    this.name = "Stopped";
  }
}

/** The numeric core. Matrices are row-major; arguments are copied in and answers copied out, so nothing is kept across a call. */
export interface Core {
  /** X'X, n × n, of a T × n matrix. */
  crossProduct(x: Matrix): Matrix;
  /** A B, of an m × k and a k × n matrix. */
  multiply(a: Matrix, b: Matrix): Matrix;
  /** The lower factor L of S = L L', and an estimate of the condition number of S in the 1-norm; null where S is not positive definite. */
  cholesky(s: Matrix): CholeskyFactor | null;
  /** x of L x = b, or of L' x = b with `transposed`. */
  solveTriangular(lower: Matrix, b: Float64Array, options?: { transposed?: boolean }): Float64Array;
  /** Eigenvalues of a symmetric matrix in ascending order and the matrix whose columns are their unit eigenvectors. */
  eigen(s: Matrix): Eigen;
  /** Means of the columns. */
  means(returns: Matrix): Float64Array;
  /** The sample covariance (ddof 1) of the columns. */
  covariance(returns: Matrix): Matrix;
  /** Means and covariance about them with weights decay^(T-1-t), normalised, no bias correction. */
  exponentialMoments(returns: Matrix, decay: number): { means: Float64Array; covariance: Matrix };
  /** Ledoit and Wolf (2004): the ddof 0 covariance shrunk to its mean variance times the identity, by `intensity` in [0, 1]. */
  ledoitWolf(returns: Matrix): { covariance: Matrix; intensity: number };
  /** The tail of T equally likely losses at a confidence: the k-th largest loss with k = ceil((1-c)T), and the mean of the worst (1-c)T, a fractional one weighted exactly. */
  tail(losses: Float64Array, confidence: number): { valueAtRisk: number; conditionalValueAtRisk: number };
  /** The order statistics of finite values at ascending ranks from 0: what a sort would put there. */
  orderStatistics(values: Float64Array, ranks: Int32Array): Float64Array;
  /** Counts values by the segments of a step of `FanBrackets`, 64 counts, and gives those in kept ones, in their order. */
  sortIntoBrackets(values: Float64Array, thresholds: Float64Array, kept: Uint8Array): BracketedValues;
  /** Simulates a block of paths; the same bits whatever else is simulated. `onProgress` hears the share done, from 0 to 1. */
  simulate(model: PathModel, block: PathBlock, onProgress?: (fraction: number) => void): SimulatedPaths;
  /** A dense convex quadratic program, by active sets. */
  solveQuadratic(program: QuadraticProgram, options?: QuadraticOptions): QuadraticAnswer;
  /** The same with nothing but bounds and at most one equality, by a primal active set that works on the assets really held. */
  solveBoxQuadratic(program: BoxQuadraticProgram, options?: QuadraticOptions): BoxQuadraticAnswer;
}

export interface CholeskyFactor {
  readonly lower: Matrix;
  readonly conditionEstimate: number;
}

export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Matrix;
}

/**
 * Where the returns of a path come from. Models of the portfolio draw one number a step, which is exact where the weights are restored at every
 * step; models of assets draw one for each and let the weights drift. The sum of the weights may be below 1: the rest is cash, which earns nothing.
 */
export type PathModel =
  /** Normal, or Student t of the same mean and deviation. */
  | {
    readonly kind: "portfolio_normal";
    readonly mean: number;
    readonly deviation: number;
    readonly degreesOfFreedom: number | null;
  }
  /** Rows of the portfolio's own returns. */
  | { readonly kind: "portfolio_rows"; readonly returns: Float64Array; readonly draw: RowDraw }
  /** m + F z, F of as many columns as the covariance F F' has rank; a Student t has one chi-square number for all assets. */
  | (DriftingWeights & {
    readonly kind: "asset_normal";
    readonly means: Float64Array;
    readonly factor: Matrix;
    readonly degreesOfFreedom: number | null;
  })
  /** Rows of the assets' returns. */
  | (DriftingWeights & { readonly kind: "asset_rows"; readonly returns: Matrix; readonly draw: RowDraw })
  /** m + √h z with rows of residuals z and h' = omega + alpha (√h z)² + beta h of each asset from `firstVariance` on. */
  | (DriftingWeights & {
    readonly kind: "filtered";
    readonly means: Float64Array;
    readonly residuals: Matrix;
    readonly omega: Float64Array;
    readonly alpha: Float64Array;
    readonly beta: Float64Array;
    readonly firstVariance: Float64Array;
  });

export interface DriftingWeights {
  readonly weights: Float64Array;
  /** The weights are restored every so many steps; 0 never. */
  readonly rebalance: number;
}

/** How rows are drawn: each by itself, circular blocks of a length, circular blocks of geometric length with a mean of at least 1. */
export type RowDraw =
  | { readonly kind: "each" }
  | { readonly kind: "blocks"; readonly length: number }
  | { readonly kind: "geometric"; readonly meanLength: number };

/** Consecutive paths. A path depends on the seed and its number alone. */
export interface PathBlock {
  readonly seed: number;
  readonly firstPath: number;
  readonly paths: number;
  readonly initialValue: number;
  /** Money added (or taken) at the end of each step; as many as there are steps. */
  readonly flows: Float64Array;
  /** The steps, ascending from 1, at which wealth is kept. */
  readonly fanSteps: Int32Array;
  /** Null: all of it is kept. */
  readonly brackets: FanBrackets | null;
}

/**
 * Thresholds of each step of the fan, ascending, at most 30. K of them cut the line into 2 K + 1 segments: below all, the first itself, the
 * interval after it, the second itself, … above all. Values are counted in every segment and kept in those marked.
 */
export interface FanBrackets {
  readonly thresholds: readonly Float64Array[];
  readonly kept: readonly Uint8Array[];
}

export interface BracketedValues {
  readonly counts: Int32Array;
  readonly kept: Float64Array;
}

export interface SimulatedPaths {
  /** Of each path: wealth at the end; the value of a unit without flows; its largest drawdown, as a positive fraction. */
  readonly terminal: Float64Array;
  readonly growth: Float64Array;
  readonly maxDrawdown: Float64Array;
  readonly ruined: number;
  /** Kept wealth, step after step, in the order of the paths. */
  readonly fanValues: Float64Array;
  /** How many values of each step. */
  readonly fanLengths: Int32Array;
  /** 64 a step, the first 2 K + 1 of them used; null without brackets. */
  readonly fanCounts: Int32Array | null;
}

/** min ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper. P is symmetric (both triangles) and positive semidefinite; limits may be infinite. */
export interface QuadraticProgram {
  readonly P: Matrix;
  readonly q: Float64Array;
  readonly A: Matrix;
  readonly b: Float64Array;
  readonly G: Matrix;
  readonly l: Float64Array;
  readonly u: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface QuadraticOptions {
  readonly warmStart?: ActiveSet;
  /** Of the residuals, relative to the size of what they are made of. 1e-10 if absent. */
  readonly tolerance?: number;
}

/** For each bound and each row of G: -1 at its lower limit, 1 at its upper, 0 free. */
export interface ActiveSet {
  readonly bounds: Int8Array;
  readonly rows: Int8Array;
}

/**
 * With P x + q + A' y + G' z + v = 0 at an optimum: z and v are positive at an upper limit, negative at a lower, 0 between.
 * `infeasible`: A' y + G' z + v = 0 while the support b'y + Σ(u z⁺ - l z⁻) + Σ(upper v⁺ - lower v⁻) is negative.
 * `unbounded`: x is a direction with P x = 0, q'x < 0 that no limit stops.
 */
export interface QuadraticAnswer {
  readonly status: "optimal" | "infeasible" | "unbounded" | "iteration_limit";
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly v: Float64Array;
  readonly activeSet: ActiveSet;
  readonly iterations: number;
}

/** min ½x'Px + q'x subject to sum x = budget (null: no such row) and lower ≤ x ≤ upper. */
export interface BoxQuadraticProgram {
  readonly P: Matrix;
  readonly q: Float64Array;
  readonly budget: number | null;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** With P x + q + y 1 + v = 0, signs as in `QuadraticAnswer`. */
export interface BoxQuadraticAnswer {
  readonly status: "optimal" | "infeasible" | "unbounded" | "iteration_limit";
  readonly x: Float64Array;
  readonly y: number;
  readonly v: Float64Array;
  readonly bounds: Int8Array;
  readonly iterations: number;
}

/** A matrix by compressed columns: the rows of column j are rowIndex[columnStart[j] .. columnStart[j + 1]), ascending. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly columnStart: Uint32Array;
  readonly rowIndex: Uint32Array;
  readonly values: Float64Array;
}

/** Consecutive rows of a conic program that lie in one cone. Exponential (x, y, z): y exp(x / y) ≤ z; power (x, y, z): x^α y^(1-α) ≥ |z|; second order: (t, x) with ‖x‖ ≤ t. */
export type Cone =
  | { readonly kind: "zero" | "nonnegative" | "second_order"; readonly rows: number }
  | { readonly kind: "exponential" }
  | { readonly kind: "power"; readonly exponent: number };

/** min ½x'Px + q'x subject to A x + s = b, s in the product of the cones. P is given by its upper triangle. */
export interface ConicProgram {
  readonly P: SparseMatrix;
  readonly q: Float64Array;
  readonly A: SparseMatrix;
  readonly b: Float64Array;
  readonly cones: readonly Cone[];
}

export interface ConicSolver {
  solve(program: ConicProgram, options?: ConicOptions): ConicAnswer;
}

export interface ConicOptions {
  /** Of the gap and of feasibility; 1e-10 if absent. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/**
 * `optimal` and `almost_optimal`: x, s, and z with P x + q + A' z = 0, z in the dual cones. `primal_infeasible`: z with A' z = 0, b'z < 0.
 * `dual_infeasible`: x with P x = 0, q'x < 0, -A x in the cones. Judge an answer by its certificate, not by the status.
 */
export interface ConicAnswer {
  readonly status:
    | "optimal"
    | "almost_optimal"
    | "primal_infeasible"
    | "dual_infeasible"
    | "iteration_limit"
    | "no_progress";
  readonly x: Float64Array;
  readonly z: Float64Array;
  readonly s: Float64Array;
  readonly objective: number;
  readonly iterations: number;
  readonly primalResidual: number;
  readonly dualResidual: number;
}
