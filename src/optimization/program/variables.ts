import type { Matrix } from "../../domain/matrix.ts";
import { Affine } from "./affine.ts";

/** Consecutive variables of a program. */
export class Variables {
  constructor(readonly offset: number, readonly count: number) {}

  /** A vector with one entry per variable. */
  all(): Affine {
    return Affine.identity(this.offset, this.count);
  }

  /** Variable i as a vector of one entry. */
  at(i: number): Affine {
    return Affine.identity(this.offset + i, 1);
  }

  sum(): Affine {
    return this.all().sum();
  }

  /** The expression Σ coefficients[i] x_i, without terms of coefficient 0. */
  dot(coefficients: ArrayLike<number>): Affine {
    const column: number[] = [], value: number[] = [];
    for (let i = 0; i < this.count; i++) {
      if (coefficients[i] === 0) continue;
      column.push(this.offset + i);
      value.push(coefficients[i]);
    }
    return Affine.combination(Uint32Array.from(column), Float64Array.from(value));
  }

  /** The product of a matrix of `count` columns with the variables. */
  mapped(by: Matrix): Affine {
    return Affine.product(by, this.offset);
  }
}
