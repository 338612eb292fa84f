import type { HingeProgram } from "./hinge_program.ts";

/** A row by its few entries. */
interface Sparse {
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

/** A row of a chain variable v and of x: by · v + before · (the variable before it) + the row's part of x. */
interface Link {
  readonly row: number;
  readonly by: number;
  readonly before: number;
}

/**
 * The dense row of each variable of a chain, one that ties it to the one before it, and its other rows, which are
 * sparse.
 */
interface Place {
  readonly tie: Link | null;
  readonly singles: readonly (Link & Sparse)[];
}

/**
 * Eliminates the variables of a chain from weighted least squares Σ w (by v_t + before v_(t-1) + X x)², from the first
 * to the last: each is the weighted mean of what its rows ask for, what they differ by is left to x. Weights are only
 * added, in parallel or in series, so that those of active rows, which grow without end, take no digit from the others.
 */
export class ChainElimination {
  readonly #places: readonly Place[];
  readonly #dense: Float64Array;
  readonly #n: number;
  /** By variable: the weight and the dense row of what it is tied to, less the mean of its other rows, a row each. */
  readonly contrasts: Float64Array;
  readonly contrastWeights: Float64Array;
  readonly #carried: Float64Array;
  readonly #own: Float64Array;
  readonly #ratio: Float64Array;
  readonly #gain: Float64Array;
  readonly #means: (Sparse | null)[];
  #offsets: Float64Array;

  private constructor(places: readonly Place[], dense: Float64Array, n: number) {
    [this.#places, this.#dense, this.#n] = [places, dense, n];
    const T = places.length, zeros = (): Float64Array => new Float64Array(T);
    this.contrasts = new Float64Array(T * n);
    this.contrastWeights = zeros();
    [this.#carried, this.#own, this.#ratio, this.#gain, this.#offsets] = [zeros(), zeros(), zeros(), zeros(), zeros()];
    this.#means = new Array<Sparse | null>(T).fill(null);
  }

  /** Null where a variable has more dense rows than the one that ties it to the one before. */
  static of(program: HingeProgram): ChainElimination | null {
    const { chain, R, G, q } = program, n = q.length;
    if (chain === undefined) return null;
    const T = chain.costs.length, dense = new Float64Array(T * n);
    const ties = new Array<Link | null>(T).fill(null), singles = Array.from({ length: T }, (): (Link & Sparse)[] => []);
    const all = [
      { links: chain.hinges, part: R, first: 0 },
      { links: chain.limits, part: G, first: R.rows },
    ];
    for (const { links: { place, by, before }, part, first } of all) {
      for (let i = 0; i < place.length; i++) {
        const t = place[i];
        if (t < 0) continue;
        const link = { row: first + i, by: by[i], before: before[i] }, own = part.data.subarray(i * n, (i + 1) * n);
        const few = before[i] === 0 ? sparse(own, chain.fewEntries) : null;
        if (few !== null) {
          singles[t].push({ ...link, ...few });
          continue;
        }
        if (ties[t] !== null) return null;
        ties[t] = link;
        dense.set(own, t * n);
      }
    }
    const places = ties.map((tie, t) => ({ tie, singles: singles[t] }));
    const areSound = places.every(({ tie, singles }) => tie !== null || singles.length > 0);
    return areSound ? new ChainElimination(places, dense, n) : null;
  }

  get count(): number {
    return this.#places.length;
  }

  /** The rows that tie variables to those before them, and their parts of x. */
  get ties(): readonly { readonly row: number; readonly dense: Float64Array }[] {
    return this.#places.flatMap(({ tie }, t) =>
      tie === null ? [] : [{ row: tie.row, dense: this.#dense.subarray(t * this.#n, (t + 1) * this.#n) }]
    );
  }

  /** Adds to each row what it has of the chain and, but for ties, of x. */
  addTimes(x: Float64Array, v: Float64Array, to: Float64Array): void {
    this.#places.forEach(({ tie, singles }, t) => {
      if (tie !== null) to[tie.row] += tie.by * v[t] + (t > 0 ? tie.before * v[t - 1] : 0);
      for (const { row, by, columns, values } of singles) {
        to[row] += by * v[t];
        for (let k = 0; k < columns.length; k++) to[row] += values[k] * x[columns[k]];
      }
    });
  }

  /** The same transposed. */
  addTransposed(z: Float64Array, toX: Float64Array, toV: Float64Array): void {
    this.#places.forEach(({ tie, singles }, t) => {
      if (tie !== null) {
        toV[t] += tie.by * z[tie.row];
        if (t > 0) toV[t - 1] += tie.before * z[tie.row];
      }
      for (const { row, by, columns, values } of singles) {
        toV[t] += by * z[row];
        for (let k = 0; k < columns.length; k++) toX[columns[k]] += values[k] * z[row];
      }
    });
  }

