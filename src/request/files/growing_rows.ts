import { type Matrix, matrix } from "../../domain/matrix.ts";

/** Number of rows of a block. */
const ROWS_A_BLOCK = 256;

/** Collects rows of numbers while a file is read. Memory is added in blocks, so that no earlier row is copied again. */
export class GrowingRows {
  readonly #columns: number;
  readonly #blocks: Float64Array[] = [];
  #count = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Adds a copy of a row. */
  add(row: ArrayLike<number>): void {
    const inBlock = this.#count % ROWS_A_BLOCK;
    if (inBlock === 0) this.#blocks.push(new Float64Array(ROWS_A_BLOCK * this.#columns));
    this.#blocks.at(-1)?.set(row, inBlock * this.#columns);
    this.#count++;
  }

  /** Returns all rows as a matrix, and forgets them. */
  takeMatrix(): Matrix {
    const values = matrix(this.#count, this.#columns), { data } = values;
    for (let at = 0; at < data.length;) {
      const block = this.#blocks.shift() ?? new Float64Array();
      data.set(block.subarray(0, data.length - at), at);
      at += block.length;
    }
    this.#count = 0;
    return values;
  }
}
