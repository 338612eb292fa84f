import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { objectiveAt } from "../../../tests/support/objective_at.ts";
import { Affine, type Program, quadraticTimes } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { provesInfeasible } from "../certify/proves_infeasible.ts";
import { reduceProgram } from "./reduce_program.ts";
import { wholeOf } from "./reduction.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";

const kernels = await loadKernels(null);
const OPTIONS = { linearAlgebra: kernels.linearAlgebra, objectiveScale: 1, bounds: true };

/** The least variance of three weights of which the first is locked, beside a row on all of them. */
function lockedProgram({ at, max = 1 }: { at: number; max?: number }): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(3, 0, max);
  builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(4, 1, 0, 1, 2, 0.5, 0, 0.5, 3)), 1);
  builder.minimize(x.dot([0.3, -0.1, 0.2]));
  builder.equal(x.sum(), Affine.constant(1));
  builder.equal(x.at(0), Affine.constant(at));
  builder.atMost(x.dot([1, 2, 0]), Affine.constant(0.9));
  return builder.build();
}

Deno.test("a variable that an equality determines is left out of the reduced program", () => {
  const program = lockedProgram({ at: 0.2 });
  const { variables, conic } = reduceProgram(program, wholeOf(program), OPTIONS);
  assert.deepEqual([...variables], [1, 2]);
  // The budget, the limit and two bounds of each: the lock is gone.
  assert.equal(conic.b.length, 6);
});

Deno.test("a determined variable is back in the answer, with the multiplier of its equality", () => {
  const program = lockedProgram({ at: 0.2 });
  const answer = solveByCones(program, kernels, wholeOf(program));
  assert.ok(answer.status === "solved");
  assert.equal(answer.point.x[0], 0.2);
  const { primal, dual, gap } = certify(program, answer.point);
  assert.ok(Math.max(primal, dual, gap) < 1e-7, `${primal}, ${dual}, ${gap}`);
  const lock = program.blocks.flatMap(({ firstRow, rows }) => Array.from({ length: rows }, (_, i) => firstRow + i))
    .filter((row) => !program.rows.entry(row).isConstant() && termsOf(program, row) === 1);
  const step = 1e-4;
  const values = [-step, step].map((by) => valueOf(lockedProgram({ at: 0.2 + by })));
  const slope = (values[1] - values[0]) / (2 * step);
  // Rows are limits less what is limited: more of the limit changes the value by minus the multiplier.
  assert.ok(
    Math.abs(Math.abs(answer.point.z[lock[0]]) - Math.abs(slope)) < 1e-5,
    `${answer.point.z[lock[0]]} ${slope}`,
  );
});

Deno.test("a locked weight outside its bounds is infeasible, with multipliers that prove it", () => {
  const program = lockedProgram({ at: 0.6, max: 0.5 });
  const answer = solveByCones(program, kernels, wholeOf(program));
  assert.ok(answer.status === "infeasible" && provesInfeasible(program, answer.multipliers));
});

Deno.test("locked weights that exceed the budget are infeasible, with multipliers that prove it", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(3, 0, 1);
  builder.equal(x.sum(), Affine.constant(1));
  builder.equal(x.at(0), Affine.constant(0.8));
  builder.equal(x.at(1), Affine.constant(0.7));
  const program = builder.build();
  const answer = solveByCones(program, kernels, wholeOf(program));
  assert.ok(answer.status === "infeasible" && provesInfeasible(program, answer.multipliers));
});

Deno.test("two equalities that set one variable to different values are infeasible, with multipliers that prove it", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0, 1);
  builder.equal(x.at(0), Affine.constant(0.8));
  builder.equal(x.at(0), Affine.constant(0.7));
  const program = builder.build();
  const answer = solveByCones(program, kernels, wholeOf(program));
  assert.ok(answer.status === "infeasible" && provesInfeasible(program, answer.multipliers));
});

function termsOf(program: Program, row: number): number {
  let terms = 0;
  program.rows.forEachTerm(row, () => terms++);
  return terms;
}

function valueOf(program: Program): number {
  const answer = solveByCones(program, kernels, wholeOf(program));
  assert.ok(answer.status === "solved");
  return objectiveAt(program, answer.point.x);
}

Deno.test("a weight that two definitions determine takes their value and has a reduced cost of 0", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, -1, 1);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(4, 1, 1, 2)), 1);
  builder.minimize(x.dot([0.3, -0.2]));
  builder.equal(x.sum(), Affine.constant(0.5));
  const parts = ["trade", "size"].map((name) => builder.split(name, () => x.all()));
  for (const { positive, negative } of parts) builder.minimize(positive.sum().plus(negative.sum()));
  const program = builder.build();
  const reduction = wholeOf(program);
  for (const { positive, negative } of parts) {
    for (const { offset } of [positive, negative]) reduction.free[offset] = 0;
    reduction.free[negative.offset + 1] = 0;
  }
  reduction.origin.set([0.25, 0.25]);
  const multipliers = Float64Array.from({ length: program.rows.length }, (_, i) => 0.1 * (i + 1));
  const { expand, conic } = reduceProgram(program, reduction, { ...OPTIONS, bounds: false, multipliers });
  const { x: reached, z } = expand(new Float64Array(conic.q.length), new Float64Array(conic.b.length));
  assert.equal(reached[0], 0);
  const [cost] = reducedCostsAt(program, quadraticTimes(program, reached), z);
  assert.ok(Math.abs(cost) <= 1e-15, `${cost}`);
});
