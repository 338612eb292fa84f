// Factors S = P + X'WX + D = L L', where X has the rows of hinges and limits of a `HingeProgram`, and W and D are the
// diagonals of newton_step.ts.

import type { CoreRows, NormalMemory } from "../../../kernels/normal_matrix.ts";
import { REGULARIZATION } from "../accuracy.ts";
import { ChainElimination } from "../chain/chain_elimination.ts";
import type { HingeProgram } from "./hinge_program.ts";
import type { NarrowColumns } from "./narrow_columns.ts";
import type { ProgramRows } from "./program_rows.ts";

/**
 * Once negligible hinges are left out, the other rows are copied into one block if they are fewer than this share of
 * all rows.
 */
const WORTH_PACKING = 0.8;

/**
 * The diagonals of S: the `weights` W of the rows and the `diagonal` D of the variables. Hinges whose weight is below
 * the share `negligible` of the largest weight of a hinge may be left out of S.
 */
export interface Weighing {
  readonly weights: Float64Array;
  readonly diagonal: Float64Array;
  readonly negligible: number;
}

/**
 * The Cholesky factor of S, in the memory of one call of the core. The variables of a chain are eliminated first: X
 * then has the rows without them, and one row for each of them, its contrast (chain/chain_elimination.ts). In a program
 * without a chain, narrow columns come first in the factor.
 */
export class NormalFactor {
  /** Whether the matrix P of the objective has an entry that is not 0. */
  readonly hasSquares: boolean;
  readonly chain: ChainElimination | null;
  readonly #program: HingeProgram;
  readonly #rows: ProgramRows;
  /**
   * Copies of the rows of X'WX: those that are not left out, or the contrasts of a chain and after them the rows
   * without variables of the chain.
   */
  readonly #packed: CoreRows;
  readonly #coupling: CoreRows;
  #isPartial = false;

  /** Throws `out_of_memory`. */
  constructor(program: HingeProgram, rows: ProgramRows, memory: NormalMemory) {
    [this.#program, this.#rows] = [program, rows];
    this.hasSquares = program.P.data.some((entry) => entry !== 0);
    this.chain = rows.chain && new ChainElimination(rows.chain, program.q.length);
    this.#packed = memory.rows(rows.most, rows.columns);
    this.#coupling = memory.rows(rows.narrow?.narrow.length ?? 0, rows.columns);
  }

  /** Whether the last factor left out some of the rows. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** Factors S = P + X'WX + D. Returns false if S is not positive definite. Throws `Stopped` and `out_of_memory`. */
  factor(weighing: Weighing): boolean {
    this.#isPartial = false;
    const { narrow } = this.#rows;
    return narrow === null ? this.#factorAll(weighing) : this.#factorNarrowFirst(narrow, weighing);
  }

  #factorAll({ weights, diagonal, negligible }: Weighing): boolean {
    const { P, q } = this.#program, n = q.length, chain = this.chain;
    const left = new Float64Array(chain === null ? 0 : n * n);
    chain?.eliminate(weights, left);
    const s = chain === null ? this.#sumRows(weights, negligible) : this.#sumContrasts(weights, chain);
    for (let i = 0; i < left.length; i++) s[i] += left[i];
    let largest = 0;
    if (this.hasSquares) { for (let i = 0; i < s.length; i++) s[i] += P.data[i]; }
    for (let j = 0; j < n; j++) largest = Math.max(largest, s[j * n + j] += diagonal[j]);
    return (chain !== null && this.#factored(s, ownPart(s, n))) ||
      this.#factored(s, new Float64Array(n).fill(REGULARIZATION * largest));
  }

  /** Factors the narrow columns first, then the Schur complement of the others. */
  #factorNarrowFirst(narrow: NarrowColumns, { weights, diagonal, negligible }: Weighing): boolean {
    const { P, q } = this.#program, n = this.#rows.columns, { dense } = narrow;
    const s = this.#sumRows(weights, negligible);
    const kept = this.#isPartial ? this.#withoutNegligible(weights, negligible) : weights;
    let largest = narrow.largestPivot(kept, diagonal);
    for (let a = 0; a < n; a++) {
      if (this.hasSquares) { for (let b = 0; b < n; b++) s[a * n + b] += P.data[dense[a] * q.length + dense[b]]; }
      largest = Math.max(largest, s[a * n + a] += diagonal[dense[a]]);
    }
    const added = REGULARIZATION * largest;
    if (!narrow.factor(kept, diagonal, { added })) return false;
    this.#coupling.write(narrow.coupling);
    const explained = this.#rows.matrix.product(this.#coupling, new Float64Array(narrow.narrow.length).fill(1));
    explained.forEach((entry, i) => s[i] -= entry);
    return this.#factored(s, new Float64Array(n).fill(added));
  }

