// Solves min over v of Σ_i w_i (by_i v_t + before_i v_(t-1) + X_i x)², where row i has the weight w_i, the variable v_t
// of a chain, and the coefficients X_i of x. The minimum is a quadratic form in x.

import type { ChainRows } from "./chain_rows.ts";

/**
 * Eliminates the variables v of a chain from weighted least squares, from the first to the last. A row asks for the
 * value of its variable that makes it 0; this value is a linear function of x. The variable takes the weighted mean of
 * these values, and their differences remain as rows of x. The difference between the value of its dense row and the
 * mean of its sparse rows is its contrast. Weights a and b are only added or combined to a b / (a + b), so that the
 * growing weights of active rows cost the others no digits.
 */
export class ChainElimination {
  readonly #rows: ChainRows;
  readonly #n: number;
  /** For each variable, its contrast as n coefficients of x, and below the weight of its square. */
  readonly contrasts: Float64Array;
  readonly contrastWeights: Float64Array;
  readonly #carried: Float64Array;
  readonly #own: Float64Array;
  readonly #ratio: Float64Array;
  readonly #gain: Float64Array;
  readonly #offsets: Float64Array;
  /**
   * For each variable, the mean of the values that its sparse rows ask for, as coefficients of the columns of these
   * rows.
   */
  readonly #means: Float64Array;
  /** Buffer for the difference between the value of one sparse row and the mean of the rows before it. */
  readonly #apart: Float64Array;

  constructor(rows: ChainRows, n: number) {
    const T = rows.count, zeros = (): Float64Array => new Float64Array(T);
    [this.#rows, this.#n] = [rows, n];
    this.contrasts = new Float64Array(T * n);
    this.contrastWeights = zeros();
    [this.#carried, this.#own, this.#ratio, this.#gain, this.#offsets] = [zeros(), zeros(), zeros(), zeros(), zeros()];
    this.#means = new Float64Array(rows.column.length);
    this.#apart = new Float64Array(rows.column.length);
  }

  get count(): number {
    return this.#rows.count;
  }

  /**
   * Eliminates v for given weights of the rows, and computes the contrasts and their weights. Adds to `s`, the n × n
   * matrix of x, the squares of the differences between sparse rows of one variable.
   */
  eliminate(weights: Float64Array, s: Float64Array): void {
    const n = this.#n, contrasts = this.contrasts, mean = new Float64Array(n), means = this.#means;
    const { count, tieRow, tieBy, tieBefore, dense, columnStart, column } = this.#rows;
    let total = 0;
    for (let t = 0, from = 0; t < count; t++, from += n) {
      let carried = 0;
      if (tieRow[t] < 0) {
        contrasts.fill(0, from, from + n);
        if (t > 0) this.#gain[t - 1] = 0;
      } else {
        const own = weights[tieRow[t]] * tieBy[t] ** 2, ratio = -tieBefore[t] / tieBy[t], by = 1 / tieBy[t];
        this.#ratio[t] = ratio;
        carried = ratio === 0 ? own : own * total / (total + own * ratio ** 2);
        if (t > 0) this.#gain[t - 1] = ratio === 0 ? 0 : own * ratio / (total + own * ratio ** 2);
        for (let j = 0; j < n; j++) contrasts[from + j] = ratio * mean[j] - dense[from + j] * by;
      }
      const weight = this.#merge(t, weights, s);
      for (let k = columnStart[t]; k < columnStart[t + 1]; k++) contrasts[from + column[k]] -= means[k];
      total = carried + weight;
      const share = carried / total;
      for (let j = 0; j < n; j++) mean[j] = share * contrasts[from + j];
      for (let k = columnStart[t]; k < columnStart[t + 1]; k++) mean[column[k]] += means[k];
      this.#carried[t] = carried;
      this.#own[t] = weight;
      this.contrastWeights[t] = share * weight;
    }
  }

  /**
   * Computes the mean of the values that the sparse rows of variable t ask for, and returns the weight of this mean.
   * Adds the squares of the differences between these values to `s`, the matrix of x.
   */
  #merge(t: number, weights: Float64Array, s: Float64Array): number {
    const { start, row, by, columnStart, column, entryStart, entryPlace, entryValue } = this.#rows;
    const means = this.#means, n = this.#n, from = columnStart[t], to = columnStart[t + 1];
    means.fill(0, from, to);
    let weight = 0;
    for (let k = start[t]; k < start[t + 1]; k++) {
      const own = weights[row[k]] * by[k] ** 2, share = own / (weight + own);
      if (weight === 0) {
        for (let e = entryStart[k]; e < entryStart[k + 1]; e++) means[from + entryPlace[e]] -= entryValue[e] / by[k];
      } else if (to > from) {
        const apart = this.#apart;
        for (let a = from; a < to; a++) apart[a - from] = means[a];
        for (let e = entryStart[k]; e < entryStart[k + 1]; e++) apart[entryPlace[e]] += entryValue[e] / by[k];
        for (let a = from; a < to; a++) {
          const scaled = weight * share * apart[a - from];
          if (scaled === 0) continue;
          for (let b = from; b < to; b++) s[column[a] * n + column[b]] += scaled * apart[b - from];
          means[a] -= share * apart[a - from];
        }
      }
      weight += own;
    }
    return weight;
  }

  /**
   * Eliminates v from equations whose right-hand sides for v are `forces`. Adds to `to`, the right-hand side for x, the
   * part of the sparse rows. Returns the multiple of each contrast that the caller must add to it as well.
   */
  forced(forces: Float64Array, to: Float64Array): Float64Array {
    const { count, columnStart, column } = this.#rows, onContrasts = new Float64Array(count);
    let mean = 0;
    for (let t = 0; t < count; t++) {
      const carried = this.#carried[t], total = carried + this.#own[t], offset = this.#ratio[t] * mean;
      this.#offsets[t] = offset;
      onContrasts[t] = forces[t] * (carried / total) - this.contrastWeights[t] * offset;
      mean = carried / total * offset + forces[t] / total;
      for (let k = columnStart[t]; k < columnStart[t + 1]; k++) to[column[k]] += forces[t] * this.#means[k];
    }
    return onContrasts;
  }

  /**
   * Returns v for a solution x. `forces` are those of the last call of `forced`, and `contrasted` is each contrast
   * times x.
   */
  solved(x: Float64Array, forces: Float64Array, contrasted: Float64Array): Float64Array {
    const { count, columnStart, column } = this.#rows, v = new Float64Array(count);
    let beyond = 0;
    for (let t = count - 1; t >= 0; t--) {
      const carried = this.#carried[t], own = this.#own[t], total = carried + own;
      const apart = contrasted[t] + this.#offsets[t], pull = forces[t] / total + this.#gain[t] * beyond;
      let mean = 0;
      for (let k = columnStart[t]; k < columnStart[t + 1]; k++) mean += this.#means[k] * x[column[k]];
      v[t] = mean + carried / total * apart + pull;
      beyond = pull - own / total * apart;
    }
    return v;
  }
}
