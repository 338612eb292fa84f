import { Status } from "../../wasm/build/core_interface.ts";
import { dot, row, timesVector } from "../domain/matrix.ts";
import { ChainElimination } from "./chain_elimination.ts";
import { ChainRows } from "./chain_rows.ts";
import { type Arena, checkStatus, type CoreExports } from "./core_instance.ts";
import type { HingeProgram } from "./hinge_program.ts";
import { NarrowColumns } from "./narrow_columns.ts";

/** Added to the diagonal, of its largest entry: columns that nothing weighs. */
const REGULARIZATION = 1e-14;

/** Of the largest weight: hinges below it are left out of S, and of a step until it is refined. */
const NEGLIGIBLE_WEIGHT = 1e-9;
/** Of a step: where more is left to correct, the rows that were left out are taken in. */
const SMALL_CORRECTION = 1e-2;
/** Rows are copied together where they are fewer than this share. */
const WORTH_PACKING = 0.8;

/** What stands on the variables and on those of the chain. */
export interface OnVariables {
  readonly x: Float64Array;
  readonly chain: Float64Array;
}

/** A solution of the equations. */
interface Step {
  readonly dx: Float64Array;
  readonly dy: Float64Array;
}

/**
 * S dx + E'dy = a, E dx = b with S = P + X'WX + D for the rows X of hinges and limits: S by its Cholesky factor, the
 * equalities by their Schur complement. Of a chain, the variables are eliminated first: the rows are then those without
 * any, and the contrasts that the others leave. Without a chain, narrow columns come first in the factor. All in the
 * memory of one call of the core.
 */
export class NormalEquations {
  /** Whether P has any entry. */
  readonly hasSquares: boolean;
  readonly #program: HingeProgram;
  readonly #core: CoreExports;
  readonly #arena: Arena;
  /** How many there are, and those that are kept dense: in turn where that is all of them. */
  readonly #rows: number;
  readonly #dense: Uint32Array;
  /** How many of those are no ties of a chain. */
  readonly #plain: number;
  readonly #chain: ChainElimination | null;
  readonly #chainRows: ChainRows | null;
  readonly #narrow: NarrowColumns | null;
  /** The columns that are factored densely. */
  readonly #columns: number;
  readonly #x: number;
  readonly #packed: number;
  readonly #coupling: number;
  readonly #s: number;
  readonly #roots: number;
  readonly #long: number;
  readonly #short: number;
  /** L⁻¹E', a row an equality. */
  #reduced: Float64Array[] = [];
  /** The lower Cholesky factor of E S⁻¹ E'. */
  #schur: Float64Array[] = [];
  /** W and D of S, and whether some of the rows were left out. */
  #weights: Float64Array = new Float64Array(0);
  #diagonal: Float64Array = new Float64Array(0);
  #isPartial = false;

