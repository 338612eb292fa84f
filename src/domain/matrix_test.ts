import assert from "node:assert/strict";
import { column, columnsBetween, matrix } from "./matrix.ts";

Deno.test("the columns of a matrix in turn are its columns one by one, for any number of them", () => {
  for (const columns of [0, 1, 31, 32, 33, 65]) {
    const of = matrix(3, columns, Float64Array.from({ length: 3 * columns }, (_, k) => k * k));
    const one = Array.from({ length: columns }, (_, j) => column(of, j));
    assert.deepEqual(columnsBetween(of, { first: 0, end: of.columns }), one);
  }
});
