import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { matrix } from "../../domain/matrix.ts";
import type { SparseMatrix } from "../../kernels/conic.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { zero } from "../cones/zero.ts";
import { objectiveAt } from "../../../tests/support/objective_at.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { reduceProgram } from "./reduce_program.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { DROPPED, EQUALITY, RETAINED, wholeOf } from "./reduction.ts";

const { linearAlgebra } = await loadKernels(null);

/** Three bounded variables and two hinges on them, with a row of each cone and an objective of each kind. */
function someProgram(): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(3, -1, 2);
  builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(3, 1, 0, 1, 2, -1, 0, -1, 4)), 0.5);
  builder.minimize(x.dot([1, -2, 0.5]));
  const u = builder.hinge(x.dot([1, 1, 0]).spread([1, -2]).plus(Affine.constant(0.1, 0.3)));
  builder.minimize(u.sum().times(2));
  builder.minimizeQuadratic(u, null, 0.7);
  builder.equal(x.sum(), Affine.constant(1));
  builder.atMost(x.dot([2, 0, -1]), Affine.constant(1.5));
  builder.normAtMost(x.all(), x.at(0).plus(Affine.constant(3)));
  return builder.build();
}

const PROGRAM = someProgram();
const entries = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
  minLength: PROGRAM.size,
  maxLength: PROGRAM.size,
}).map((values) => Float64Array.from(values));
const flags = fc.array(fc.boolean(), { minLength: PROGRAM.size, maxLength: PROGRAM.size });

Deno.test("a step of the reduced program changes the objective and the rows as in the whole program", () => {
  fc.assert(
    fc.property(entries, entries, flags, fc.constantFrom(1, 0.01, 30), (origin, step, moves, objectiveScale) => {
      fc.pre(moves.some((free) => free));
      const free = Uint8Array.from(moves, Number), rows = new Uint8Array(PROGRAM.rows.length).fill(RETAINED);
      const { conic, expand } = reduceProgram(PROGRAM, { free, origin, rows }, {
        linearAlgebra,
        objectiveScale,
        bounds: true,
        determines: false,
      });
      const taken = Float64Array.from(conic.q, (_, k) => step[k]);
      const { x } = expand(taken, new Float64Array(conic.b.length));
      free.forEach((moved, j) => assert.ok(moved || x[j] === origin[j], "a fixed variable moved"));
      const gained = objectiveAt(PROGRAM, x) - objectiveAt(PROGRAM, origin);
      assertClose(conicObjective(conic.P, conic.q, taken), objectiveScale * gained);
      // The slacks are those of retained rows at the point, in the order of their cones, with the bounds between.
      const slacks = slacksOf(conic.A, conic.b, taken);
      const expected = [...PROGRAM.rows.evaluate(x)];
      const norm = PROGRAM.blocks.filter(({ cone }) => !cone.isLinear);
      const last = slacks.slice(slacks.length - 4);
      const [{ firstRow }] = norm;
      const movesNorm = moves.slice(0, 3).some((one) => one);
      if (movesNorm) last.forEach((slack, i) => assertClose(slack, expected[firstRow + i]));
    }),
    { numRuns: problemCount(100, 25) },
  );
});

Deno.test("bounds of free variables become rows only when asked for", () => {
  const whole = wholeOf(PROGRAM);
  const withBounds = reduceProgram(PROGRAM, whole, { linearAlgebra, objectiveScale: 1, bounds: true }).conic;
  const without = reduceProgram(PROGRAM, whole, { linearAlgebra, objectiveScale: 1, bounds: false }).conic;
  // Three variables of two bounds, two hinges of one.
  assert.equal(withBounds.b.length - without.b.length, 8);
});

Deno.test("a step in a smaller unit with starting multipliers leads to the right point of the whole program", () => {
  const { free, rows } = wholeOf(PROGRAM);
  const origin = new Float64Array(PROGRAM.size).fill(0.2);
  const multipliers = Float64Array.from(rows, (_, i) => 0.1 * i);
  const { conic, expand } = reduceProgram(PROGRAM, { free, origin, rows }, {
    linearAlgebra,
    objectiveScale: 2,
    bounds: false,
    unit: 0.01,
    multipliers,
  });
  const step = Float64Array.from(conic.q, (_, k) => k + 1), z = Float64Array.from(conic.b, () => 4);
  const point = expand(step, z);
  point.x.forEach((entry, j) => assertClose(entry, 0.2 + 0.01 * (j + 1)));
  point.z.forEach((entry, i) => assertClose(entry, 0.1 * i + 4 * 0.01 / 2));
});

