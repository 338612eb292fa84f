import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { addDense } from "./dense_term.ts";

Deno.test("a dense term has the same bits at a point of few columns as by its rows, in the order of the columns", () => {
  const random = randomNumbers(5), rows = 2_051, columns = 40, firstEntry = 3, firstColumn = 2;
  const of = matrix(rows, columns, Float64Array.from({ length: rows * columns }, () => random() - 0.5));
  for (const used of [0, 1, 7, 10, 11, 40]) {
    const x = new Float64Array(columns + firstColumn);
    for (let c = 0; c < used; c++) x[firstColumn + (c * 3) % columns] = random() - 0.5;
    const into = Float64Array.from({ length: rows + firstEntry }, () => random()), expected = into.slice();
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let c = 0; c < columns; c++) {
        const weight = -0.7 * x[firstColumn + c];
        if (weight !== 0) sum += weight * of.data[r * columns + c];
      }
      expected[firstEntry + r] += sum;
    }
    addDense({ matrix: of, factor: -0.7, firstEntry, firstColumn }, x, into);
    assert.deepEqual(into, expected, `${used} columns`);
  }
});
