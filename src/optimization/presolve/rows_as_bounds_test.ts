import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { rowsAsBounds } from "./rows_as_bounds.ts";
import { solveProgram } from "../solve_program.ts";

const kernels = await loadKernels(null);

/** Least variance of three weights, each at most 0.5 times a variable that stands still at 1, the last at least 0.1. */
function cappedProgram(): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(3, 0), still = builder.variables(1, 1, 1).at(0);
  builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(1, 0.2, 0, 0.2, 4, 0.1, 0, 0.1, 50)));
  builder.equal(x.sum(), Affine.constant(1));
  builder.atMost(x.all(), still.spread([0.5, 0.5, 0.5]));
  builder.atMost(still.times(0.1), x.at(2));
  builder.atMost(x.at(0).plus(x.at(1)), Affine.constant(2));
  return builder.build();
}

Deno.test("rows of a single movable variable become its bounds, and other rows stay", () => {
  const { program } = rowsAsBounds(cappedProgram());
  assert.deepEqual([...program.lower], [0, 0, 0.1, 1]);
  assert.deepEqual([...program.upper], [0.5, 0.5, 0.5, 1]);
  assert.equal(program.rows.length, 2);
});

Deno.test("multipliers of bounds made of rows return to these rows and prove the given program", () => {
  const given = cappedProgram(), bounded = rowsAsBounds(given);
  const { point } = solveProgram(bounded.program, kernels);
  assert.ok(point !== null);
  const { x, z } = bounded.back(point);
  assert.deepEqual([...x].map((entry) => Math.round(entry * 1e9) / 1e9), [0.5, 0.4, 0.1, 1]);
  const { primal, dual, gap } = certify(given, { x, z });
  // A dozen terms each.
  assert.ok(Math.max(primal, dual, gap) < 1e-12, `${primal} ${dual} ${gap}`);
  assert.equal(z.filter((multiplier) => multiplier > 1e-6).length, 2, "the cap of the first, the floor of the last");
});

Deno.test("a program without rows of a single movable variable is left as it is", () => {
  const { program } = rowsAsBounds(cappedProgram());
  assert.equal(rowsAsBounds(program).program, program);
});
