import assert from "node:assert/strict";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { objectiveAt } from "../../../../tests/support/objective_at.ts";
import { randomNumbers } from "../../../../tests/support/sample_problem.ts";
import { IS_FULL_RUN, problemSeeds } from "../../../../tests/support/tier.ts";
import { Affine, NO_HINGES, type Program } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { solveByCones } from "../../engines/solve_by_cones.ts";
import { solveProgram } from "../../solve_program.ts";

const kernels = await loadKernels(null);

/** Programs differ by what rounding leaves of hundreds of rows. */
const TOLERANCE = 1e-8;

interface Limited {
  readonly program: Program;
  readonly guess: () => Float64Array;
}

type Limit = (builder: ProgramBuilder, losses: Affine, most: number) => void;

/** What is limited, by hinges of each kind. */
const LIMITS: Readonly<Record<string, Limit>> = {
  "the mean of the losses beyond a threshold"(builder, losses, most) {
    const threshold = builder.variables(1), T = losses.length;
    const place = (values: Float64Array): number => values.toSorted()[Math.floor(0.9 * T)];
    const beyond = builder.hinge(losses, { threshold, place });
    builder.atMost(threshold.at(0).plus(beyond.sum().times(1 / (0.1 * T))), Affine.constant(1.5 * most));
  },
  "a mean of losses"(builder, losses, most) {
    builder.atMost(builder.hinge(losses).sum().times(1 / losses.length), Affine.constant(0.3 * most));
  },
  "the largest loss"(builder, losses, most) {
    const all = Array.from({ length: losses.length }, (_, t) => losses.entry(t));
    builder.atMost(builder.largest(all).all(), Affine.constant(2.2 * most));
  },
  "the larger of two losses, summed"(builder, losses, most) {
    const pairs = [losses, losses.times(-0.5).plus(Affine.constant(0.2 * most))];
    const larger = builder.largest(pairs, 0.1 * most);
    builder.atMost(larger.sum().times(1 / losses.length), Affine.constant(0.55 * most));
  },
};

/** The largest mean of weights under a limit, less a share of their squares where asked for. */
function limited(
  limit: Limit,
  { seed, tightness = 1, curved = false }: { seed: number; tightness?: number; curved?: boolean },
): Limited {
  const random = randomNumbers(seed), n = 8 + Math.floor(5 * random()), T = 300;
  const gauss = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const returns = matrix(T, n, Float64Array.from({ length: T * n }, (_, k) => (0.5 + (k % n) / n) * gauss()));
  const builder = new ProgramBuilder();
  const weights = builder.variables(n, 0, 1);
  builder.equal(weights.sum(), Affine.constant(1));
  limit(builder, weights.mapped(returns).times(-1), 0.55 * tightness);
  const means = Float64Array.from({ length: n }, (_, j) => 0.1 * (1 + j) + 0.2 * gauss());
  builder.minimize(weights.dot(means.map((mean) => -mean)));
  if (curved) builder.minimizeQuadratic(weights, null, 0.3);
  const guess = (): Float64Array => {
    const start = new Float64Array(builder.size).fill(1 / n, 0, n);
    builder.settle(start);
    return start;
  };
  return { program: builder.build(), guess };
}

for (const [name, limit] of Object.entries(LIMITS)) {
  Deno.test(`a limit on ${name} is solved and proven, at the value that the conic solver finds`, () => {
    let binding = 0;
    for (const seed of problemSeeds(6)) {
      const { program, guess } = limited(limit, { seed, curved: seed % 2 === 0 });
      assert.ok(program.hinges.limits.length === 1);
      const { status, point } = solveProgram(program, kernels, { guess });
      assert.equal(status, "optimal");
      const whole = { ...program, hinges: NO_HINGES };
      const byCones = solveByCones(whole, kernels, wholeOf(whole));
      assert.ok(point && byCones.status === "solved");
      const [own, expected] = [point.x, byCones.point.x].map((x) => objectiveAt(program, x));
      assert.ok(Math.abs(own - expected) <= TOLERANCE, `${own}, ${expected} expected`);
      const [held] = program.hinges.limits;
      if (point.z[held] > 1e-6) binding++;
    }
    if (IS_FULL_RUN) assert.ok(binding >= 4, `the limit binds in ${binding} of 6`);
  });

  Deno.test(`a limit on ${name} that is too small is proven infeasible`, () => {
    for (const seed of problemSeeds(4)) {
      const { program, guess } = limited(limit, { seed, tightness: 0.1 });
      assert.equal(solveProgram(program, kernels, { guess }).status, "infeasible");
    }
  });
}
