import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { objectiveAt } from "../../../tests/support/objective_at.ts";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify, settled } from "./certify.ts";
import { wholeOf } from "./reduction.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { solveLazily } from "./solve_lazily.ts";
import { solveProgram } from "./solve_program.ts";

const kernels = await loadKernels(null);

/** Of what the conic solver alone leaves open. */
const TOLERANCE = 1e-7;

const ASSETS = 12, PERIODS = 240;

/** What is made of the drawdowns of cumulative returns. */
type Made = "sum" | "largest" | "squares" | "tail" | "return under a limit";

/** A program over weights whose cumulative returns have drawdowns, and a start. */
function drawdownProgram(seed: number, made: Made): { program: Program; guess: Float64Array } {
  const random = randomNumbers(seed), builder = new ProgramBuilder();
  const sums = matrix(PERIODS, ASSETS);
  for (let t = 0; t < PERIODS; t++) {
    for (let j = 0; j < ASSETS; j++) {
      const before = t === 0 ? 0 : sums.data[(t - 1) * ASSETS + j];
      sums.data[t * ASSETS + j] = before + random() + random() - 1 + 0.02 * j / ASSETS;
    }
  }
  const weights = builder.variables(ASSETS, 0, 0.4);
  builder.equal(weights.sum(), Affine.constant(1));
  const cumulative = weights.mapped(sums);
  const drawdowns = builder.runningMaxima("cumulative", () => cumulative).all().minus(cumulative);
  if (made === "sum") builder.minimize(drawdowns.sum().times(1 / PERIODS));
  if (made === "largest") builder.minimize(builder.greatest(drawdowns));
  if (made === "squares") builder.minimizeQuadratic(builder.hinge(drawdowns), null, 1 / PERIODS);
  if (made === "tail") {
    const threshold = builder.variables(1);
    const place = (values: Float64Array): number => values.toSorted()[Math.floor(0.9 * PERIODS)];
    const beyond = builder.hinge(drawdowns, { threshold, place });
    builder.minimize(threshold.at(0).plus(beyond.sum().times(1 / (0.1 * PERIODS))));
  }
  if (made === "return under a limit") {
    builder.atMost(drawdowns.sum().times(1 / PERIODS), Affine.constant(1.5));
    builder.minimize(weights.dot(Array.from({ length: ASSETS }, () => -random())));
  }
  const guess = new Float64Array(builder.size);
  guess.fill(1 / ASSETS, weights.offset, weights.offset + ASSETS);
  builder.settle(guess);
  return { program: builder.build(), guess };
}

for (const made of ["sum", "largest", "squares", "tail", "return under a limit"] as const) {
  Deno.test(`drawdowns by few of their peaks have the optimum of all of them: ${made}`, () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { program, guess } = drawdownProgram(seed, made);
      const lazily = solveLazily(program, kernels, guess), whole = solveByCones(program, kernels, wholeOf(program));
      assert.ok(lazily.status === "solved" && whole.status === "solved", `seed ${seed}`);
      const [few, all] = [lazily, whole].map(({ point }) => objectiveAt(program, settled(program, point).x));
      assert.ok(Math.abs(few - all) <= 1e-5 * Math.abs(all), `seed ${seed}: ${few}, of all ${all}`);
    }
  });

  Deno.test(`drawdowns by few of their peaks are proven, multipliers of all of them included: ${made}`, () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { program, guess } = drawdownProgram(seed, made);
      const { status, point } = solveProgram(program, kernels, { guess: () => guess });
      assert.equal(status, "optimal", `seed ${seed}`);
      assert.ok(point);
      const { primal, dual, gap } = certify(program, point);
      assert.ok(primal <= 1e-9 && dual <= TOLERANCE && gap <= TOLERANCE, `seed ${seed}: ${primal}, ${dual}, ${gap}`);
    }
  });
}

Deno.test("running maxima asked for twice under a name are the same, and stand at the largest value so far", () => {
  const builder = new ProgramBuilder(), x = builder.variables(4);
  const first = builder.runningMaxima("x", () => x.all()), second = builder.runningMaxima("x", () => x.all());
  assert.equal(first, second);
  const point = Float64Array.of(-1, 2, 1, 3, 0, 0, 0, 0);
  builder.settle(point);
  assert.deepEqual([...point.subarray(4)], [0, 2, 2, 3]);
});
