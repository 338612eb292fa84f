import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { magnify } from "./magnify.ts";
import { meets } from "../certify/proof.ts";
import { solveProgram } from "../solve_program.ts";

const kernels = await loadKernels(null);

/** The least by which two limits are missed that are a billionth apart: half of it, at 0.5 + 5e-10. */
function missProgram() {
  const builder = new ProgramBuilder();
  const x = builder.variables(1, 0, 1), miss = builder.variables(1, 0);
  builder.minimize(miss.at(0));
  builder.atMost(x.at(0), miss.at(0).plus(Affine.constant(0.5)));
  builder.atMost(Affine.constant(0.5 + 1e-9), x.at(0).plus(miss.at(0)));
  return builder.build();
}

Deno.test("a magnified program resolves a difference of 1e-9 to its last digits and gives the multipliers of the whole", () => {
  const program = missProgram(), magnified = magnify(program, Float64Array.of(0.5, 0), 1e-9);
  assert.ok(magnified !== null);
  const { status, point } = solveProgram(magnified.program, kernels);
  assert.ok(status === "optimal" && point !== null);
  const whole = magnified.back(point);
  assert.ok(Math.abs(whole.x[1] - 5e-10) <= 1e-16 && Math.abs(whole.x[0] - 0.5 - 5e-10) <= 1e-15, `${whole.x}`);
  assert.ok(Math.abs(whole.z[0] - 0.5) <= 1e-12 && Math.abs(whole.z[1] - 0.5) <= 1e-12, `${whole.z}`);
});

Deno.test("a magnified program with a curved objective has the optimum of the whole", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(2, 0, 0, 4)));
  builder.equal(x.sum(), Affine.constant(1));
  const program = builder.build(), magnified = magnify(program, Float64Array.of(0.6667, 0.3333), 1e-6);
  const point = magnified && solveProgram(magnified.program, kernels).point;
  assert.ok(magnified && point && meets(certify(program, magnified.back(point))));
});

Deno.test("homogenised programs and programs with curved cones are not magnified", () => {
  const norm = new ProgramBuilder(), x = norm.variables(2, 0);
  norm.normAtMost(x.all(), Affine.constant(1));
  assert.equal(magnify(norm.build(), new Float64Array(2), 1e-9), null);
  const homogenised = new ProgramBuilder(), y = homogenised.variables(2, 0);
  homogenised.scaleBy(y.at(1));
  assert.equal(magnify(homogenised.build(), new Float64Array(2), 1e-9), null);
});
