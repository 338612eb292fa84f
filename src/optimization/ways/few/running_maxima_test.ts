import assert from "node:assert/strict";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { objectiveAt } from "../../../../tests/support/objective_at.ts";
import { marketOf, problemOf, randomNumbers, solveBy } from "../../../../tests/support/sample_problem.ts";
import { problemSeeds, testedCases } from "../../../../tests/support/tier.ts";
import { Affine, type Program } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { certify } from "../../certify/certify.ts";
import { settled } from "../../program/point.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { solveByCones } from "../../engines/solve_by_cones.ts";
import { solveChained } from "../../engines/solve_chained.ts";
import { solveLazily } from "./solve_lazily.ts";
import { solveProgram } from "../../solve_program.ts";
import { withRows } from "../../program/with_rows.ts";

const kernels = await loadKernels(null);

/** Of what the conic solver alone leaves open. */
const TOLERANCE = 1e-7;

const ASSETS = 12, PERIODS = 240;

/** What is made of the drawdowns of cumulative returns. */
type Made = "sum" | "largest" | "squares" | "tail" | "return under a limit";

/**
 * A program over weights whose cumulative returns have drawdowns, and a start. Many assets share a market, without
 * which they would have none together.
 */
function drawdownProgram(seed: number, made: Made, assets = ASSETS): { program: Program; guess: Float64Array } {
  const random = randomNumbers(seed), builder = new ProgramBuilder();
  const market = randomNumbers(seed + 1000), share = assets > ASSETS ? 3 : 0;
  const sums = matrix(PERIODS, assets);
  for (let t = 0; t < PERIODS; t++) {
    const common = share * (market() + market() - 1);
    for (let j = 0; j < assets; j++) {
      const before = t === 0 ? 0 : sums.data[(t - 1) * assets + j];
      sums.data[t * assets + j] = before + common + random() + random() - 1 + 0.02 * j / assets;
    }
  }
  const weights = builder.variables(assets, 0, 0.4);
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
    builder.minimize(weights.dot(Array.from({ length: assets }, () => -random())));
  }
  const guess = new Float64Array(builder.size);
  guess.fill(1 / ASSETS, weights.offset, weights.offset + ASSETS);
  builder.settle(guess);
  return { program: builder.build(), guess };
}

for (const made of ["sum", "largest", "squares", "tail", "return under a limit"] as const) {
  Deno.test(`solving with few peaks of drawdowns gives the optimum of all peaks: ${made}`, () => {
    for (const seed of problemSeeds(6)) {
      const { program, guess } = drawdownProgram(seed, made);
      const lazily = solveLazily(program, kernels, { guess }), whole = solveByCones(program, kernels, wholeOf(program));
      assert.ok(lazily.status === "solved" && whole.status === "solved", `seed ${seed}`);
      const [few, all] = [lazily, whole].map(({ point }) => objectiveAt(program, settled(program, point).x));
      assert.ok(Math.abs(few - all) <= 1e-5 * Math.abs(all), `seed ${seed}: ${few}, of all ${all}`);
    }
  });

  Deno.test(`solving with few peaks of drawdowns is proven with the multipliers of all peaks: ${made}`, () => {
    for (const seed of problemSeeds(6)) {
      const { program, guess } = drawdownProgram(seed, made);
      const { status, point } = solveProgram(program, kernels, { guess: () => guess });
      assert.equal(status, "optimal", `seed ${seed}`);
      assert.ok(point);
      const { primal, dual, gap } = certify(program, point);
      assert.ok(primal <= 1e-9 && dual <= TOLERANCE && gap <= TOLERANCE, `seed ${seed}: ${primal}, ${dual}, ${gap}`);
    }
  });
}

const MANY_ASSETS = 210;

