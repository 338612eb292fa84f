import assert from "node:assert/strict";
import { marketOf, problemOf, randomNumbers, solveBy } from "../../../../tests/support/sample_problem.ts";
import { problemSeeds, testedCases, testInTurn } from "../../../../tests/support/tier.ts";
import { type Matrix, matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { entropic } from "../../cones/entropic.ts";
import { relativistic } from "../../cones/relativistic.ts";
import { Affine, type Program } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { solveProgram } from "../../solve_program.ts";

const kernels = await loadKernels(null);

const ASSETS = 24, PERIODS = 80;
const CONES = { entropic: entropic(0.99), relativistic: relativistic({ confidence: 0.95, kappa: 0.3 }) };

/** Returns in pairs of opposites: every portfolio loses in some period. */
function pairedReturns(seed: number): Matrix {
  const random = randomNumbers(seed), returns = matrix(PERIODS, ASSETS), half = returns.data.length / 2;
  for (let k = 0; k < half; k++) returns.data[half + k] = -(returns.data[k] = random() - random());
  return returns;
}

/** The same, but for a trade that buys the first asset, among others, and gains 0.02 or more in each period. */
function gainingReturns(seed: number): Matrix {
  const returns = pairedReturns(seed), random = randomNumbers(seed + 1_000);
  const trade = Float64Array.from({ length: ASSETS }, (_, j) => j === 0 ? 1 : random());
  const mean = trade.reduce((sum, one) => sum + one, 0) / ASSETS;
  const centred = trade.map((one) => one - mean), square = centred.reduce((sum, one) => sum + one * one, 0);
  for (let t = 0; t < PERIODS; t++) {
    const own = returns.data.subarray(t * ASSETS, (t + 1) * ASSETS);
    const gain = own.reduce((sum, one, j) => sum + one * centred[j], 0);
    centred.forEach((one, j) => own[j] += one / square * Math.max(0, 0.02 - gain));
  }
  return returns;
}

/** The least risk of weights of any sign that sum to 1, or the most of the first one under a limit on their risk. */
function riskProgram(returns: Matrix, cone: keyof typeof CONES, made: "objective" | "limit"): Program {
  const builder = new ProgramBuilder(), weights = builder.variables(ASSETS);
  builder.equal(weights.sum(), Affine.constant(1));
  const risk = builder.epigraph(CONES[cone], weights.mapped(returns).times(-1));
  if (made === "objective") builder.minimize(risk);
  else {
    builder.atMost(risk, Affine.constant(5));
    builder.minimize(weights.at(0).times(-1));
  }
  return builder.build();
}

const NAMES = ["entropic", "relativistic"] as const;
const WAYS = NAMES.flatMap((cone) => (["objective", "limit"] as const).map((made) => ({ cone, made })));

for (const { cone, made } of testedCases(WAYS)) {
  Deno.test(testInTurn(`${cone} risk that a trade lowers without end makes a program unbounded, as its ${made}`, () => {
    for (const seed of problemSeeds(5)) {
      const { status } = solveProgram(riskProgram(gainingReturns(seed), cone, made), kernels);
      assert.equal(status, "unbounded", `seed ${seed}`);
    }
  }));
}

for (const cone of testedCases(NAMES)) {
  Deno.test(`${cone} risk that every trade raises in the end has a proven minimum`, () => {
    for (const seed of problemSeeds(5)) {
      const { status } = solveProgram(riskProgram(pairedReturns(seed), cone, "objective"), kernels);
      assert.equal(status, "optimal", `seed ${seed}`);
    }
  });
}

Deno.test("min_evar has the status of min_worst_realization where one asset is a mix of the others", () => {
  for (const seed of problemSeeds(60)) {
    const random = randomNumbers(seed), periods = 2 + seed % 4, returns = matrix(periods, 3);
    const share = Math.round(10 * random()) / 10;
    for (let t = 0; t < periods; t++) {
      const [a, b] = [0.05 * (random() - random()), 0.05 * (random() - random())];
      returns.data.set([a, b, share * a + (1 - share) * b], 3 * t);
    }
    const problem = problemOf(marketOf(returns), { constraints: { exposure: { short: true } } });
    // Of so few periods an entropic risk is the worst loss.
    const [worst, ...same] = ["min_worst_realization", "min_evar"].map((method) =>
      solveBy(method, problem, { kernels })
    );
    for (const { status, detail } of same) assert.equal(status, worst.status, `seed ${seed}: ${detail}`);
  }
});
