import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import type { ConicProgram } from "../../kernels/conic.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { secondOrder } from "../cones/second_order.ts";
import { zero } from "../cones/zero.ts";
import { compressed } from "./compressed.ts";
import { equilibrate } from "./equilibrate.ts";

/** min ½ Σ x² - x₁ over Σ sizes x = 1, x ≥ 0, and, where `isCurved`, ‖(x₁, x₂)‖ ≤ 10 x₃ + 10. */
function program(sizes: readonly number[], isCurved = false): ConicProgram {
  const n = sizes.length;
  return {
    P: compressed(n, n, (visit) => sizes.forEach((_, j) => visit(j, j, 1))),
    q: Float64Array.from(sizes, (_, j) => j === 0 ? -1 : 0),
    A: compressed(1 + n + (isCurved ? 3 : 0), n, (visit) => {
      sizes.forEach((size, j) => visit(0, j, size));
      sizes.forEach((_, j) => visit(1 + j, j, -1));
      if (!isCurved) return;
      visit(1 + n, 2, -10);
      visit(2 + n, 0, -1);
      visit(3 + n, 1, -1);
    }),
    b: Float64Array.of(1, ...new Float64Array(n), ...isCurved ? [10, 0, 0] : []),
    cones: [zero.kernelCone(1), nonnegative.kernelCone(n), ...isCurved ? [secondOrder.kernelCone(3)] : []],
  };
}

const sizes = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 8 })
  .map((exponents) => exponents.map((exponent) => 2 ** exponent));

Deno.test("equilibration by powers of two brings coefficients of any size near 1", () => {
  fc.assert(
    fc.property(sizes, (given) => {
      const { conic, row, column, objective } = equilibrate(program(given));
      for (const factor of [...row, ...column, objective]) assert.ok(Number.isInteger(Math.log2(factor)), `${factor}`);
      const largest = new Float64Array(conic.b.length);
      conic.A.values.forEach((value, k) => {
        largest[conic.A.rowIndex[k]] = Math.max(largest[conic.A.rowIndex[k]], Math.abs(value));
      });
      // A factor of two for each of the two powers that an entry is rounded to.
      assert.ok(largest[0] > 0.2 && largest[0] < 5, `${largest[0]}`);
      assert.ok(conic.b.every((value) => Math.abs(value) <= 2), `${conic.b}`);
    }),
  );
});

Deno.test("equilibration scales the rows of a curved cone by one factor", () => {
  fc.assert(
    fc.property(sizes, (given) => {
      const { row } = equilibrate(program(given, true));
      const [t, x, y] = row.slice(-3);
      assert.deepEqual([x, y], [t, t]);
    }),
  );
});

Deno.test("slacks and objective of the equilibrated program are those of the given one, scaled", () => {
  fc.assert(
    fc.property(sizes, fc.boolean(), (given, isCurved) => {
      const plain = program(given, isCurved), { conic, column, row, objective } = equilibrate(plain);
      const point = Float64Array.from(given, (_, j) => 1 + j / 8);
      const inPlain = point.map((entry, j) => entry * column[j]);
      const slacks = slacksAt(plain, inPlain).map((slack, i) => slack * row[i]);
      slacksAt(conic, point).forEach((slack, i) => assertNear(slack, slacks[i]));
      assertNear(costAt(conic, point), objective * costAt(plain, inPlain));
    }),
  );
});

/** Scaling rounds nothing; sums are rounded, relative to the largest term, which is at most 2^50 here. */
function assertNear(value: number, expected: number): void {
  assert.ok(Math.abs(value - expected) <= 1e-9 * (1 + Math.abs(expected)), `${value} is not ${expected}`);
}

function slacksAt({ A, b }: ConicProgram, x: Float64Array): Float64Array {
  const slacks = b.slice();
  for (let j = 0; j < x.length; j++) {
    for (let k = A.columnStart[j]; k < A.columnStart[j + 1]; k++) slacks[A.rowIndex[k]] -= A.values[k] * x[j];
  }
  return slacks;
}

/** Of a program whose P is diagonal. */
function costAt({ P, q }: ConicProgram, x: Float64Array): number {
  return x.reduce((sum, entry, j) => sum + 0.5 * P.values[j] * entry * entry + q[j] * entry, 0);
}
