// Computes X v and X'v for the rows X = (R; G) of hinges and limits of a `HingeProgram`.

import { row } from "../../../domain/matrix.ts";
import type { CoreRows, NormalMatrix, NormalMemory } from "../../../kernels/normal_matrix.ts";
import { ChainRows } from "../chain/chain_rows.ts";
import type { HingeProgram } from "./hinge_program.ts";
import { NarrowColumns } from "./narrow_columns.ts";

/** An entry for each variable x and for each variable of the chain. */
export interface OnVariables {
  readonly x: Float64Array;
  readonly chain: Float64Array;
}

/**
 * The rows of a program: those of its hinges, and below them those of its limits. The core holds them as dense rows,
 * apart from narrow columns and from the sparse rows of a chain.
 */
export class ProgramRows {
  readonly chain: ChainRows | null;
  readonly narrow: NarrowColumns | null;
  /** Number of columns of the dense rows: all that are not narrow. */
  readonly columns: number;
  /** The places of the dense rows among all rows. The last of them tie variables of a chain. */
  readonly places: Uint32Array;
  /** Number of the dense rows that tie no variables of a chain. */
  readonly plain: number;
  /**
   * Largest number of rows in a product X'WX: the plain rows, and one row for each variable of a chain, its contrast
   * (chain/chain_elimination.ts).
   */
  readonly most: number;
  readonly inCore: CoreRows;
  readonly matrix: NormalMatrix;
  readonly #count: number;

  /** Throws a RangeError if a variable of a chain has several dense rows, and `out_of_memory`. */
  constructor(program: HingeProgram, memory: NormalMemory) {
    const { R, G, q: { length: n }, chain } = program, count = this.#count = R.rows + G.rows;
    this.chain = chain === undefined ? null : ChainRows.of(chain, program);
    if (chain !== undefined && this.chain === null) {
      throw new RangeError("A variable of a chain has more dense rows than one");
    }
    this.narrow = chain === undefined ? NarrowColumns.of(program) : null;
    this.columns = this.narrow?.dense.length ?? n;
    const isPlain = (i: number): boolean =>
      chain === undefined || (i < R.rows ? chain.hinges.place[i] : chain.limits.place[i - R.rows]) < 0;
    const plain = Array.from({ length: count }, (_, i) => i).filter(isPlain), ties = tiesOf(this.chain);
    this.plain = plain.length;
    this.most = plain.length + (this.chain?.count ?? 0);
    this.places = Uint32Array.from([...plain, ...ties.map(({ row }) => row)]);
    const entries = this.narrow?.rows ?? denseRows(program, plain, { ties, chain: this.chain });
    this.inCore = memory.rows(this.places.length, this.columns, entries);
    this.matrix = memory.matrix(this.columns, Math.max(this.most, this.narrow?.narrow.length ?? 0));
  }

  /** Returns X v for the rows X of hinges and limits, with their terms in a chain. */
  times(v: Float64Array, chain: Float64Array): Float64Array {
    const product = this.matrix.times(this.inCore, this.narrow === null ? v : picked(v, this.narrow.dense));
    this.narrow?.addTimes(v, product);
    if (this.chain === null) return product;
    const all = new Float64Array(this.#count), places = this.places;
    for (let k = 0; k < places.length; k++) all[places[k]] = product[k];
    this.chain.addTimes(v, chain, all);
    return all;
  }

  /** Returns X'v for the rows X of hinges and limits: the sums for each x and each variable of a chain. */
  transposedTimes(v: Float64Array): OnVariables {
    const chain = new Float64Array(this.chain?.count ?? 0), narrow = this.narrow;
    const x = this.matrix.transposedTimes(this.inCore, this.chain === null ? v : picked(v, this.places));
    this.chain?.addTransposed(v, x, chain);
    if (narrow === null) return { x, chain };
    const all = new Float64Array(x.length + narrow.narrow.length);
    for (let j = 0; j < x.length; j++) all[narrow.dense[j]] = x[j];
    narrow.addTransposed(v, all);
    return { x: all, chain };
  }
}

/** A row that ties variable t of a chain to the one before it. */
interface Tie {
  readonly t: number;
  readonly row: number;
}

function tiesOf(rows: ChainRows | null): readonly Tie[] {
  return Array.from(rows?.tieRow ?? [], (row, t) => ({ t, row })).filter(({ row }) => row >= 0);
}

function denseRows(
  { R, G, q: { length: n } }: HingeProgram,
  plain: readonly number[],
  { ties, chain }: { readonly ties: readonly Tie[]; readonly chain: ChainRows | null },
): Float64Array {
  const data = new Float64Array((plain.length + ties.length) * n);
  plain.forEach((i, k) => data.set(i < R.rows ? row(R, i) : row(G, i - R.rows), k * n));
  ties.forEach(({ t }, k) => data.set(chain?.dense.subarray(t * n, (t + 1) * n) ?? [], (plain.length + k) * n));
  return data;
}

function picked(entries: Float64Array, places: Uint32Array): Float64Array {
  const own = new Float64Array(places.length);
  for (let k = 0; k < own.length; k++) own[k] = entries[places[k]];
  return own;
}
