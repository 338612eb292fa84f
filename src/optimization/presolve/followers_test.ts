import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { reduceProgram } from "./reduce_program.ts";
import { type Reduction, wholeOf } from "./reduction.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { solveDense } from "../engines/solve_dense.ts";

const kernels = await loadKernels(null);
const OPTIONS = { linearAlgebra: kernels.linearAlgebra, objectiveScale: 1, bounds: true };

/** Least variance and cost of three weights, long and short, whose sizes sum to at most 1.2. */
function longShortProgram({ lower = -0.5, cost = 0 }: { lower?: number; cost?: number } = {}): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(3, lower, 2);
  builder.minimizeQuadratic(x, matrix(3, 3, Float64Array.of(1, 0.9, 0, 0.9, 1, 0.2, 0, 0.2, 3)), 1);
  builder.minimize(x.dot([0, 0.8, 0.1 + cost]));
  const { positive, negative } = builder.split("size", () => x.all());
  builder.equal(x.sum(), Affine.constant(1));
  builder.atMost(positive.sum().plus(negative.sum()), Affine.constant(1.2));
  return builder.build();
}

/** The parts that are at 0 where the first and last weights are long and the second is short. */
function signsDecided(program: Program): Reduction {
  const reduction = wholeOf(program);
  for (const j of [4, 6, 8]) reduction.free[j] = 0;
  return reduction;
}

Deno.test("the positive or negative part of a weight of known sign is replaced by the weight and its bound", () => {
  const program = longShortProgram();
  const { variables, conic, equalities } = reduceProgram(program, signsDecided(program), OPTIONS);
  assert.deepEqual([...variables], [0, 1, 2]);
  // The budget; the sum of sizes, and a lower and an upper bound of each weight.
  assert.deepEqual([equalities, conic.b.length], [1, 8]);
});

for (
  const [name, solve] of [
    ["cones", (program: Program) => solveByCones(program, kernels, signsDecided(program))],
    ["the dense solver", (program: Program) => solveDense(program, kernels, signsDecided(program), () => true)],
  ] as const
) {
  for (const cost of [0, 1.3]) {
    Deno.test(`the optimum by ${name} with the signs decided is proven for the whole program, ${cost === 0 ? "off" : "at"} the bound of a part`, () => {
      const program = longShortProgram({ cost });
      const answer = solve(program);
      assert.ok(answer?.status === "solved");
      const { x } = answer.point;
      assert.ok(Math.abs(x[0] - x[3]) + Math.abs(x[1] + x[7]) + Math.abs(x[2] - x[5]) < 1e-12, [...x].join());
      if (cost > 0) assert.ok(Math.abs(x[2]) < 1e-7, `${x[2]}`);
      const { primal, dual, gap } = certify(program, answer.point);
      assert.ok(Math.max(primal, dual, gap) < 1e-7, `${primal}, ${dual}, ${gap}`);
    });
  }
}

Deno.test("a part whose sign contradicts the bounds of its weight stays a variable of the reduced program", () => {
  const program = longShortProgram({ lower: 0.1 });
  const { variables } = reduceProgram(program, signsDecided(program), OPTIONS);
  // The second weight is at least 0.1, and short.
  assert.deepEqual([...variables], [0, 1, 2, 7]);
});
