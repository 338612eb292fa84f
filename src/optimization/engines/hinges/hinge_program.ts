import type { Matrix } from "../../../domain/matrix.ts";
import { areLinksOf, type Chain } from "../chain/chain.ts";

/**
 * The program min ½x'Px + q'x + Σ (c_t u_t + ½ f_t u_t²) subject to u ≥ R x + k, u ≥ 0, E x = e, G x ≤ h and lower ≤ x
 * ≤ upper. P is n × n, symmetric and positive semidefinite, R is T × n, c and f are at least 0, and bounds may be
 * infinite. The hinge u_t is the larger of 0 and its row, (R x + k)_t. In a program with a chain, the rows of hinges
 * and limits also contain variables of the chain.
 */
export interface HingeProgram {
  readonly P: Matrix;
  readonly q: Float64Array;
  readonly R: Matrix;
  readonly k: Float64Array;
  readonly c: Float64Array;
  readonly f: Float64Array;
  readonly E: Matrix;
  readonly e: Float64Array;
  readonly G: Matrix;
  readonly h: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Logarithms that are subtracted from the objective; none if absent. */
  readonly logarithms?: Logarithms;
  readonly chain?: Chain;
}

/**
 * The sum Σ lower_j log(x_j - lower bound_j) + Σ rows_i log(h_i - G_i x), with weights `lower` and `rows` of at least
 * 0. A variable without a finite lower bound has the weight 0. Risk parity and the growth of wealth need these terms.
 * At an optimum the product of such a slack and its multiplier is the weight of its logarithm.
 */
export interface Logarithms {
  readonly lower: Float64Array;
  readonly rows: Float64Array;
}

/** When the solver ends, and where it starts. */
export interface HingeOptions {
  /**
   * Largest residual and gap of an optimum, each relative to the size of its terms. If rounding allows no better, a
   * point within 100 times the tolerance is `optimal` too, and within 1000 times if the iterations stall.
   */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** A point x near which the solver starts. Callers pass one for programs with a chain or with logarithms. */
  readonly near?: Float64Array | undefined;
  readonly rough?: RoughAnswer;
}

/**
 * The solver passes its first answer within `tolerance` to `isEnough`, and ends with it if the caller needs no more
 * digits. `isEnough` must not call a kernel.
 */
export interface RoughAnswer {
  readonly tolerance: number;
  isEnough(answer: HingeAnswer): boolean;
}

/**
 * A point and its multipliers. At an optimum P x + q + R'onHinges + E'onEqualities + G'onRows - onLower + onUpper = 0
 * and c + f u - onHinges - onPositive = 0. `rough` means that `isEnough` accepted the point. `no_progress` proves
 * nothing: the program may have no optimum, or the solver stopped before it.
 */
export interface HingeAnswer {
  readonly status: "optimal" | "rough" | "no_progress";
  readonly x: Float64Array;
  readonly chain: Float64Array;
  readonly u: Float64Array;
  readonly onHinges: Float64Array;
  readonly onPositive: Float64Array;
  readonly onEqualities: Float64Array;
  readonly onRows: Float64Array;
  readonly onLower: Float64Array;
  readonly onUpper: Float64Array;
  readonly iterations: number;
}

/** Throws a RangeError if sizes disagree, or if a logarithm has no finite bound. */
export function checkHingeProgram(program: HingeProgram): void {
  const { P, q, R, k, c, f, E, e, G, h, lower, upper, logarithms, chain } = program;
  const n = q.length, T = k.length;
  const areSound = logarithms === undefined ||
    (logarithms.lower.length === n && logarithms.rows.length === h.length &&
      logarithms.lower.every((weight, j) => weight === 0 || lower[j] > -Infinity));
  const isSound = P.rows === n && P.columns === n && R.rows === T && R.columns === n && c.length === T &&
    f.length === T && E.columns === n && E.rows === e.length && G.columns === n && G.rows === h.length &&
    lower.length === n && upper.length === n && areSound &&
    (chain === undefined || (areLinksOf(chain.hinges, T) && areLinksOf(chain.limits, h.length)));
  if (!isSound) throw new RangeError(`The parts of a program of ${n} variables and ${T} hinges differ in size`);
}
