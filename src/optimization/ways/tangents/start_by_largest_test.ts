import assert from "node:assert/strict";
import { objectiveAt } from "../../../../tests/support/objective_at.ts";
import { randomNumbers } from "../../../../tests/support/sample_problem.ts";
import { problemSeeds, testedCases } from "../../../../tests/support/tier.ts";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { entropic } from "../../cones/entropic.ts";
import { relativistic } from "../../cones/relativistic.ts";
import { Affine, type Program } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { settled } from "../../program/point.ts";
import { PROOF } from "../../certify/proof.ts";
import { solveProgram } from "../../solve_program.ts";
import { WAYS } from "../mod.ts";
import { startByLargest } from "./start_by_largest.ts";
import { TangentSearch } from "./tangent_search.ts";

const kernels = await loadKernels(null);

const ASSETS = 12, PERIODS = 150, LEAST_HELD = 0.3;
const MEASURES = { entropic: entropic(0.95), relativistic: relativistic({ confidence: 0.95, kappa: 0.3 }) };

/** The least of a function of drawdowns over weights of at most 0.4, the first three of which are 0.3 or more. */
function drawdownProgram(
  seed: number,
  made: keyof typeof MEASURES | "largest",
): { readonly program: Program; readonly guess: Float64Array } {
  const random = randomNumbers(seed), builder = new ProgramBuilder(), sums = matrix(PERIODS, ASSETS);
  for (let k = 0; k < sums.data.length; k++) {
    sums.data[k] = (sums.data[k - ASSETS] ?? 0) + random() + random() - 0.98;
  }
  const weights = builder.variables(ASSETS, 0, 0.4);
  builder.equal(weights.sum(), Affine.constant(1));
  builder.atMost(Affine.constant(LEAST_HELD), Affine.combination(Uint32Array.of(0, 1, 2), Float64Array.of(1, 1, 1)));
  const cumulative = weights.mapped(sums);
  const drawdowns = builder.runningMaxima("cumulative", () => cumulative).all().minus(cumulative);
  builder.minimize(made === "largest" ? builder.greatest(drawdowns) : builder.epigraph(MEASURES[made], drawdowns));
  const guess = new Float64Array(builder.size).fill(1 / ASSETS, 0, ASSETS);
  builder.settle(guess);
  return { program: builder.build(), guess };
}

for (const made of testedCases(["entropic", "relativistic"] as const, { testsEach: 2 })) {
  Deno.test(`a search over ${made} drawdown risk starts within the rules, at most 5 % above the least maximum drawdown`, () => {
    for (const seed of problemSeeds(4)) {
      const { program, guess } = drawdownProgram(seed, made), largest = drawdownProgram(seed, "largest");
      const search = new TangentSearch(program, { kernels, ways: WAYS });
      const start = startByLargest(search, guess), least = solveProgram(largest.program, kernels).point;
      assert.ok(start !== null && least !== null, `seed ${seed}`);
      search.judge({ x: start, z: new Float64Array(program.rows.length) }, () => []);
      assert.ok((search.best?.residuals.primal ?? Infinity) <= PROOF.primal, `seed ${seed}`);
      const at = new Float64Array(largest.program.size);
      at.set(start.subarray(0, ASSETS));
      const reached = objectiveAt(largest.program, settledBy(largest.program, at));
      const lowest = objectiveAt(largest.program, settled(largest.program, least).x);
      assert.ok(reached <= 1.05 * lowest, `seed ${seed}: ${reached}, least ${lowest}`);
    }
  });

  Deno.test(`the least ${made} drawdown risk is proven, and is the same with and without a starting guess`, () => {
    for (const seed of problemSeeds(4)) {
      const { program, guess } = drawdownProgram(seed, made);
      const [from, alone] = [{ guess: () => guess }, {}].map((options) => solveProgram(program, kernels, options));
      assert.ok(from.status === "optimal" && alone.status === "optimal" && from.point && alone.point, `seed ${seed}`);
      const [value, other] = [from.point, alone.point].map(({ x }) => objectiveAt(program, x));
      assert.ok(Math.abs(value - other) <= 1e-9 * Math.abs(other), `seed ${seed}: ${value}, ${other}`);
    }
  });
}

function settledBy({ settlers }: Program, x: Float64Array): Float64Array {
  for (const settler of settlers) settler.settle(x);
  return x;
}