  /** Eliminates for weights of the rows; what rows of few entries leave goes to `s`, the matrix of x, row by row. */
  eliminate(weights: Float64Array, s: Float64Array): void {
    const n = this.#n, mean = new Float64Array(n);
    let total = 0;
    for (let t = 0; t < this.count; t++) {
      const { tie, singles } = this.#places[t], row = this.contrasts.subarray(t * n, (t + 1) * n);
      let carried = 0;
      if (tie === null) row.fill(0);
      else {
        const own = weights[tie.row] * tie.by ** 2, ratio = -tie.before / tie.by, from = t * n;
        this.#ratio[t] = ratio;
        carried = ratio === 0 ? own : own * total / (total + own * ratio ** 2);
        if (t > 0) this.#gain[t - 1] = ratio === 0 ? 0 : own * ratio / (total + own * ratio ** 2);
        for (let j = 0; j < n; j++) row[j] = ratio * mean[j] - this.#dense[from + j] / tie.by;
      }
      if (tie === null && t > 0) this.#gain[t - 1] = 0;
      const { weight, at } = merged(singles, { weights, s, n });
      for (let k = 0; k < at.columns.length; k++) row[at.columns[k]] -= at.values[k];
      total = carried + weight;
      const share = carried / total;
      for (let j = 0; j < n; j++) mean[j] = share * row[j];
      for (let k = 0; k < at.columns.length; k++) mean[at.columns[k]] += at.values[k];
      this.#means[t] = at;
      this.#carried[t] = carried;
      this.#own[t] = weight;
      this.contrastWeights[t] = share * weight;
    }
  }

  /** What forces on the variables are on x: added to `to`; answers how much of each contrast is to be added. */
  forced(forces: Float64Array, to: Float64Array): Float64Array {
    const onContrasts = new Float64Array(this.count);
    let mean = 0;
    for (let t = 0; t < this.count; t++) {
      const carried = this.#carried[t], total = carried + this.#own[t], offset = this.#ratio[t] * mean;
      this.#offsets[t] = offset;
      onContrasts[t] = forces[t] * (carried / total) - this.contrastWeights[t] * offset;
      mean = carried / total * offset + forces[t] / total;
      const at = this.#means[t];
      if (at !== null) { for (let k = 0; k < at.columns.length; k++) to[at.columns[k]] += forces[t] * at.values[k]; }
    }
    return onContrasts;
  }

  /** The variables for x and the forces that were asked of last, with the contrasts times x. */
  solved(x: Float64Array, forces: Float64Array, contrasted: Float64Array): Float64Array {
    const v = new Float64Array(this.count);
    let beyond = 0;
    for (let t = this.count - 1; t >= 0; t--) {
      const carried = this.#carried[t], own = this.#own[t], total = carried + own;
      const apart = contrasted[t] + this.#offsets[t], pull = forces[t] / total + this.#gain[t] * beyond;
      const at = this.#means[t];
      let mean = 0;
      if (at !== null) { for (let k = 0; k < at.columns.length; k++) mean += at.values[k] * x[at.columns[k]]; }
      v[t] = mean + carried / total * apart + pull;
      beyond = pull - own / total * apart;
    }
    return v;
  }
}

/** Null where a row has many entries. */
function sparse(row: Float64Array, few: number): Sparse | null {
  const columns: number[] = [], values: number[] = [];
  for (let j = 0; j < row.length; j++) {
    if (row[j] === 0) continue;
    if (columns.length === few) return null;
    columns.push(j);
    values.push(row[j]);
  }
  return { columns, values };
}

/** The weight and the mean of what rows of one variable ask for; what they differ by is added to the matrix of x. */
function merged(
  singles: readonly (Link & Sparse)[],
  { weights, s, n }: { readonly weights: Float64Array; readonly s: Float64Array; readonly n: number },
): { readonly weight: number; readonly at: Sparse } {
  let weight = 0, at: Sparse = { columns: [], values: [] };
  for (const { row, by, columns, values } of singles) {
    const own = weights[row] * by ** 2, asked = { columns, values: values.map((value) => -value / by) };
    const share = own / (weight + own);
    const apart = combined(at, asked, -1);
    if (weight > 0) {
      apart.columns.forEach((i, a) =>
        apart.columns.forEach((j, b) => s[i * n + j] += weight * share * apart.values[a] * apart.values[b])
      );
    }
    at = weight > 0 ? combined(at, apart, -share) : asked;
    weight += own;
  }
  return { weight, at };
}

/** a + factor b. */
function combined(a: Sparse, b: Sparse, factor: number): Sparse {
  if (b.columns.length === 0) return a;
  const columns = a.columns.slice(), values = a.values.slice();
  b.columns.forEach((column, k) => {
    const place = columns.indexOf(column);
    if (place >= 0) values[place] += factor * b.values[k];
    else {
      columns.push(column);
      values.push(factor * b.values[k]);
    }
  });
  return { columns, values };
}
