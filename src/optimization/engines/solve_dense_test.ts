import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import type { ConicProgram } from "../../kernels/conic.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { zero } from "../cones/zero.ts";
import { compressed } from "../presolve/compressed.ts";
import { solveEqualities } from "./solve_dense.ts";

const { quadratic } = await loadKernels(null);

/** min ½ε x'x + q'x, A x = b for a matrix by rows whose diagonal is the largest, so that it is well conditioned. */
function program({ n, entries, q, b, curvature }: {
  readonly n: number;
  readonly entries: readonly number[];
  readonly q: readonly number[];
  readonly b: readonly number[];
  readonly curvature: number;
}): { conic: ConicProgram; at: (i: number, j: number) => number } {
  const at = (i: number, j: number): number => entries[i * n + j] / n + (i === j ? 2 : 0);
  return {
    at,
    conic: {
      P: compressed(n, n, (visit) => {
        for (let j = 0; j < n; j++) visit(j, j, curvature);
      }),
      q: Float64Array.from(q),
      A: compressed(b.length, n, (visit) => {
        for (let i = 0; i < b.length; i++) for (let j = 0; j < n; j++) visit(i, j, at(i, j));
      }),
      b: Float64Array.from(b),
      cones: [zero.kernelCone(b.length)],
    },
  };
}

const numbers = (length: number, size = 1) =>
  fc.array(fc.double({ min: -size, max: size, noNaN: true }), { minLength: length, maxLength: length });

/** As many equalities as variables where next to nothing is curved, as in a step to a vertex; else any number. */
const programs = fc.record({ n: fc.integer({ min: 1, max: 30 }), curvature: fc.constantFrom(1e-9, 1e-2, 1) })
  .chain(({ n, curvature }) =>
    fc.record({
      n: fc.constant(n),
      entries: numbers(n * n),
      q: numbers(n),
      b: fc.integer({ min: curvature < 1e-2 ? n : 1, max: n }).chain((m) => numbers(m, 1e-3)),
      curvature: fc.constant(curvature),
    })
  );

Deno.test("programs of equalities alone are solved to rounding, with their multipliers, at any curvature", () =>
  fc.assert(
    fc.property(programs, (sent) => {
      const { conic, at } = program(sent), { n, q, b, curvature } = sent;
      const found = solveEqualities(quadratic, conic, 1e-12);
      assert.ok(found !== null);
      const { x, z } = found;
      // Sums of thirty terms, of sizes up to the hundred that a curvature of 0.01 makes of a slope of 1.
      b.forEach((one, i) => {
        const missed = x.reduce((sum, entry, j) => sum + at(i, j) * entry, -one);
        assert.ok(Math.abs(missed) <= 1e-11, `row ${i} is missed by ${missed}`);
      });
      for (let j = 0; j < n; j++) {
        const slope = z.reduce((sum, entry, i) => sum + at(i, j) * entry, curvature * x[j] + q[j]);
        assert.ok(Math.abs(slope) <= 1e-11, `slope ${j} is ${slope}`);
      }
    }),
    { numRuns: problemCount(200, 50) },
  ));

Deno.test("contradictory equalities have no solution by the dense solver", () => {
  const { conic } = program({ n: 2, entries: [0, 0, 0, 0], q: [1, 1], b: [1], curvature: 1 });
  const twice: ConicProgram = {
    ...conic,
    A: compressed(2, 2, (visit) => {
      visit(0, 0, 1);
      visit(1, 0, 1);
    }),
    b: Float64Array.of(1, 2),
    cones: [zero.kernelCone(2)],
  };
  assert.equal(solveEqualities(quadratic, twice, 1e-12), null);
});
