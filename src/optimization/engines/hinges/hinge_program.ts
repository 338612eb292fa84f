import type { Matrix } from "../../../domain/matrix.ts";
import { areLinksOf, type Chain } from "../chain/chain.ts";

/**
 * min ½x'Px + q'x + Σ (c_t u_t + ½ f_t u_t²) subject to u ≥ R x + k, u ≥ 0, E x = e, G x ≤ h, lower ≤ x ≤ upper. P is
 * n × n, symmetric, positive semidefinite; R T × n; c and f at least 0; bounds may be infinite. With a chain, rows of
 * hinges and limits have variables of that beside x.
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
  /** Logarithms that are taken off the objective; none if absent. */
  readonly logarithms?: Logarithms;
  readonly chain?: Chain;
}

/**
 * Σ lower_j log(x_j - lower bound_j) + Σ rows_i log(h_i - G_i x), weights of at least 0, of finite bounds alone: what
 * risk parity and growth are made of. At an optimum the product of such a slack and its multiplier is the weight.
 */
export interface Logarithms {
  readonly lower: Float64Array;
  readonly rows: Float64Array;
}

export interface HingeOptions {
  /**
   * Of the residuals and the gap, relative to the size of what they are made of. A hundred times as much is `optimal`
   * too where the arithmetic gives no more.
   */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** A point near which to start, of programs with a chain. */
  readonly near?: Float64Array | undefined;
  readonly rough?: RoughAnswer;
}

/** Asked of the first answer within a tolerance, whether more digits are worth their while; it may use no kernel. */
export interface RoughAnswer {
  readonly tolerance: number;
  isEnough(answer: HingeAnswer): boolean;
}

/**
 * With P x + q + R'onHinges + E'onEqualities + G'onRows - onLower + onUpper = 0 and c + f u - onHinges - onPositive = 0
 * at an optimum. `rough`: as much of one as was asked for. `no_progress`: the best that was come to, or a program that
 * has no optimum: nothing is known of it.
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

/** Throws a RangeError where sizes disagree. */
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
