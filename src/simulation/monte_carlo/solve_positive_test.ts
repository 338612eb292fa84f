import assert from "node:assert/strict";
import { solvePositive } from "./solve_positive.ts";

Deno.test("solvePositive solves a positive definite system of three equations", () => {
  const matrix = Float64Array.of(4, 2, 0.5, 2, 3, -1, 0.5, -1, 5);
  const right = Float64Array.of(1, -2, 3);
  const solution = solvePositive(matrix, right);
  assert.ok(solution !== null);
  right.forEach((value, row) => {
    const sum = solution.reduce((total, entry, column) => total + matrix[3 * row + column] * entry, 0);
    assert.ok(Math.abs(sum - value) < 1e-14);
  });
});

Deno.test("solvePositive returns null for a matrix that is not positive definite", () => {
  assert.equal(solvePositive(Float64Array.of(1, 2, 2, 1), Float64Array.of(1, 1)), null);
});
