import { Status } from "../../wasm/build/core_interface.ts";
import { dot, timesVector } from "../domain/matrix.ts";
import type { Arena, CoreExports } from "./core_instance.ts";
import type { HingeProgram } from "./hinge_program.ts";

/** Added to the diagonal, of its largest entry: columns that nothing weighs. */
const REGULARIZATION = 1e-14;

/** Of the largest weight: hinges below it are left out of S, and of a step until it is refined. */
const NEGLIGIBLE_WEIGHT = 1e-9;
/** Rows are copied together where they are fewer than this share. */
const WORTH_PACKING = 0.8;

/** A solution of the equations. */
interface Step {
  readonly dx: Float64Array;
  readonly dy: Float64Array;
}

/**
 * S dx + E'dy = a, E dx = b with S = P + X'WX + D for the rows X of hinges and limits: S by its Cholesky factor, the
 * equalities by their Schur complement. All in the memory of one call of the core.
 */
export class NormalEquations {
  readonly #program: HingeProgram;
  readonly #core: CoreExports;
  readonly #arena: Arena;
  readonly #rows: number;
  readonly #x: number;
  readonly #packed: number;
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
    const { R, G, q } = program;
    [this.#program, this.#core, this.#arena] = [program, core, arena];
    this.#rows = R.rows + G.rows;
    const data = new Float64Array(this.#rows * q.length);
    data.set(R.data);
    data.set(G.data, R.data.length);
    this.#x = arena.doubles(data);
    this.#packed = arena.doubles(data.length);
    this.#s = arena.doubles(q.length * q.length);
    this.#roots = arena.doubles(this.#rows);
    this.#long = arena.doubles(this.#rows);
    this.#short = arena.doubles(q.length);
  }

  /** X v. */
  times(v: Float64Array): Float64Array {
    this.#arena.writeDoubles(this.#short, v);
    this.#core.timesVector(this.#x, this.#rows, v.length, this.#short, this.#long);
    return this.#arena.readDoubles(this.#long, this.#rows);
  }

  /** X'v. */
  transposedTimes(v: Float64Array): Float64Array {
    const n = this.#program.q.length;
    this.#arena.writeDoubles(this.#long, v);
    this.#core.transposedTimesVector(this.#x, this.#rows, n, this.#long, this.#short);
    return this.#arena.readDoubles(this.#short, n);
  }

  /** Factors S for weights W of the rows and D of the variables. */
  factor(weights: Float64Array, diagonal: Float64Array): number {
    const { P, E, q } = this.#program, n = q.length;
    [this.#weights, this.#diagonal] = [weights, diagonal];
    const status = this.#addRows(weights);
    if (status !== Status.DONE) return status;
    const s = this.#arena.readDoubles(this.#s, n * n);
    let largest = 0;
    for (let i = 0; i < s.length; i++) s[i] += P.data[i];
    for (let j = 0; j < n; j++) largest = Math.max(largest, s[j * n + j] += diagonal[j]);
    for (let j = 0; j < n; j++) s[j * n + j] += REGULARIZATION * largest;
    this.#arena.writeDoubles(this.#s, s);
    const factored = this.#core.cholesky(this.#s, n, n, 0);
    if (factored !== Status.DONE) return factored;
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

  /** S = X'WX, without the rows that weigh nothing beside others once few decide. */
  #addRows(weights: Float64Array): number {
    const n = this.#program.q.length;
    if (weights.length === 0) {
      this.#arena.writeDoubles(this.#s, new Float64Array(n * n));
      return Status.DONE;
    }
    // A limit that is met weighs more than hinges ever do where they are curved.
    const hinges = weights.subarray(0, this.#program.R.rows);
    const least = NEGLIGIBLE_WEIGHT * largestOf(hinges);
    const rows = new Uint32Array(weights.length);
    let chosen = 0;
    for (let i = 0; i < weights.length; i++) if (i >= hinges.length || weights[i] > least) rows[chosen++] = i;
    this.#isPartial = chosen < weights.length;
    const isPacked = chosen < WORTH_PACKING * weights.length;
    if (isPacked) this.#arena.gatherRows(this.#x, this.#packed, { rows: rows.subarray(0, chosen), columns: n });
    const roots = new Float64Array(isPacked ? chosen : weights.length);
    for (let k = 0; k < roots.length; k++) roots[k] = Math.sqrt(weights[isPacked ? rows[k] : k]);
    this.#arena.writeDoubles(this.#roots, roots);
    return this.#core.weightedCrossProduct(isPacked ? this.#packed : this.#x, roots.length, n, this.#roots, this.#s);
  }

  /** dx and dy. */
  solve(a: Float64Array, b: Float64Array): Step {
    const step = this.#solveFactored(a, b);
    if (!this.#isPartial) return step;
    const { dx, dy } = step, missed = this.#residual(step, a, b), more = this.#solveFactored(missed.a, missed.b);
    return { dx: dx.map((entry, j) => entry + more.dx[j]), dy: dy.map((entry, i) => entry + more.dy[i]) };
  }

  /** What a step leaves of the right-hand sides of the whole system. */
  #residual(
    { dx, dy }: Step,
    a: Float64Array,
    b: Float64Array,
  ): { readonly a: Float64Array; readonly b: Float64Array } {
    const { P, E } = this.#program, n = dx.length;
    const moved = this.times(dx), weights = this.#weights, curved = timesVector(P, dx);
    const pulled = this.transposedTimes(moved.map((entry, i) => weights[i] * entry));
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
    this.#arena.writeDoubles(this.#short, forward);
    this.#core.solveLowerTransposed(this.#s, forward.length, this.#short);
    return { dx: this.#arena.readDoubles(this.#short, forward.length), dy };
  }

  #forward(v: Float64Array): Float64Array {
    this.#arena.writeDoubles(this.#short, v);
    this.#core.solveLower(this.#s, v.length, this.#short);
    return this.#arena.readDoubles(this.#short, v.length);
  }
}

function largestOf(entries: Float64Array): number {
  let most = 0;
  for (let i = 0; i < entries.length; i++) most = Math.max(most, entries[i]);
  return most;
}
