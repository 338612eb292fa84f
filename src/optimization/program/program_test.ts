import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { objectiveAt } from "../../../tests/support/objective_at.ts";
import { Affine, quadraticTimes } from "./program.ts";
import { ProgramBuilder } from "./program_builder.ts";

Deno.test("rows are ordered by cone, equalities first, and keep their labels", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  const label = { family: "turnover" as const, rule: null, slackByLimit: Affine.constant(1) };
  builder.normAtMost(x.all(), Affine.constant(5));
  builder.atMost(x.sum(), Affine.constant(3), label);
  builder.equal(x.at(0), Affine.constant(1));
  const { blocks, rows } = builder.build();
  assert.deepEqual(
    blocks.map(({ cone, firstRow, rows, label }) => [cone.id, firstRow, rows, label?.family ?? null]),
    [["zero", 0, 1, null], ["nonnegative", 1, 1, "turnover"], ["second_order", 2, 3, null]],
  );
  // b - a of the equality, b - a of the inequality, (t, x) of the cone.
  assert.deepEqual([...rows.evaluate(Float64Array.of(0.5, 2))], [0.5, 0.5, 5, 0.5, 2]);
});

Deno.test("repeated bounds of a variable only ever tighten", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, -1, 4);
  builder.bound(x, { lower: [0, -3], upper: [5, 2] });
  const { lower, upper } = builder.build();
  assert.deepEqual([[...lower], [...upper]], [[0, -1], [4, 2]]);
});

Deno.test("the objective of a program sums its linear and quadratic parts without constants", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2), y = builder.variables(1);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(2, 1, 1, 4)), 3);
  builder.minimizeQuadratic(y, null, 5);
  builder.minimize(x.sum());
  builder.minimize(x.at(0).plus(Affine.constant(7)));
  const program = builder.build(), at = Float64Array.of(1, 2, 3);
  assert.deepEqual([...quadraticTimes(program, at)], [12, 27, 15]);
  // ½ (12 + 54 + 45) + 3 + 1
  assert.equal(objectiveAt(program, at), 59.5);
});

Deno.test("a hinge is a variable that is at least 0 and at least its argument, recorded with its row", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  builder.equal(x.sum(), Affine.constant(1));
  const u = builder.hinge(x.all().times(2));
  const { hinges, lower, rows } = builder.build();
  assert.deepEqual([[...hinges.variable], [...hinges.row]], [[2, 3], [1, 2]]);
  assert.deepEqual([...lower.subarray(u.offset)], [0, 0]);
  assert.deepEqual([...rows.evaluate(Float64Array.of(0.25, 0.75, 1, 1))].slice(1), [0.5, -0.5]);
});

Deno.test("positive and negative parts are made once under a name, and their difference is the expression", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  const first = builder.split("trade", () => x.all());
  const second = builder.split("trade", () => {
    throw new Error("made twice");
  });
  assert.equal(second, first);
  assert.notEqual(builder.split("size", () => x.all()), first);
  const { rows, blocks, lower } = builder.build();
  assert.deepEqual(blocks.map(({ cone }) => cone.id), ["zero", "zero"]);
  assert.deepEqual(Array.from(lower.subarray(2)), new Array(8).fill(0));
  const point = Float64Array.of(3, -2, 3, 0, 0, 2, 4, 0, 1, 2);
  assert.deepEqual(Array.from(rows.evaluate(point), Math.abs), [0, 0, 0, 0]);
});

Deno.test("a program without constraints has no rows and no blocks", () => {
  const builder = new ProgramBuilder();
  builder.variables(2);
  assert.deepEqual([builder.build().rows.length, builder.build().blocks], [0, []]);
});

Deno.test("a hinge may be part of rows that limit it, but not of rows that require more of it or of another hinge", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  const costs = builder.hinge(x.all());
  const limited = builder.hinge(x.all().times(-1));
  const asked = builder.hinge(x.sum());
  const fixed = builder.hinge(x.sum().times(2));
  const inner = builder.hinge(x.sum().times(3));
  builder.hinge(inner.all());
  builder.minimize(costs.sum());
  builder.atMost(limited.sum(), Affine.constant(1));
  builder.atMost(Affine.constant(0.1), asked.all());
  builder.equal(fixed.all(), Affine.constant(1));
  const { hinges, rows } = builder.build();
  assert.deepEqual([...hinges.variable], [2, 3, 4, 5, 9]);
  assert.deepEqual(Array.from(hinges.limits, (i) => rows.entry(i).constant[0]), [1]);
});

Deno.test("the largest of several expressions is a variable with a row for each of them, settled at the largest", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2);
  const u = builder.largest([x.all(), x.all().times(-2), x.all().plus(Affine.constant(0.5))], -0.1);
  const { hinges, lower } = builder.build();
  assert.deepEqual([[...hinges.variable], [...hinges.row]], [[2, 3, 2, 3, 2, 3], [0, 1, 2, 3, 4, 5]]);
  assert.deepEqual([...lower.subarray(u.offset)], [-0.1, -0.1]);
  const point = Float64Array.of(1, -1, 0, 0);
  builder.settle(point);
  assert.deepEqual([...point], [1, -1, 1.5, 2]);
});
