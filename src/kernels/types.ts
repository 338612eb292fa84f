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
