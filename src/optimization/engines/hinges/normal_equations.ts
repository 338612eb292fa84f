// Solves S dx + E'dy = a, E dx = b with S = P + X'WX + D, where X has the rows of hinges and limits of a
// `HingeProgram`, and W and D are the diagonals of newton_step.ts.

import { dot, maximumNorm, timesVector } from "../../../domain/matrix.ts";
import type { NormalMemory } from "../../../kernels/normal_matrix.ts";
import { NEGLIGIBLE_HINGE, SMALL_CORRECTION } from "../accuracy.ts";
import type { HingeProgram } from "./hinge_program.ts";
import { NormalFactor } from "./normal_factor.ts";
import { type OnVariables, ProgramRows } from "./program_rows.ts";

/** A solution of the equations in x and y, after the variables of a chain are eliminated. */
interface Step {
  readonly dx: Float64Array;
  readonly dy: Float64Array;
}

/**
 * Solves the normal equations: with S by its Cholesky factor, and with the equalities E by their Schur complement E S⁻¹
 * E'.
 */
export class NormalEquations {
  readonly #program: HingeProgram;
  readonly #rows: ProgramRows;
  readonly #factor: NormalFactor;
  /** L⁻¹E' for the Cholesky factor L of S and the equalities E, with one row for each equality. */
  #reduced: Float64Array[] = [];
  /** The lower Cholesky factor of E S⁻¹ E', the Schur complement of the equalities E. */
  #schur: Float64Array[] = [];
  /** The diagonals W and D of S = P + X'WX + D that were last factored. */
  #weights: Float64Array = new Float64Array(0);
  #diagonal: Float64Array = new Float64Array(0);

  /** Throws a RangeError if a variable of a chain has several dense rows, and `out_of_memory`. */
  constructor(program: HingeProgram, memory: NormalMemory) {
    this.#program = program;
    this.#rows = new ProgramRows(program, memory);
    this.#factor = new NormalFactor(program, this.#rows, memory);
  }

  /** Whether the matrix P of the objective has an entry that is not 0. */
  get hasSquares(): boolean {
    return this.#factor.hasSquares;
  }

  /** Returns P v for the matrix P of the objective. */
  timesSquares(v: Float64Array): Float64Array {
    return this.hasSquares ? timesVector(this.#program.P, v) : new Float64Array(v.length);
  }

  /** Returns X v for the rows X of hinges and limits, with their terms in a chain. */
  times(v: Float64Array, chain: Float64Array): Float64Array {
    return this.#rows.times(v, chain);
  }

  /** Returns X'v for the rows X of hinges and limits: the sums for each x and each variable of a chain. */
  transposedTimes(v: Float64Array): OnVariables {
    return this.#rows.transposedTimes(v);
  }

  /**
   * Factors S = P + X'WX + D for the weights W of the rows and the diagonal D of the variables. Returns false if S is
   * not positive definite. Throws `Stopped` and `out_of_memory`.
   */
  factor(weights: Float64Array, diagonal: Float64Array): boolean {
    [this.#weights, this.#diagonal] = [weights, diagonal];
    return this.#factorWithout(NEGLIGIBLE_HINGE);
  }

  #factorWithout(negligible: number): boolean {
    const { E, q } = this.#program, n = q.length;
    if (!this.#factor.factor({ weights: this.#weights, diagonal: this.#diagonal, negligible })) return false;
    this.#reduced = Array.from({ length: E.rows }, (_, i) => this.#factor.forward(E.data.subarray(i * n, (i + 1) * n)));
    this.#schur = [];
    for (let i = 0; i < E.rows; i++) {
      const row = new Float64Array(i + 1);
      for (let j = 0; j <= i; j++) {
        let rest = dot(this.#reduced[i], this.#reduced[j]);
        const other = j === i ? row : this.#schur[j];
        for (let p = 0; p < j; p++) rest -= row[p] * other[p];
        row[j] = j === i ? Math.sqrt(rest) : rest / other[j];
      }
      if (!(row[i] > 0)) return false;
      this.#schur.push(row);
    }
    return true;
  }

  /**
   * Solves the equations for the right-hand sides a and b. Returns the directions dx of x, dChain of the chain, and dy
   * of the multipliers of equalities. Throws `Stopped` and `out_of_memory`.
   */
  solve(a: OnVariables, b: Float64Array): { dx: Float64Array; dChain: Float64Array; dy: Float64Array } {
    const factor = this.#factor, { chain } = factor;
    if (chain === null) return { ...this.#solve(a.x, b), dChain: a.chain };
    const right = a.x.slice(), onContrasts = chain.forced(a.chain, right);
    factor.contrastsTransposedTimes(onContrasts).forEach((sum, j) => right[j] += sum);
    const { dx, dy } = this.#solve(right, b);
    return { dx, dy, dChain: chain.solved(dx, a.chain, factor.contrastsTimes(dx, chain)) };
  }

  #solve(a: Float64Array, b: Float64Array): Step {
    const step = this.#solveFactored(a, b);
    if (!this.#factor.isPartial) return step;
    const { dx, dy } = step, missed = this.#residual(step, a, b), more = this.#solveFactored(missed.a, missed.b);
    if (!(maximumNorm(more.dx) <= SMALL_CORRECTION * maximumNorm(dx))) {
      if (this.#factorWithout(0)) return this.#solveFactored(a, b);
      // Factors as before: the failed factorisation has overwritten the factor that the corrector needs.
      this.#factorWithout(NEGLIGIBLE_HINGE);
      return step;
    }
    return { dx: dx.map((entry, j) => entry + more.dx[j]), dy: dy.map((entry, i) => entry + more.dy[i]) };
  }

  /** Returns the residuals of a step in the normal equations with all rows, also those that the factor leaves out. */
  #residual(
    { dx, dy }: Step,
    a: Float64Array,
    b: Float64Array,
  ): { readonly a: Float64Array; readonly b: Float64Array } {
    const { E } = this.#program, n = dx.length;
    const moved = this.times(dx, new Float64Array(0)), weights = this.#weights, curved = this.timesSquares(dx);
    const { x: pulled } = this.transposedTimes(moved.map((entry, i) => weights[i] * entry));
    const left = a.map((entry, j) => entry - pulled[j] - curved[j] - this.#diagonal[j] * dx[j]);
    for (let i = 0; i < dy.length; i++) for (let j = 0; j < n; j++) left[j] -= dy[i] * E.data[i * n + j];
    const reached = timesVector(E, dx);
    return { a: left, b: b.map((entry, i) => entry - reached[i]) };
  }

  #solveFactored(a: Float64Array, b: Float64Array): Step {
    const forward = this.#factor.forward(a), m = b.length;
    const dy = Float64Array.from(b, (entry, i) => dot(this.#reduced[i], forward) - entry);
    for (let i = 0; i < m; i++) {
      for (let p = 0; p < i; p++) dy[i] -= this.#schur[i][p] * dy[p];
      dy[i] /= this.#schur[i][i];
    }
    for (let i = m - 1; i >= 0; i--) {
      for (let p = i + 1; p < m; p++) dy[i] -= this.#schur[p][i] * dy[p];
      dy[i] /= this.#schur[i][i];
    }
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < forward.length; j++) forward[j] -= dy[i] * this.#reduced[i][j];
    }
    return { dx: this.#factor.backward(forward), dy };
  }
}