  constructor(program: HingeProgram, core: CoreExports, arena: Arena) {
    const { R, G, q, chain } = program, n = q.length;
    [this.#program, this.#core, this.#arena] = [program, core, arena];
    this.#chainRows = ChainRows.of(program);
    this.#chain = this.#chainRows && new ChainElimination(this.#chainRows, n);
    this.#narrow = chain === undefined ? NarrowColumns.of(program) : null;
    this.#columns = this.#narrow?.dense.length ?? n;
    this.hasSquares = program.P.data.some((entry) => entry !== 0);
    this.#rows = R.rows + G.rows;
    const isPlain = (i: number): boolean =>
      chain === undefined || (i < R.rows ? chain.hinges.place[i] : chain.limits.place[i - R.rows]) < 0;
    const plain = Array.from({ length: this.#rows }, (_, i) => i).filter(isPlain);
    const ties = tiesOf(this.#chainRows), most = plain.length + Math.max(ties.length, this.#chain?.count ?? 0);
    this.#plain = plain.length;
    this.#dense = Uint32Array.from([...plain, ...ties.map(({ row }) => row)]);
    this.#x = arena.doubles(this.#narrow?.rows ?? this.#denseRows(plain, ties));
    this.#packed = arena.doubles(most * this.#columns);
    this.#coupling = arena.doubles(this.#narrow?.coupling ?? 0);
    this.#s = arena.doubles(this.#columns ** 2);
    this.#roots = arena.doubles(Math.max(most, this.#narrow?.narrow.length ?? 0));
    this.#long = arena.doubles(most);
    this.#short = arena.doubles(n);
  }

  #denseRows(plain: readonly number[], ties: readonly { readonly t: number }[]): Float64Array {
    const { R, G, q: { length: n } } = this.#program, data = new Float64Array(this.#dense.length * n);
    plain.forEach((i, k) => data.set(i < R.rows ? row(R, i) : row(G, i - R.rows), k * n));
    ties.forEach(({ t }, k) =>
      data.set(this.#chainRows?.dense.subarray(t * n, (t + 1) * n) ?? [], (plain.length + k) * n)
    );
    return data;
  }

  /** Whether a chain is as it has to be. */
  get areSound(): boolean {
    return this.#program.chain === undefined || this.#chain !== null;
  }

  /** P v. */
  timesSquares(v: Float64Array): Float64Array {
    return this.hasSquares ? timesVector(this.#program.P, v) : new Float64Array(v.length);
  }

  /** X v, with the part of a chain. */
  times(v: Float64Array, chain: Float64Array): Float64Array {
    this.#arena.writeDoubles(this.#short, this.#narrow === null ? v : picked(v, this.#narrow.dense));
    this.#core.timesVector(this.#x, this.#dense.length, this.#columns, this.#short, this.#long);
    const product = this.#arena.readDoubles(this.#long, this.#dense.length);
    this.#narrow?.addTimes(v, product);
    if (this.#chainRows === null) return product;
    const all = new Float64Array(this.#rows), dense = this.#dense;
    for (let k = 0; k < dense.length; k++) all[dense[k]] = product[k];
    this.#chainRows.addTimes(v, chain, all);
    return all;
  }

  /** X'v. */
  transposedTimes(v: Float64Array): OnVariables {
    const n = this.#columns, chain = new Float64Array(this.#chain?.count ?? 0), narrow = this.#narrow;
    this.#arena.writeDoubles(this.#long, this.#chain === null ? v : picked(v, this.#dense));
    this.#core.transposedTimesVector(this.#x, this.#dense.length, n, this.#long, this.#short);
    const x = this.#arena.readDoubles(this.#short, n);
    this.#chainRows?.addTransposed(v, x, chain);
    if (narrow === null) return { x, chain };
    const all = new Float64Array(n + narrow.narrow.length);
    for (let j = 0; j < n; j++) all[narrow.dense[j]] = x[j];
    narrow.addTransposed(v, all);
    return { x: all, chain };
  }

  /** Factors S for weights W of the rows and D of the variables. */
  factor(weights: Float64Array, diagonal: Float64Array): number {
    return this.#factor(weights, diagonal, NEGLIGIBLE_WEIGHT);
  }

  #factor(weights: Float64Array, diagonal: Float64Array, negligible: number): number {
    const { E, q } = this.#program, n = q.length;
    [this.#weights, this.#diagonal, this.#isPartial] = [weights, diagonal, false];
    const status = this.#narrow === null
      ? this.#factorAll(weights, diagonal, negligible)
      : this.#factorNarrowFirst(this.#narrow, { weights, diagonal, negligible });
    if (status !== Status.DONE) return status;
    this.#reduced = Array.from({ length: E.rows }, (_, i) => this.#forward(E.data.subarray(i * n, (i + 1) * n)));
    this.#schur = [];
    for (let i = 0; i < E.rows; i++) {
      const row = new Float64Array(i + 1);
      for (let j = 0; j <= i; j++) {
        let rest = dot(this.#reduced[i], this.#reduced[j]);
        const other = j === i ? row : this.#schur[j];
        for (let p = 0; p < j; p++) rest -= row[p] * other[p];
        row[j] = j === i ? Math.sqrt(rest) : rest / other[j];
      }
      if (!(row[i] > 0)) return Status.NOT_POSITIVE_DEFINITE;
      this.#schur.push(row);
    }
    return Status.DONE;
  }

  #factorAll(weights: Float64Array, diagonal: Float64Array, negligible: number): number {
    const { P, q } = this.#program, n = q.length;
    const left = new Float64Array(this.#chain === null ? 0 : n * n);
    this.#chain?.eliminate(weights, left);
    const status = this.#chain === null ? this.#addRows(weights, negligible) : this.#addContrasts(weights, this.#chain);
    if (status !== Status.DONE) return status;
    const s = this.#arena.readDoubles(this.#s, n * n);
    for (let i = 0; i < left.length; i++) s[i] += left[i];
    let largest = 0;
    if (this.hasSquares) { for (let i = 0; i < s.length; i++) s[i] += P.data[i]; }
    for (let j = 0; j < n; j++) largest = Math.max(largest, s[j * n + j] += diagonal[j]);
    return this.#chain !== null && this.#factored(s, ownPart(s, n)) === Status.DONE
      ? Status.DONE
      : this.#factored(s, new Float64Array(n).fill(REGULARIZATION * largest));
  }

  /** Factors S in the order of the narrow columns, then the others, whose block loses what the narrow ones explain. */
  #factorNarrowFirst(
    narrow: NarrowColumns,
    { weights, diagonal, negligible }: {
      readonly weights: Float64Array;
      readonly diagonal: Float64Array;
      readonly negligible: number;
    },
  ): number {
    const { P, q } = this.#program, n = this.#columns, { dense } = narrow;
    const status = this.#addRows(weights, negligible);
    if (status !== Status.DONE) return status;
    const kept = this.#isPartial ? this.#withoutNegligible(weights, negligible) : weights;
    const s = this.#arena.readDoubles(this.#s, n * n);
    let largest = narrow.largestPivot(kept, diagonal);
    for (let a = 0; a < n; a++) {
      if (this.hasSquares) { for (let b = 0; b < n; b++) s[a * n + b] += P.data[dense[a] * q.length + dense[b]]; }
      largest = Math.max(largest, s[a * n + a] += diagonal[dense[a]]);
    }
    const added = REGULARIZATION * largest, count = narrow.narrow.length;
    if (!narrow.factor(kept, diagonal, { added })) return Status.NOT_POSITIVE_DEFINITE;
    this.#arena.writeDoubles(this.#coupling, narrow.coupling);
    this.#arena.writeDoubles(this.#roots, new Float64Array(count).fill(1));
    const explained = this.#core.weightedCrossProduct(this.#coupling, count, n, this.#roots, this.#s);
    if (explained !== Status.DONE) return explained;
    this.#arena.readDoubles(this.#s, n * n).forEach((entry, i) => s[i] -= entry);
    return this.#factored(s, new Float64Array(n).fill(added));
  }

  /** Weights of the rows, 0 for hinges that weigh nothing beside others. */
  #withoutNegligible(weights: Float64Array, negligible: number): Float64Array {
    const T = this.#program.R.rows, least = negligible * largestOf(weights.subarray(0, T));
    return weights.map((weight, i) => i >= T || weight >= least ? weight : 0);
  }

  /** S with something on its diagonal. */
  #factored(s: Float64Array, added: Float64Array): number {
    const n = added.length, regular = s.slice();
    for (let j = 0; j < n; j++) regular[j * n + j] += added[j];
    this.#arena.writeDoubles(this.#s, regular);
    return this.#core.cholesky(this.#s, n, n, 0);
  }

  /** S = X'WX, without the rows that weigh nothing beside others once few decide. */
  #addRows(weights: Float64Array, negligible: number): number {
    const n = this.#columns;
    if (weights.length === 0) {
      this.#arena.writeDoubles(this.#s, new Float64Array(n * n));
      return Status.DONE;
    }
    // A limit that is met weighs more than hinges ever do where they are curved.
    const hinges = weights.subarray(0, this.#program.R.rows);
    const least = negligible * largestOf(hinges);
    const rows = new Uint32Array(weights.length);
    let chosen = 0;
    for (let i = 0; i < weights.length; i++) if (i >= hinges.length || weights[i] >= least) rows[chosen++] = i;
    const isPacked = this.#isPartial = chosen < WORTH_PACKING * weights.length;
    if (isPacked) this.#arena.gatherRows(this.#x, this.#packed, { rows: rows.subarray(0, chosen), columns: n });
    const roots = new Float64Array(isPacked ? chosen : weights.length);
    for (let k = 0; k < roots.length; k++) roots[k] = Math.sqrt(weights[isPacked ? rows[k] : k]);
    this.#arena.writeDoubles(this.#roots, roots);
    return this.#core.weightedCrossProduct(isPacked ? this.#packed : this.#x, roots.length, n, this.#roots, this.#s);
  }

  /** S = X'WX of the contrasts of a chain, which come first, and of the rows that have none. */
  #addContrasts(weights: Float64Array, { contrasts, contrastWeights, count }: ChainElimination): number {
    const n = this.#program.q.length, plain = this.#dense.subarray(0, this.#plain);
    this.#arena.writeDoubles(this.#packed, contrasts);
    const rows = Uint32Array.from(plain.keys());
    this.#arena.gatherRows(this.#x, this.#packed + 8 * contrasts.length, { rows, columns: n });
    const roots = new Float64Array(count + plain.length);
    for (let t = 0; t < count; t++) roots[t] = Math.sqrt(contrastWeights[t]);
    plain.forEach((i, k) => roots[count + k] = Math.sqrt(weights[i]));
    this.#arena.writeDoubles(this.#roots, roots);
    return this.#core.weightedCrossProduct(this.#packed, roots.length, n, this.#roots, this.#s);
  }

  /** dx, that of the chain, and dy. */
  solve(a: OnVariables, b: Float64Array): { dx: Float64Array; dChain: Float64Array; dy: Float64Array } {
    const chain = this.#chain, n = a.x.length;
    if (chain === null) return { ...this.#solve(a.x, b), dChain: a.chain };
    const right = a.x.slice(), onContrasts = chain.forced(a.chain, right);
    this.#arena.writeDoubles(this.#long, onContrasts);
    this.#core.transposedTimesVector(this.#packed, chain.count, n, this.#long, this.#short);
    this.#arena.readDoubles(this.#short, n).forEach((sum, j) => right[j] += sum);
    const { dx, dy } = this.#solve(right, b);
    this.#arena.writeDoubles(this.#short, dx);
    this.#core.timesVector(this.#packed, chain.count, n, this.#short, this.#long);
    return { dx, dy, dChain: chain.solved(dx, a.chain, this.#arena.readDoubles(this.#long, chain.count)) };
  }

  #solve(a: Float64Array, b: Float64Array): Step {
    const step = this.#solveFactored(a, b);
    if (!this.#isPartial) return step;
    const { dx, dy } = step, missed = this.#residual(step, a, b), more = this.#solveFactored(missed.a, missed.b);
    if (!(largestOf(more.dx.map(Math.abs)) <= SMALL_CORRECTION * largestOf(dx.map(Math.abs)))) {
      const whole = this.#factor(this.#weights, this.#diagonal, 0);
      if (whole === Status.DONE) return this.#solveFactored(a, b);
      // What failed has overwritten the factor that further steps of these weights need.
      checkStatus(this.#factor(this.#weights, this.#diagonal, NEGLIGIBLE_WEIGHT));
      return step;
    }
    return { dx: dx.map((entry, j) => entry + more.dx[j]), dy: dy.map((entry, i) => entry + more.dy[i]) };
  }

  /** What a step leaves of the right-hand sides of the whole system. */
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
    const forward = this.#forward(a), m = b.length;
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
    return { dx: this.#backward(forward), dy };
  }

  /** L⁻¹v, of which the part of narrow columns comes first. */
  #forward(v: Float64Array): Float64Array {
    const narrow = this.#narrow?.forward(v), others = narrow?.others ?? v, n = others.length;
    this.#arena.writeDoubles(this.#short, others);
    this.#core.solveLower(this.#s, n, this.#short);
    if (narrow === undefined) return this.#arena.readDoubles(this.#short, n);
    const all = new Float64Array(v.length);
    all.set(narrow.own);
    all.set(this.#arena.readDoubles(this.#short, n), narrow.own.length);
    return all;
  }

  /** L⁻ᵀ of what `#forward` makes, by the columns in their order. */
  #backward(v: Float64Array): Float64Array {
    const count = this.#narrow?.narrow.length ?? 0, others = v.subarray(count);
    this.#arena.writeDoubles(this.#short, others);
    this.#core.solveLowerTransposed(this.#s, others.length, this.#short);
    const solved = this.#arena.readDoubles(this.#short, others.length);
    return this.#narrow?.backward(v.subarray(0, count), solved) ?? solved;
  }
}

/** Of the diagonal, so that columns beside much larger ones keep their digits. */
function ownPart(s: Float64Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, j) => 4 * REGULARIZATION * s[j * n + j]);
}

/** The rows that tie variables of a chain, with those. */
function tiesOf(rows: ChainRows | null): readonly { readonly t: number; readonly row: number }[] {
  return Array.from(rows?.tieRow ?? [], (row, t) => ({ t, row })).filter(({ row }) => row >= 0);
}

function picked(entries: Float64Array, places: Uint32Array): Float64Array {
  const own = new Float64Array(places.length);
  for (let k = 0; k < own.length; k++) own[k] = entries[places[k]];
  return own;
}

function largestOf(entries: Float64Array): number {
  let most = 0;
  for (let i = 0; i < entries.length; i++) most = Math.max(most, entries[i]);
  return most;
}