Deno.test("dropped rows get multipliers of 0, and rows marked as equalities join the zero cone", () => {
  const whole = wholeOf(PROGRAM);
  const rows = whole.rows.slice();
  const inequality = PROGRAM.blocks.find(({ cone, rows }) => cone === nonnegative && rows === 1)?.firstRow ?? -1;
  rows[inequality] = EQUALITY;
  for (const { cone, firstRow, rows: count } of PROGRAM.blocks) {
    if (!cone.isLinear) rows.fill(DROPPED, firstRow, firstRow + count);
  }
  const { conic, expand } = reduceProgram(PROGRAM, { ...whole, rows }, {
    linearAlgebra,
    objectiveScale: 1,
    bounds: false,
  });
  assert.deepEqual(conic.cones, [zero.kernelCone(2), nonnegative.kernelCone(2)]);
  const { z } = expand(new Float64Array(conic.q.length), new Float64Array(conic.b.length).fill(9));
  for (const { cone, firstRow, rows: count } of PROGRAM.blocks) {
    for (let i = firstRow; i < firstRow + count; i++) assert.equal(z[i], !cone.isLinear ? 0 : 9);
  }
});

Deno.test("a hinge whose row is an equality is eliminated and returns at the value of its argument", () => {
  const whole = wholeOf(PROGRAM);
  const rows = whole.rows.slice();
  const { variable, row } = PROGRAM.hinges;
  rows[row[0]] = EQUALITY;
  const origin = Float64Array.of(0.3, 0.4, 0.2, 0, 0);
  const { conic, expand } = reduceProgram(PROGRAM, { ...whole, origin, rows }, {
    linearAlgebra,
    objectiveScale: 1,
    bounds: false,
  });
  assert.equal(conic.q.length, PROGRAM.size - 1);
  const step = Float64Array.of(0.1, -0.2, 0.05, 0.6);
  const { x, z } = expand(step, new Float64Array(conic.b.length));
  assertClose(x[variable[0]], x[0] + x[1] + 0.1);
  // Its multiplier is the derivative of the objective by it: 2 + 0.7 u.
  assertClose(z[row[0]], 2 + 0.7 * x[variable[0]]);
  const settled = expand(new Float64Array(4), new Float64Array(conic.b.length)).x;
  assertClose(conicObjective(conic.P, conic.q, step), objectiveAt(PROGRAM, x) - objectiveAt(PROGRAM, settled));
});

Deno.test("a row without free variables is a contradiction where it is broken, and is ignored where it holds", () => {
  const whole = wholeOf(PROGRAM);
  const free = Uint8Array.of(0, 0, 0, 1, 1);
  const at = (origin: Float64Array) =>
    reduceProgram(PROGRAM, { ...whole, free, origin }, { linearAlgebra, objectiveScale: 1, bounds: true });
  assert.equal(at(Float64Array.of(0.5, 0.25, 0.25, 0, 0)).contradiction, null);
  const broken = at(Float64Array.of(0.5, 0.25, 0, 0, 0)).contradiction;
  const row = PROGRAM.blocks.find(({ cone }) => cone === zero)?.firstRow;
  assert.deepEqual(broken, Float64Array.from({ length: PROGRAM.rows.length }, (_, i) => i === row ? -1 : 0));
});

Deno.test("variables whose bounds leave one value are fixed at it from the start", () => {
  const builder = new ProgramBuilder();
  builder.variables(1, 0.3, 0.3);
  builder.variables(1, 0, 1);
  const { free, origin } = wholeOf(builder.build());
  assert.deepEqual([[...free], [...origin]], [[0, 1], [0.3, 0]]);
});

function conicObjective(P: SparseMatrix, q: Float64Array, x: Float64Array): number {
  let value = 0;
  for (let j = 0; j < P.columns; j++) {
    value += q[j] * x[j];
    for (let k = P.columnStart[j]; k < P.columnStart[j + 1]; k++) {
      const i = P.rowIndex[k];
      assert.ok(i <= j, "P is given by its upper triangle");
      value += (i === j ? 0.5 : 1) * P.values[k] * x[i] * x[j];
    }
  }
  return value;
}

function slacksOf(A: SparseMatrix, b: Float64Array, x: Float64Array): number[] {
  const slacks = [...b];
  for (let j = 0; j < A.columns; j++) {
    for (let k = A.columnStart[j]; k < A.columnStart[j + 1]; k++) slacks[A.rowIndex[k]] -= A.values[k] * x[j];
  }
  return slacks;
}

function assertClose(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)), `${actual}, not ${expected}`);
}
