import type { Matrix } from "../domain/matrix.ts";

/**
 * A vector of affine expressions over the variables of a program: entry i is
 * constant[i] + Σ value[k] x[column[k]] over start[i] ≤ k < start[i + 1]. Immutable; a column may occur twice in an entry.
 */
export class Affine {
  constructor(
    readonly start: Uint32Array,
    readonly column: Uint32Array,
    readonly value: Float64Array,
    readonly constant: Float64Array,
  ) {}

  get length(): number {
    return this.constant.length;
  }

  /** Constants, one entry each. */
  static constant(...entries: readonly number[]): Affine {
    return Affine.constants(Float64Array.from(entries));
  }

  /** Constants, one entry each. */
  static constants(entries: Float64Array): Affine {
    return new Affine(new Uint32Array(entries.length + 1), new Uint32Array(0), new Float64Array(0), entries);
  }

  /** Entries below one another. */
  static stack(parts: readonly Affine[]): Affine {
    if (parts.length === 1) return parts[0];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const terms = parts.reduce((sum, part) => sum + part.column.length, 0);
    const start = new Uint32Array(length + 1), column = new Uint32Array(terms);
    const value = new Float64Array(terms), constant = new Float64Array(length);
    let entry = 0, term = 0;
    for (const part of parts) {
      column.set(part.column, term);
      value.set(part.value, term);
      constant.set(part.constant, entry);
      for (let i = 1; i <= part.length; i++) start[entry + i] = term + part.start[i];
      entry += part.length;
      term += part.column.length;
    }
    return new Affine(start, column, value, constant);
  }

  /** Entry i alone. */
  at(i: number): Affine {
    const from = this.start[i], to = this.start[i + 1];
    return new Affine(
      Uint32Array.of(0, to - from),
      this.column.slice(from, to),
      this.value.slice(from, to),
      this.constant.slice(i, i + 1),
    );
  }

  /** Every entry times a number, or entry i times factor[i]. */
  times(factor: number | ArrayLike<number>): Affine {
    const factorOf = typeof factor === "number" ? () => factor : (i: number) => factor[i];
    const value = new Float64Array(this.value.length), constant = new Float64Array(this.length);
    for (let i = 0; i < this.length; i++) {
      const by = factorOf(i);
      constant[i] = this.constant[i] * by;
      for (let k = this.start[i]; k < this.start[i + 1]; k++) value[k] = this.value[k] * by;
    }
    return new Affine(this.start, this.column, value, constant);
  }

  /** A single entry times each of the factors. */
  spread(factors: ArrayLike<number>): Affine {
    const terms = this.column.length;
    const start = new Uint32Array(factors.length + 1), column = new Uint32Array(factors.length * terms);
    const value = new Float64Array(factors.length * terms), constant = new Float64Array(factors.length);
    for (let i = 0; i < factors.length; i++) {
      start[i + 1] = (i + 1) * terms;
      column.set(this.column, i * terms);
      for (let k = 0; k < terms; k++) value[i * terms + k] = this.value[k] * factors[i];
      constant[i] = this.constant[0] * factors[i];
    }
    return new Affine(start, column, value, constant);
  }

  /** Entry by entry; a single entry is added to each. */
  plus(other: Affine): Affine {
    if (other.length === 1 && this.length > 1) return this.plus(other.spread(new Float64Array(this.length).fill(1)));
    if (this.length === 1 && other.length > 1) return other.plus(this);
    const terms = this.column.length + other.column.length;
    const start = new Uint32Array(this.length + 1), column = new Uint32Array(terms);
    const value = new Float64Array(terms), constant = new Float64Array(this.length);
    let at = 0;
    for (let i = 0; i < this.length; i++) {
      for (const part of [this, other]) {
        for (let k = part.start[i]; k < part.start[i + 1]; k++, at++) {
          column[at] = part.column[k];
          value[at] = part.value[k];
        }
      }
      constant[i] = this.constant[i] + other.constant[i];
      start[i + 1] = at;
    }
    return new Affine(start, column, value, constant);
  }

  minus(other: Affine): Affine {
    return this.plus(other.times(-1));
  }

  /** The sum of all entries. */
  sum(): Affine {
    const constant = this.constant.reduce((sum, entry) => sum + entry, 0);
    return new Affine(Uint32Array.of(0, this.column.length), this.column, this.value, Float64Array.of(constant));
  }

  /** The values of the entries at a point. */
  evaluate(x: ArrayLike<number>): Float64Array {
    const values = Float64Array.from(this.constant);
    for (let i = 0; i < this.length; i++) {
      let sum = values[i];
      for (let k = this.start[i]; k < this.start[i + 1]; k++) sum += this.value[k] * x[this.column[k]];
      values[i] = sum;
    }
    return values;
  }
}

/** Consecutive variables of a program. */
export class Variables {
  constructor(readonly offset: number, readonly count: number) {}

  /** Each variable as an entry of its own. */
  all(): Affine {
    return new Affine(
      Uint32Array.from({ length: this.count + 1 }, (_, i) => i),
      Uint32Array.from({ length: this.count }, (_, i) => this.offset + i),
      new Float64Array(this.count).fill(1),
      new Float64Array(this.count),
    );
  }

  /** Variable i as a single entry. */
  at(i: number): Affine {
    return new Affine(Uint32Array.of(0, 1), Uint32Array.of(this.offset + i), Float64Array.of(1), new Float64Array(1));
  }

  sum(): Affine {
    return this.all().sum();
  }

  /** Σ coefficients[i] x_i, without the terms whose coefficient is 0. */
  dot(coefficients: ArrayLike<number>): Affine {
    const column: number[] = [], value: number[] = [];
    for (let i = 0; i < this.count; i++) {
      if (coefficients[i] === 0) continue;
      column.push(this.offset + i);
      value.push(coefficients[i]);
    }
    return new Affine(
      Uint32Array.of(0, column.length),
      Uint32Array.from(column),
      Float64Array.from(value),
      new Float64Array(1),
    );
  }

  /** The product of a matrix of `count` columns with the variables, a row an entry. */
  mapped(by: Matrix): Affine {
    const { rows, columns } = by;
    const column = new Uint32Array(rows * columns);
    for (let i = 0, at = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++, at++) column[at] = this.offset + j;
    }
    const start = Uint32Array.from({ length: rows + 1 }, (_, i) => i * columns);
    return new Affine(start, column, by.data, new Float64Array(rows));
  }
}