for (const made of testedCases(["sum", "largest", "squares", "tail"] as const)) {
  Deno.test(`solving drawdowns with few of many weights gives the optimum of all weights: ${made}`, () => {
    const { program, guess } = drawdownProgram(7, made, MANY_ASSETS);
    const used = solveChained(program, kernels, () => guess), all = solveChained(program, kernels);
    assert.ok(used?.status === "solved" && all?.status === "solved");
    const [few, whole] = [used, all].map(({ point }) => objectiveAt(program, point.x));
    assert.ok(Math.abs(few - whole) <= 1e-8 * Math.abs(whole), `${few}, of all ${whole}`);
    assert.equal(solveProgram(program, kernels, { guess: () => guess }).status, "optimal");
  });
}

Deno.test("rules that the first few weights cannot meet are met by taking in more weights", () => {
  const { program, guess } = drawdownProgram(8, "sum", MANY_ASSETS);
  const late = Uint32Array.from({ length: 40 }, (_, k) => MANY_ASSETS - 40 + k);
  for (const [cap, share] of [[0.4, 0.5], [0.02, 0.5]]) {
    const upper = program.upper.slice();
    for (const j of late) upper[j] = cap;
    const ruled = withLeast({ ...program, upper }, late, share);
    const { status, point } = solveProgram(ruled, kernels, { guess: () => guess });
    assert.equal(status, "optimal");
    const held = late.reduce((sum, j) => sum + (point?.x[j] ?? NaN), 0);
    assert.ok(held >= share - 1e-9, `${held}`);
  }
});

Deno.test("a weight that its bounds fix is not solved for where the weights of a guess miss a rule", () => {
  const { program, guess } = drawdownProgram(8, "sum", MANY_ASSETS);
  const upper = program.upper.slice(), fixed = [MANY_ASSETS - 2, MANY_ASSETS - 1], other = MANY_ASSETS - 3;
  for (const j of fixed) upper[j] = 0;
  const firstColumns = (among: readonly number[]): number => {
    const columns: number[] = [];
    const hinges = new Proxy(kernels.hinges, {
      get: () => (...[ruled, options]: Parameters<typeof kernels.hinges.solve>) => {
        columns.push(ruled.q.length);
        return kernels.hinges.solve(ruled, options);
      },
    });
    const ruled = withLeast({ ...program, upper }, Uint32Array.from(among), 0.05);
    assert.equal(solveChained(ruled, { ...kernels, hinges }, () => guess)?.status, "solved");
    return columns[0];
  };
  assert.equal(firstColumns([other, ...fixed]), firstColumns([other]));
});

/** A program some of whose variables sum to at least so much. */
function withLeast(program: Program, among: Uint32Array, least: number): Program {
  const row = Affine.combination(among, new Float64Array(among.length).fill(1)).minus(Affine.constant(least));
  return withRows(program, [row]);
}

Deno.test("running maxima are made once under a name, and settle at the largest value so far", () => {
  const builder = new ProgramBuilder(), x = builder.variables(4);
  const first = builder.runningMaxima("x", () => x.all()), second = builder.runningMaxima("x", () => x.all());
  assert.equal(first, second);
  const point = Float64Array.of(-1, 2, 1, 3, 0, 0, 0, 0);
  builder.settle(point);
  assert.deepEqual([...point.subarray(4)], [0, 2, 2, 3]);
});

Deno.test("min_cdar on 1,300 days with a falling half is solved by the core and not by the conic solver", () => {
  const assets = 10, periods = 1300;
  for (const seed of [1, 9]) {
    const random = randomNumbers(seed), bell = () => 1.4 * (Array.from({ length: 6 }, random).reduce(sum, 0) - 3);
    const returns = Float64Array.from({ length: periods * assets });
    for (let t = 0; t < periods; t++) {
      const shared = 0.007 * bell();
      for (let j = 0; j < assets; j++) {
        const fall = t > periods / 2 ? 0.0004 * (j % 3) : 0;
        returns[t * assets + j] = shared + 0.015 * bell() + 0.0003 - fall;
      }
    }
    const problem = problemOf(marketOf(matrix(periods, assets, returns)));
    const { status, certificate } = solveBy("min_cdar", problem, { kernels, parameters: { confidence: 0.9 } });
    assert.deepEqual([status, certificate?.solver], ["optimal", "few/core"], `seed ${seed}`);
  }
});

function sum(total: number, entry: number): number {
  return total + entry;
}
