import { REGULARIZATION } from "../accuracy.ts";
import { ChainElimination } from "../chain/chain_elimination.ts";
import type { HingeProgram } from "./hinge_program.ts";
import type { NarrowColumns } from "./narrow_columns.ts";
import type { CoreRows, NormalMemory } from "../../../kernels/normal_matrix.ts";
import type { ProgramRows } from "./program_rows.ts";

/** Rows are copied together where they are fewer than this share. */
const WORTH_PACKING = 0.8;

/** The weights W of S, the diagonal D, and of the largest weight what hinges must have to count. */
export interface Weighing {
  readonly weights: Float64Array;
  readonly diagonal: Float64Array;
  readonly negligible: number;
}

/**
 * S = P + X'WX + D = L L' for the rows X of a program, in the memory of one call of the core. Of a chain, the variables
 * are eliminated first: the rows are then those without any, and the contrasts that the others leave. Without a chain,
 * narrow columns come first in the factor.
 */
export class NormalFactor {
  /** Whether P has any entry. */
  readonly hasSquares: boolean;
  readonly chain: ChainElimination | null;
  readonly #program: HingeProgram;
  readonly #rows: ProgramRows;
  /** Chosen rows, or contrasts of a chain and behind them the plain rows. */
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

  /** Whether some of the rows were left out of the last factor. */
  get isPartial(): boolean {
    return this.#isPartial;
  }

  /** Factors S. False if it is not positive definite. Throws `Stopped` and `out_of_memory`. */
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

  /** Factors S in the order of the narrow columns, then the others, whose block loses what the narrow ones explain. */
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

  /** Weights of the rows, 0 for hinges that weigh nothing beside others. */
  #withoutNegligible(weights: Float64Array, negligible: number): Float64Array {
    const T = this.#program.R.rows, least = negligible * largestOf(weights.subarray(0, T));
    return weights.map((weight, i) => i >= T || weight >= least ? weight : 0);
  }

  /** S with something on its diagonal. */
  #factored(s: Float64Array, added: Float64Array): boolean {
    const n = added.length, regular = s.slice();
    for (let j = 0; j < n; j++) regular[j * n + j] += added[j];
    return this.#rows.matrix.factor(regular);
  }

  /** X'WX, without the rows that weigh nothing beside others once few decide. */
  #sumRows(weights: Float64Array, negligible: number): Float64Array {
    const { inCore, matrix } = this.#rows;
    // A limit that is met weighs more than hinges ever do where they are curved.
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

  /** X'WX of the contrasts of a chain, which come first, and of the rows that have none. */
  #sumContrasts(weights: Float64Array, { contrasts, contrastWeights, count }: ChainElimination): Float64Array {
    const { inCore, matrix, places, plain } = this.#rows, all = new Float64Array(count + plain);
    this.#packed.write(contrasts);
    this.#packed.gather(inCore, Uint32Array.from({ length: plain }, (_, k) => k), count);
    all.set(contrastWeights);
    for (let k = 0; k < plain; k++) all[count + k] = weights[places[k]];
    return matrix.product(this.#packed, all);
  }

  /** The contrasts of a chain times x. */
  contrastsTimes(x: Float64Array, { count }: ChainElimination): Float64Array {
    return this.#rows.matrix.times(this.#packed, x, count);
  }

  /** The contrasts of a chain transposed, times as many entries. */
  contrastsTransposedTimes(v: Float64Array): Float64Array {
    return this.#rows.matrix.transposedTimes(this.#packed, v);
  }

  /** L⁻¹v, of which the part of narrow columns comes first. */
  forward(v: Float64Array): Float64Array {
    const narrow = this.#rows.narrow?.forward(v), solved = this.#rows.matrix.solveLower(narrow?.others ?? v);
    if (narrow === undefined) return solved;
    const all = new Float64Array(v.length);
    all.set(narrow.own);
    all.set(solved, narrow.own.length);
    return all;
  }

  /** L⁻ᵀ of what `forward` makes, by the columns in their order. */
  backward(v: Float64Array): Float64Array {
    const { narrow, matrix } = this.#rows, count = narrow?.narrow.length ?? 0;
    const solved = matrix.solveLowerTransposed(v.subarray(count));
    return narrow?.backward(v.subarray(0, count), solved) ?? solved;
  }
}

/** Of the diagonal, so that columns beside much larger ones keep their digits. */
function ownPart(s: Float64Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, j) => 4 * REGULARIZATION * s[j * n + j]);
}

function largestOf(entries: Float64Array): number {
  let most = 0;
  for (let i = 0; i < entries.length; i++) most = Math.max(most, entries[i]);
  return most;
}