  /** Returns the weights of the rows, with 0 for negligible hinges. */
  #withoutNegligible(weights: Float64Array, negligible: number): Float64Array {
    const T = this.#program.R.rows, least = negligible * largestOf(weights.subarray(0, T));
    return weights.map((weight, i) => i >= T || weight >= least ? weight : 0);
  }

  /** Factors S after `added` is added to its diagonal. Returns false if the sum is not positive definite. */
  #factored(s: Float64Array, added: Float64Array): boolean {
    const n = added.length, regular = s.slice();
    for (let j = 0; j < n; j++) regular[j * n + j] += added[j];
    return this.#rows.matrix.factor(regular);
  }

  /**
   * Returns X'WX for the rows X of hinges and limits and their weights W. Leaves out hinges of negligible weight if the
   * other rows are few.
   */
  #sumRows(weights: Float64Array, negligible: number): Float64Array {
    const { inCore, matrix } = this.#rows;
    // Only hinges are compared with the largest weight, and it is that of a hinge: the weight of a tight limit exceeds
    // those of all curved hinges, which would then all be negligible.
    const hinges = weights.subarray(0, this.#program.R.rows);
    const least = negligible * largestOf(hinges);
    const rows = new Uint32Array(weights.length);
    let chosen = 0;
    for (let i = 0; i < weights.length; i++) if (i >= hinges.length || weights[i] >= least) rows[chosen++] = i;
    this.#isPartial = chosen < WORTH_PACKING * weights.length;
    if (!this.#isPartial) return matrix.product(inCore, weights);
    this.#packed.gather(inCore, rows.subarray(0, chosen));
    const own = new Float64Array(chosen);
    for (let k = 0; k < chosen; k++) own[k] = weights[rows[k]];
    return matrix.product(this.#packed, own);
  }

  /**
   * Returns X'WX for two kinds of rows X: the contrasts, which remain of the rows of a chain once its variables are
   * eliminated (chain/chain_elimination.ts), and the rows without variables of the chain.
   */
  #sumContrasts(weights: Float64Array, { contrasts, contrastWeights, count }: ChainElimination): Float64Array {
    const { inCore, matrix, places, plain } = this.#rows, all = new Float64Array(count + plain);
    this.#packed.write(contrasts);
    this.#packed.gather(inCore, Uint32Array.from({ length: plain }, (_, k) => k), count);
    all.set(contrastWeights);
    for (let k = 0; k < plain; k++) all[count + k] = weights[places[k]];
    return matrix.product(this.#packed, all);
  }

  /** Returns the contrasts of a chain times x. */
  contrastsTimes(x: Float64Array, { count }: ChainElimination): Float64Array {
    return this.#rows.matrix.times(this.#packed, x, count);
  }

  /** Returns the transposed contrasts of a chain times a vector with one entry for each of them. */
  contrastsTransposedTimes(v: Float64Array): Float64Array {
    return this.#rows.matrix.transposedTimes(this.#packed, v);
  }

  /** Returns L⁻¹v for the last factor L, with the narrow columns first. */
  forward(v: Float64Array): Float64Array {
    const narrow = this.#rows.narrow?.forward(v), solved = this.#rows.matrix.solveLower(narrow?.others ?? v);
    if (narrow === undefined) return solved;
    const all = new Float64Array(v.length);
    all.set(narrow.own);
    all.set(solved, narrow.own.length);
    return all;
  }

  /**
   * Returns L⁻ᵀv for the last factor L and a vector in the order of `forward`, with the columns in their own order
   * again.
   */
  backward(v: Float64Array): Float64Array {
    const { narrow, matrix } = this.#rows, count = narrow?.narrow.length ?? 0;
    const solved = matrix.solveLowerTransposed(v.subarray(count));
    return narrow?.backward(v.subarray(0, count), solved) ?? solved;
  }
}

/**
 * Returns the amount that regularises each diagonal entry, a share of the entry itself, so that columns beside much
 * larger ones keep their digits.
 */
function ownPart(s: Float64Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, j) => 4 * REGULARIZATION * s[j * n + j]);
}

function largestOf(entries: Float64Array): number {
  let most = 0;
  for (let i = 0; i < entries.length; i++) most = Math.max(most, entries[i]);
  return most;
}
