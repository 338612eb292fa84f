import assert from "node:assert/strict";
import type { ConicProgram } from "../../kernels/conic.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { zero } from "../cones/zero.ts";
import { compressed } from "./compressed.ts";
import { scaleColumns } from "./scale_columns.ts";
import { solveConic } from "../engines/solve_conic.ts";

const kernels = await loadKernels(null);
const n = 6;

/** min ½ ‖F x‖² - Σ x over Σ x = 1, x ≥ 0, the columns of F times `sizes`. */
function program(sizes: readonly number[], random: () => number): ConicProgram {
  const F = Array.from({ length: n }, () => sizes.map((size) => size * (random() - 0.5)));
  const S = F.map((_, i) => F.map((_, j) => F.reduce((sum, row) => sum + row[i] * row[j], 0)));
  return {
    P: compressed(n, n, (visit) => S.forEach((row, i) => row.forEach((value, j) => i <= j && visit(i, j, value)))),
    q: new Float64Array(n).fill(-1),
    A: compressed(n + 1, n, (visit) => {
      for (let j = 0; j < n; j++) visit(0, j, 1);
      for (let j = 0; j < n; j++) visit(1 + j, j, -1);
    }),
    b: Float64Array.of(1, ...new Float64Array(n)),
    cones: [zero.kernelCone(1), nonnegative.kernelCone(n)],
  };
}

const isBound = (row: number): boolean => row > 0;

Deno.test("columns of similar sizes are left as they are, to the bit", () => {
  const even = program([1, 2, 3, 1, 0.5, 0.1], randomNumbers(1));
  const { conic, column, objective } = scaleColumns(even, isBound);
  assert.equal(conic, even);
  assert.deepEqual([...column, objective], new Array(n + 1).fill(1));
});

Deno.test("a column a million times the others is scaled down by a power of two, and no other column is scaled", () => {
  const { conic, column } = scaleColumns(program([1, 1, 1, 1, 1e6, 1e-6], randomNumbers(2)), isBound);
  assert.ok(column.every((factor) => Number.isInteger(Math.log2(factor))));
  assert.deepEqual(column.map((factor, j) => j === 4 ? 1 : factor), new Float64Array(n).fill(1));
  assert.ok(column[4] < 1e-5 && column[4] > 1e-7, `${column[4]}`);
  assert.ok(conic.P.values.every((value) => Math.abs(value) < 100), `${conic.P.values}`);
  assert.ok(conic.A.values.every((value) => value === column[4] || Math.abs(value) === 1), `${conic.A.values}`);
});

Deno.test("the optimum in scaled columns is that of the given program", () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = randomNumbers(seed);
    const given = program([1, 1, 1, 1, 10 ** (6 * random()), 1], random);
    const { conic, column } = scaleColumns(given, isBound);
    const x = solveConic(kernels.conic, conic).x.map((entry, j) => entry * column[j]);
    const plain = solveConic(kernels.conic, given).x;
    // A solver's optimum is good to about the root of its tolerance of 1e-10.
    x.forEach((entry, j) => assert.ok(Math.abs(entry - plain[j]) <= 1e-4, `${seed}: ${entry} and ${plain[j]}`));
  }
});
